"""Several schedulers of one optimizer: of Paddle's the last one alone counts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from convert_torch.finding import Finding, Kind
from mapping_model.applying.mapping import Used
from mapping_model.categories import Text

_FAMILY = "torch.optim.lr_scheduler."
_AGAIN = Text(
    "`{0}` has a scheduler already, from line {1}; in Paddle the last one alone counts, "
    "and starts from the learning rate that there is now.",
    "`{0}` 在第 {1} 行已经有调度器；Paddle 中只有最后设置的调度器起作用，并从当前的学习率开始。",
)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_BRANCHING = (ast.If, ast.Match, ast.Try)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# A block: whose it is, which of that, and whether what stands behind it is not reached from it.
_Block = tuple[ast.AST, str, bool]


def replaced_schedulers(tree: ast.Module, used: Sequence[Used]) -> Iterator[Finding]:
    """Where an optimizer gets another scheduler than the one that it has."""
    around = dict(_around(tree, ()))
    before: list[tuple[str, int]] = []
    for one in sorted(used, key=lambda one: one.line):
        optimizer = one.scope.values.get("optimizer")
        if optimizer is None or not one.entry.torch.startswith(_FAMILY):
            continue
        name = ast.unparse(optimizer)
        for other, line in before:
            if other == name and _follows(around.get(line, ()), around.get(one.line, ())):
                said = Text(_AGAIN.en.format(name, line), _AGAIN.zh.format(name, line))
                yield Finding(Kind.SILENT, one.line, one.entry.torch, said)
                break
        before.append((name, one.line))


def _around(node: ast.AST, outer: tuple[_Block, ...]) -> Iterator[tuple[int, tuple[_Block, ...]]]:
    """Each line with the blocks that it stands in, the outermost first; the innermost come last."""
    for name, block in ast.iter_fields(node):
        for index, part in enumerate(block if isinstance(block, list) else ()):
            if isinstance(part, ast.stmt):
                inner = (*outer, (node, name, isinstance(block[-1], _LEAVING)))
                for line in range(part.lineno, (part.end_lineno or part.lineno) + 1):
                    yield line, inner
                yield from _around(part, inner)
            elif isinstance(part, (ast.ExceptHandler, ast.match_case)):
                yield from _around(part, (*outer, (node, f"{name} {index}", False)))


def _follows(first: Sequence[_Block], second: Sequence[_Block]) -> bool:
    """Whether one run may come from the first place to the second."""
    shared = sum(1 for one, other in zip(first, second, strict=False) if one[:2] == other[:2])
    left, entered = first[shared:], second[shared:]
    if left and entered and left[0][0] is entered[0][0] and isinstance(left[0][0], _BRANCHING):
        return False
    inside = any(isinstance(owner, _FUNCTIONS) for owner, _, _ in (*left, *entered))
    return not inside and not any(leaves for _, _, leaves in left)
