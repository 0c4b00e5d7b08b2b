"""What names in a line of torch code stand for, which was taken out of its file."""

from __future__ import annotations

import ast

from mapping_model.applying.code import CUSTOMARY
from mapping_model.applying.inferring import tensors_alone
from mapping_model.applying.nodes import bound_names
from mapping_model.applying.typing import TENSOR
from mapping_model.calls.uses import Form, Uses
from mapping_model.snapshots import torch_snapshot
from mapping_model.syntax import parsed, walk
from mapping_model.types import Type

_TENSOR = "torch.Tensor"


def supposed(code: str, asked: str | None) -> dict[str, Type]:
    """What names must be that the code gives nothing to: `x` of `x.view(2)` is a tensor.

    That has the member that was `asked` for, or one that tensors alone have. Raises SyntaxError.
    """
    nodes = walk(parsed(code))
    uses = Uses(nodes, CUSTOMARY)
    imported = {a.asname or a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
    bound = {*bound_names(nodes), *imported, "self"}
    kind, member = _asked(asked)
    found: dict[str, Type] = {}
    for key, use in uses.items():
        if not isinstance(use.receiver, ast.Name) or use.receiver.id in bound:
            continue
        if kind is not None and key == f".{member}":
            found[use.receiver.id] = kind
        elif use.form is not Form.OPERATOR and key[1:] in tensors_alone():
            found.setdefault(use.receiver.id, TENSOR)
    return found


def receivers(tree: ast.Module, asked: str | None) -> dict[int, Type]:
    """What has the member that was `asked` for, by the ids of its nodes: `self.x` of
    `self.x.permute(0, 1)`, and names that the code gives something else of unknown type."""
    kind, member = _asked(asked)
    if kind is None:
        return {}
    uses = Uses(walk(tree), CUSTOMARY)
    return {
        id(use.receiver): kind
        for key, use in uses.items()
        if key == f".{member}" and use.receiver is not None
    }


def meant(asked: str | None) -> dict[str, str]:
    """The name by which code calls the function or class that was `asked` for, once imported."""
    api = torch_snapshot().get(asked or "")
    known = api is not None and api.kind in ("function", "class")
    return {asked.rpartition(".")[2]: asked} if asked and known else {}


def _asked(asked: str | None) -> tuple[Type | None, str]:
    """The class whose member an API is, and the member."""
    owner, _, member = (asked or "").rpartition(".")
    api = torch_snapshot().get(owner) if owner else None
    if api is None or api.kind != "class":
        return None, member
    return TENSOR if owner == _TENSOR else Type(owner), member
