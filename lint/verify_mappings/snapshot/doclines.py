"""Signatures that docstrings state: the first line, and `.. function::` lines further down."""

from __future__ import annotations

import ast
import re

from verify_mappings.snapshot.render import Param
from verify_mappings.snapshot.stubs import parameters

_DIRECTIVE = re.compile(r"^\s*\.\. (?:function|method):: ")
# torch's documentation writes `*size, *, out=None`, which is not Python.
_SECOND_STAR = re.compile(r"(\*\w+), \*(?=,)")
_ARROW = re.compile(r"\s*->.*$")


def documented(doc: object, name: str, *, drop_first: bool = False) -> list[tuple[Param, ...]]:
    """The signatures that the docstring of `name` states in valid Python."""
    lines = doc.strip().splitlines() if isinstance(doc, str) else []
    stated = lines[:1] + [_DIRECTIVE.sub("", line) for line in lines[1:] if _DIRECTIVE.match(line)]
    parsed = (_parse(line, name, drop_first) for line in stated)
    return [params for params in parsed if params is not None]


def _parse(line: str, name: str, drop_first: bool) -> tuple[Param, ...] | None:
    text = _SECOND_STAR.sub(r"\1", _ARROW.sub("", line.strip()).strip())
    head, bracket, tail = text.partition("(")
    if not bracket or head.rpartition(".")[2] != name or not tail.endswith(")"):
        return None
    try:
        tree = ast.parse(f"def f({tail}: pass")
    except SyntaxError:
        return None
    args = tree.body[0].args
    return parameters(args, drop_first=drop_first or _is_bound(args))


def _is_bound(args: ast.arguments) -> bool:
    """pybind11 writes `self` into the docstrings of methods."""
    return bool(args.args) and args.args[0].arg == "self"
