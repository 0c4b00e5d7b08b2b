"""Other keywords that decorators of Paddle accept, as their closures and their code tell them."""

from __future__ import annotations

import ast
import contextlib
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any

# parameter, other keyword, how it was found
Found = tuple[str, str, str]


def found_in(function: object) -> Iterator[Found]:
    """Every other keyword that the function's wrappers, and the function itself, rename."""
    while inspect.isfunction(function):
        yield from ((param, alias, "closure") for param, alias in _in_closure(function))
        for code in (function, *_processors(function)):
            yield from ((param, alias, "wrapper") for param, alias in _in_source(code))
        function = getattr(function, "__wrapped__", None)


def _cells(function: FunctionType) -> dict[str, Any]:
    found = {}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    for name, cell in cells:
        with contextlib.suppress(ValueError):  # nothing is in it yet
            found[name] = cell.cell_contents
    return found


def _in_closure(function: FunctionType) -> Iterator[tuple[str, str]]:
    """`alias_list = ["axis", "dim"]`, or a decorator object with `{"dim": "axis"}`."""
    for name, value in _cells(function).items():
        if name.startswith("alias_list"):
            yield value[0], value[1]
        for alias, param in getattr(value, "alias_mapping", {}).items():
            yield param, alias


def _processors(function: FunctionType) -> Iterator[FunctionType]:
    """The methods that decorator objects put before the function."""
    for value in _cells(function).values():
        process = getattr(type(value), "process", None)
        if inspect.isfunction(process):
            yield process


@cache
def _in_source(function: FunctionType) -> tuple[tuple[str, str], ...]:
    """Statements that take one keyword out of `kwargs` and put another one in."""
    code = function.__code__
    if not code.co_flags & inspect.CO_VARKEYWORDS and code.co_name != "process":
        return ()
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, SyntaxError):
        return ()
    return tuple(pair for node in ast.walk(tree) for pair in _renaming(node))


def _renaming(node: ast.AST) -> Iterator[tuple[str, str]]:
    """`kwargs["axis"] = kwargs.pop("dim")`, or `set_param("axis", kwargs.pop("dim"))`."""
    match node:
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(param)))], value=value):
            yield from ((param, alias) for alias in _taken(value))
        case ast.Call(args=[ast.Constant(value=str(param)), value]):
            yield from ((param, alias) for alias in _taken(value))


def _taken(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Attribute(attr="pop"), args=[ast.Constant(value=str(alias)), *_]):
            yield alias
        case ast.Subscript(value=ast.Name(), slice=ast.Constant(value=str(alias))):
            yield alias
