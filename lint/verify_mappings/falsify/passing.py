"""What Paddle code calls and passes, and which of it a call could do without."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from mapping_model.calls.binding import Binding
from mapping_model.calls.overloads import choose
from mapping_model.calls.uses import Form, Use, Uses
from mapping_model.snapshots import Api, Parameter, paddle_snapshot


@dataclass(frozen=True, slots=True)
class Passed:
    """One argument of one call.

    `api` is what is called: "" for what has no name, the last name alone for a method of any
    object. `parameter` is "" where it is not known. `needed`: without it the call is wrong, or
    exactly the same, which `usual` says.
    """

    call: ast.Call
    value: ast.expr
    api: str
    parameter: str
    needed: bool
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """One call; `apis` are the full names that it may be of.

    `given` is what it works on: the object of a method, what is passed first to a function.
    """

    node: ast.Call
    api: str
    apis: frozenset[str]
    given: ast.expr | None
    passed: tuple[Passed, ...]


def calls(tree: ast.Module) -> list[Called]:
    """Every call."""
    nodes = list(ast.walk(tree))
    uses = Uses(nodes)
    named = {
        id(use.node): (name, use)
        for name in uses.names()
        for use in uses.of(name, member=False)
        if use.form is Form.CALL
    }
    found = (node for node in nodes if isinstance(node, ast.Call))
    return [_call(node, *named.get(id(node), ("", None))) for node in found]


def _call(node: ast.Call, name: str, use: Use | None) -> Called:
    if use is not None:
        apis = [api for api in [paddle_snapshot().get(name)] if api]
        values = (*node.args, *(keyword.value for keyword in node.keywords))
        given = values[0] if values else None
    elif isinstance(node.func, ast.Attribute):
        name, given = node.func.attr, node.func.value
        use = Use(Form.CALL, node, given, tuple(node.args), tuple(node.keywords))
        apis = _methods(name)
    else:
        return Called(node, "", frozenset(), None, tuple(_arguments(node, "", [])))
    bindings = [best for api in apis if (best := choose(use, api).best)]
    passed = tuple(_arguments(node, name, bindings))
    return Called(node, name, frozenset(api.name for api in apis), given, passed)


@cache
def _methods(name: str) -> list[Api]:
    """The methods of this name, of whatever class."""
    snapshot = paddle_snapshot()
    found = (snapshot.get(full) for full in snapshot.names() if full.endswith(f".{name}"))
    return [api for api in found if api and api.kind == "method"]


def _arguments(node: ast.Call, name: str, bindings: Iterable[Binding]) -> Iterator[Passed]:
    last = node.args[-1] if node.args else None
    keywords = {id(keyword.value): keyword.arg for keyword in node.keywords}
    for value in (*node.args, *(keyword.value for keyword in node.keywords)):
        keyword = keywords.get(id(value))
        taken = [found for b in bindings if (found := _parameter(b, value))]
        can_go = keyword or (value is last and taken)
        usual = any(_is_default(parameter, value) for parameter in taken)
        needed = not can_go or usual or any(p.default is None for p in taken)
        parameter = taken[0].name if taken else keyword or ""
        yield Passed(node, value, name, parameter, needed, usual)


def _parameter(binding: Binding, value: ast.expr) -> Parameter | None:
    """The parameter that a value goes to."""
    for argument in binding.arguments.values():
        if any(given is value for given in argument.values):
            return argument.parameter
    return None


def _is_default(parameter: Parameter, value: ast.expr) -> bool:
    if parameter.default is None:
        return False
    return ast.unparse(value) in (parameter.default, f"({parameter.default})") or (
        _literal(ast.unparse(value)) == _literal(parameter.default)
    )


def _literal(expression: str) -> object:
    try:
        return ast.literal_eval(expression)
    except (ValueError, SyntaxError):
        return object()
