"""The imports of code that was written for torch, once it is written for Paddle."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mapping_model.syntax import walk


def importing_paddle(tree: ast.Module) -> ast.Module:
    """Import Paddle, once in a block, where torch was; of torch keep what is still named."""
    nodes = walk(tree)
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    for node in nodes:
        for part in ("body", "orelse", "handlers", "finalbody"):
            block = getattr(node, part, None)
            if isinstance(block, list) and any(_imports_torch(line) for line in block):
                setattr(node, part, list(_once(_imported(block, named))))
    return tree


def _imported(block: list[ast.stmt], named: set[str]) -> Iterator[ast.stmt]:
    for line in block:
        if not isinstance(line, (ast.Import, ast.ImportFrom)) or not _imports_torch(line):
            yield line
            continue
        yield ast.Import([ast.alias("paddle")])
        kept = [
            alias for alias in line.names if not _is_torch(line, alias) or _bound(alias) in named
        ]
        if kept:
            yield _with(line, kept)


def _once(block: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, those that import Paddle again left out."""
    seen = False
    for line in block:
        again = isinstance(line, ast.Import) and [one.name for one in line.names] == ["paddle"]
        if not (again and seen):
            yield line
        seen |= again


def _with(line: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
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
