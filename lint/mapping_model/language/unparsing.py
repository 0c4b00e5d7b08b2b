"""Syntax trees as text: what stood in the code is written as it stood there."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterable

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# No name of the code is like it: no code holds this character.
_PLACE = re.compile("\0(\\d+)\0")


def unparse(tree: ast.Module, code: str, old: Iterable[ast.AST]) -> str:
    """The text of a tree made of `code`, of which the nodes `old` are.

    Numbers and strings of the code keep their spelling (`1e-9`), new strings get double quotes.
    """
    kept = {id(node) for node in old if isinstance(node, ast.Constant)}
    writer = _Writer(kept, code)
    text = ast.unparse(ast.fix_missing_locations(writer.visit(tree)))
    return _PLACE.sub(lambda found: _in_place(writer.texts[int(found[1])], found), text)


def _in_place(constant: str, place: re.Match[str]) -> str:
    """A constant as it can stand in its place, which may lack the parentheses of the code.

    Strings on several lines are one only between brackets, and `1.real` is not Python.
    """
    before, after = place.string[: place.start()][-1:], place.string[place.end() :][:1]
    split = before not in ("(", "[", "{") and _is_split(constant)
    return f"({constant})" if split or (constant[-1].isdigit() and after == ".") else constant


def _is_split(constant: str) -> bool:
    """Whether a constant goes over several lines and is not one string of three quotes."""
    if len(constant.splitlines()) < 2:
        return False
    try:
        ast.parse(constant, mode="eval")
    except SyntaxError:
        return True
    return False


class _Writer(ast.NodeTransformer):
    """Puts names in the places of constants, whose spelling syntax trees do not keep."""

    def __init__(self, kept: set[int], code: str) -> None:
        self._kept = kept
        # Positions count bytes; the lines are Python's, which other separators do not end.
        self._lines = _LINE.findall(code.encode())
        self.texts: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        text = self._spelled(node)
        if text is None:
            return node
        self.texts.append(text)
        return ast.Name(f"\0{len(self.texts) - 1}\0", ast.Load())

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """A copy of a node: others still ask what the arguments of a call were."""
        copied = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                setattr(copied, name, value.copy())
        return super().generic_visit(copied)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return node

    def _spelled(self, node: ast.Constant) -> str | None:
        if id(node) in self._kept:
            return self._stood(node)
        if isinstance(node.value, str) and node.value.isprintable():
            plain = '"' not in node.value and "\\" not in node.value
            return f'"{node.value}"' if plain else None
        return None

    def _stood(self, node: ast.Constant) -> str:
        """As it is written in the code; `ast.get_source_segment` splits all of it for each node."""
        lines = self._lines[node.lineno - 1 : node.end_lineno]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"".join(lines).decode()
