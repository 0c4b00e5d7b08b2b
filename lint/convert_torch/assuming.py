"""What a part of a file means by `nn`, `F` and `optim`, which it does not import."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from convert_torch.finding import Finding, Kind
from mapping_model.applying.code import CUSTOMARY
from mapping_model.applying.nodes import bound_names
from mapping_model.categories import Text
from mapping_model.syntax import walk

_ASSUMED = Text(
    "`{0}` is not imported in this code; it is taken for `{1}`.",
    "这段代码没有导入 `{0}`，按 `{1}` 处理。",
)


def assumed_names(tree: ast.Module) -> Iterator[Finding]:
    """Where code names a module of torch for the first time that it does not import.

    Nothing is told of code that imports torch: its other names are its own affair.
    """
    nodes = walk(tree)
    if any(map(_imports_torch, nodes)):
        return
    unknown = CUSTOMARY.keys() - bound_names(nodes) - {*_imported(nodes)}
    bases = (node.value for node in nodes if isinstance(node, ast.Attribute))
    first: dict[str, int] = {}
    for base in bases:
        if isinstance(base, ast.Name) and base.id in unknown:
            first[base.id] = min(base.lineno, first.get(base.id, base.lineno))
    for name, line in sorted(first.items()):
        module = CUSTOMARY[name]
        said = Text(_ASSUMED.en.format(name, module), _ASSUMED.zh.format(name, module))
        yield Finding(Kind.LIKELY, line, module, said)


def _imported(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name for alias in node.names)


def _imports_torch(node: ast.AST) -> bool:
    modules: list[str] = []
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        modules = [node.module or ""]
    return any(f"{module}.".startswith("torch.") for module in modules)
