"""Whether the code of an example calls its API as before, and only other lines are rewritten."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mapping_model.calls.uses import uses_in
from mapping_model.sides import is_member
from mapping_model.snapshots import torch_snapshot
from mapping_model.syntax import parsed, walk
from published.examples import unchanged


def keeps_call(name: str, torch: str, code: str) -> bool:
    """Whether `code`, which stands for `torch`, has the statements with the API as they are.

    Others are told apart only where each stands for one and uses nothing that the API gives.
    """
    try:
        before, after = [*_simple(parsed(torch))], [*_simple(parsed(code))]
    except SyntaxError:
        return False
    left = any(one.startswith("torch.") for one in uses_in(code).dotted.values())
    if left or len(before) != len(after) or len(before) < 2:
        return False
    given: set[str] = set()
    own = others = 0
    for old, new in zip(before, after, strict=True):
        written = ast.unparse(old)
        same = unchanged(written) == ast.unparse(new)
        if _uses(name, written):
            own += 1
            given |= _names(old, ast.Store)
            if not same:
                return False
        elif not same:
            others += 1
            if given & _names(old, ast.Load):
                return False
    return own > 0 and others > 0


def _uses(name: str, code: str) -> bool:
    member = is_member(torch_snapshot().get(name), name)
    return bool(uses_in(code).of(name, member=member))


def _names(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    return {
        one.id for one in walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, context)
    }


def _simple(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements without a body, and the heads of others."""
    for node in getattr(tree, "body", ()):
        if getattr(node, "body", None):
            yield from (one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
            yield from _simple(node)
        else:
            yield node
