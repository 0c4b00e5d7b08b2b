"""The imports of code that was written for torch, once it is written for Paddle."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mapping_model.syntax import walk

# Modules of other packages for PyTorch that have one with the same names for Paddle.
SIBLINGS = {"einops.layers.torch": "einops.layers.paddle"}


def import_paddle(tree: ast.Module, old: ast.Module) -> dict[int, list[ast.stmt]]:
    """Import Paddle, once in a block, where torch was; of torch keep what is still named.

    So is what is tried to be imported for others: there is something in its place without torch.
    The tree is changed; what stands in the place of a statement is told by the id of that. `old` is
    the tree as it was.
    """
    nodes = walk(tree)
    named = _names(nodes)
    named |= _tried(nodes) - _names(walk(old))
    changed: dict[int, list[ast.stmt]] = {}
    for node in nodes:
        for part in ("body", "orelse", "handlers", "finalbody"):
            block = getattr(node, part, None)
            if not isinstance(block, list):
                continue
            for line in block:
                if isinstance(line, ast.ImportFrom) and not line.level and line.module in SIBLINGS:
                    sibling = ast.ImportFrom(SIBLINGS[line.module], line.names, 0)
                    changed[id(line)] = [ast.copy_location(sibling, line)]
            if changed or any(_imports_torch(line) for line in block):
                changed.update(_changes(block, named))
                setattr(
                    node, part, [new for line in block for new in changed.get(id(line), [line])]
                )
    return changed


def _names(nodes: list[ast.AST]) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _tried(nodes: list[ast.AST]) -> set[str]:
    """The names that are imported where an error is handled."""
    tried = (line for node in nodes if isinstance(node, ast.Try) for line in node.body)
    found = (line for line in tried if isinstance(line, ast.ImportFrom))
    return {_bound(alias) for line in found for alias in line.names}


def _changes(block: list[ast.stmt], named: set[str]) -> Iterator[tuple[int, list[ast.stmt]]]:
    """What stands in the place of the imports of torch in a block, and of a second of Paddle."""
    there = False
    for line in block:
        own = isinstance(line, ast.Import) and [one.name for one in line.names] == ["paddle"]
        if not isinstance(line, (ast.Import, ast.ImportFrom)) or not (own or _imports_torch(line)):
            continue
        new: list[ast.stmt] = [] if there else [ast.Import([ast.alias("paddle")])]
        kept = (
            []
            if own
            else [
                alias
                for alias in line.names
                if not _is_torch(line, alias) or _bound(alias) in named
            ]
        )
        if own and not there:
            new = [line]
        elif kept:
            new.append(_with(line, kept))
        there = True
        yield id(line), new


def _with(line: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
    if len(names) == len(line.names):
        return line
    if isinstance(line, ast.Import):
        return ast.Import(names)
    return ast.ImportFrom(line.module, names, line.level)


def _imports_torch(line: ast.stmt) -> bool:
    if not isinstance(line, (ast.Import, ast.ImportFrom)):
        return False
    return any(_is_torch(line, alias) for alias in line.names)


def _is_torch(line: ast.Import | ast.ImportFrom, alias: ast.alias) -> bool:
    name = alias.name if isinstance(line, ast.Import) else "" if line.level else line.module or ""
    return name.partition(".")[0] == "torch"


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]
