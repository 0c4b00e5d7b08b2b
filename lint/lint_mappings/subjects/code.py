"""The Python code of an example: parsed once, and what the rules ask about it."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from mapping_model.calls.uses import LIBRARIES, Uses
from mapping_model.syntax import nodes_of

BUILTINS = frozenset(dir(builtins))
# The kinds of nodes that know their place.
Placed = ast.expr | ast.stmt | ast.keyword | ast.arg | ast.alias
_BINDING = (
    *(ast.arg, ast.alias, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)


class Code:
    """One side of an example. `side` is "torch" or "paddle".

    `nodes` is every node of its syntax tree, outer ones first; empty, with `error` set, when the
    text is not Python.
    """

    def __init__(self, side: str, text: str) -> None:
        self.side = side
        self.text = text
        self.nodes: list[ast.AST] = []
        self.error: SyntaxError | None = None
        try:
            self.nodes = nodes_of(text)
        except SyntaxError as error:
            self.error = error

    @property
    def body(self) -> list[ast.stmt]:
        """The statements."""
        module = self.nodes[0] if self.nodes else None
        return module.body if isinstance(module, ast.Module) else []

    @cached_property
    def loads(self) -> dict[str, ast.Name]:
        """Names that are read, each with the place where it is first met."""
        found: dict[str, ast.Name] = {}
        for node in self.of(ast.Name):
            if isinstance(node.ctx, ast.Load):
                found.setdefault(node.id, node)
        return found

    @cached_property
    def bound(self) -> set[str]:
        """Names that the code itself gives a value, anywhere."""
        return {name for _, name in self.bindings}

    @property
    def bindings(self) -> Iterator[tuple[Any, str]]:
        """Each place where the code gives a name a value, or takes it away."""
        for node in self.of(ast.Name):
            if not isinstance(node.ctx, ast.Load):
                yield node, node.id
        for kind in _BINDING:
            for node in self.of(kind):
                yield from ((node, name) for name in _bindings(node))

    @cached_property
    def chains(self) -> dict[str, ast.Attribute]:
        """Dotted names that start at a plain name (`torch.nn.Linear`, also `torch.nn`)."""
        named = self.uses.dotted.items()  # inner ones first: of equal ones, the outermost stays
        return {name: node for node, name in named if isinstance(node, ast.Attribute)}

    @cached_property
    def members(self) -> list[ast.Attribute]:
        """Every attribute that is taken of an object, not of a library or of one of its modules."""
        named = self.uses.dotted
        found: list[ast.Attribute] = self.of(ast.Attribute)
        return [n for n in found if named.get(n, "").partition(".")[0] not in LIBRARIES]

    @property
    def calls(self) -> list[ast.Call]:
        """Every call."""
        return self.of(ast.Call)

    @property
    def classes(self) -> dict[str, ast.ClassDef]:
        """The classes that the code itself defines, by name."""
        return {node.name: node for node in self.of(ast.ClassDef)}

    def of(self, kind: type[ast.AST]) -> list[Any]:
        """The nodes of one kind."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[type[ast.AST], list[ast.AST]]:
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    def assigned(self, name: str) -> ast.expr | None:
        """The value last assigned to a plain name, None if there is none."""
        values = [
            node.value
            for node in self.of(ast.Assign)
            if any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
        ]
        return values[-1] if values else None

    @cached_property
    def uses(self) -> Uses:
        """Where it uses which API."""
        return Uses(self.nodes)

    def offset(self, node: Placed) -> tuple[int, int]:
        """Line and column of a node, both from 0, columns in characters."""
        line = self.text.splitlines()[node.lineno - 1]
        column = len(line.encode()[: node.col_offset].decode("utf-8", "replace"))
        return node.lineno - 1, column


def _bindings(node: Any) -> Iterator[str]:
    """The names that a node of one of the `_BINDING` kinds binds."""
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif node.name:
        yield node.name
