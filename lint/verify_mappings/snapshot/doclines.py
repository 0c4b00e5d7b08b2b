"""Signatures that docstrings state: the first line, and `.. function::` lines further down."""

from __future__ import annotations

import ast
import re

from verify_mappings.snapshot.render import DOUBLE_STARRED, STARRED, Overload, Params
from verify_mappings.snapshot.stubs import parameters

# How torch's documentation and pybind11 announce further signatures.
_DIRECTIVE = re.compile(r"^\s*(?:\.\. (?:function|method)::|\d+\.) ")
# torch's documentation writes `*size, *, out=None`, which is not Python.
_SECOND_STAR = re.compile(r"(\*\w+), \*(?=,)")
_ARROW = re.compile(r"\s*->(.*)$")


def documented(doc: object, name: str, *, drop_first: bool = False) -> list[Overload]:
    """The signatures that the docstring of `name` states in valid Python."""
    lines = doc.strip().splitlines() if isinstance(doc, str) else []
    stated = lines[:1] + [_DIRECTIVE.sub("", line) for line in lines[1:] if _DIRECTIVE.match(line)]
    parsed = (_parse(line, name, drop_first) for line in stated)
    return [found for found in parsed if found is not None and not _says_nothing(found.params)]


def _says_nothing(params: Params) -> bool:
    return [param.kind for param in params] == [STARRED, DOUBLE_STARRED]


def _parse(line: str, name: str, drop_first: bool) -> Overload | None:
    returns = _ARROW.search(line)
    text = _SECOND_STAR.sub(r"\1", _ARROW.sub("", line.strip()).strip())
    head, bracket, tail = text.partition("(")
    if not bracket or head.rpartition(".")[2] != name or not tail.endswith(")"):
        return None
    try:
        params = stated(tail.removesuffix(")"), drop_first=drop_first)
        return Overload(params, returns[1].strip() if returns else "")
    except SyntaxError:
        return None


def stated(text: str, *, drop_first: bool = False) -> Params:
    """The parameters that stand between the brackets of a signature in Python."""
    function = ast.parse(f"def f({text}): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    args = function.args
    return parameters(args, drop_first=drop_first or _is_bound(args))


def _is_bound(args: ast.arguments) -> bool:
    """pybind11 writes `self` into the docstrings of methods."""
    return bool(args.args) and args.args[0].arg == "self"
