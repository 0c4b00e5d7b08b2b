"""Members of what is named by its full name, of classes without a counterpart, and of what
dtypes, devices and shapes have."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from mapping_model.applying.decisions import Reason, Undecided, lacking
from mapping_model.calls.uses import Form, Use, as_member
from mapping_model.categories import Category
from mapping_model.entry import Entry
from mapping_model.snapshots import Snapshot

EntryOf = Callable[[str], Entry | None]
# The classes of what everything has under these names, be it a tensor or not.
HELD = {"dtype": "torch.dtype", "device": "torch.device", "shape": "torch.Size"}
_METHODS = "torch.Tensor."
# What members of an enumeration have.
_NAME, _VALUE = "name", "value"
# Enumerations of which Paddle's members have the same numbers, which a test holds.
NUMBERED = frozenset(("torch.nn.attention.SDPBackend", "torch.profiler.ProfilerAction"))


def member_of_named(
    key: str, use: Use, entry_of: EntryOf, torch: Snapshot
) -> tuple[str, Use] | None:
    """`torch.float.itemsize` as the member of a dtype; None for what has an entry, or is none."""
    node = use.node.func if isinstance(use.node, ast.Call) else use.node
    kind = _kind(key.rpartition(".")[0], torch) if key.startswith("torch.") else None
    if kind is None or not isinstance(node, ast.Attribute) or entry_of(key) is not None:
        return None
    known = f"{kind}.{node.attr}" in torch
    return (f".{node.attr}", use._replace(receiver=node.value)) if known else None


def _kind(name: str, torch: Snapshot) -> str | None:
    """The class of what a full name stands for: `torch.dtype` of `torch.float`."""
    api = torch.get(name)
    if api is None or api.kind != "attribute" or api.type is None:
        return None
    return HELD.get(api.type.name)


def called_on_first(key: str, use: Use, torch: Snapshot) -> tuple[str, Use] | None:
    """`torch.Tensor.sum(x, 1)` as `x.sum(1)`, under its full name; None for other uses."""
    if use.form is not Form.CALL or use.receiver is not None or not is_method(key, torch):
        return None
    on_first = as_member(use)
    return (key, on_first) if on_first.receiver is not None else None


def is_method(name: str, torch: Snapshot) -> bool:
    """Whether a full name is that of a method of tensors."""
    api = torch.get(name) if name.startswith(_METHODS) else None
    return api is not None and api.kind == "method"


def called_by_others(nodes: Iterable[ast.AST]) -> set[int]:
    """The ids of what is passed to be called with one thing at a time: `f` of `map(f, xs)`."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    mapped = (
        one.args[0]
        for one in calls
        if isinstance(one.func, ast.Name) and one.func.id in ("map", "filter")
        if len(one.args) == 2
    )
    keys = (word.value for one in calls for word in one.keywords if word.arg == "key")
    return {id(one) for one in (*mapped, *keys)}


def asked_of_member(name: str, entry_of: EntryOf, torch: Snapshot) -> str | None:
    """The member of which `torch.distributed.ReduceOp.SUM.name` asks; None for what is none."""
    whole, _, asked = name.rpartition(".")
    owner, member = torch.get(whole.rpartition(".")[0]), torch.get(whole)
    if asked not in (_NAME, _VALUE) or owner is None or owner.kind != "class":
        return None
    known = member is not None and member.kind == "attribute" and entry_of(whole) is not None
    return whole if known and entry_of(name) is None else None


def named_so(asked: str, member: str) -> ast.Constant | None:
    """What `.name` of a member gives: its own name; None for `.value`."""
    return ast.Constant(member.rpartition(".")[2]) if asked == _NAME else None


def is_answered(name: str, entry_of: EntryOf, torch: Snapshot) -> bool:
    """Whether something is known of a full name that has no entry."""
    whole, _, member = name.rpartition(".")
    kind = _kind(whole, torch)
    held = kind is not None and entry_of(f"{kind}.{member}") is not None
    reason = without_entry(name, entry_of).decision.reason
    asked = asked_of_member(name, entry_of, torch)
    return held or asked is not None or reason is Reason.MISSING


def without_entry(name: str, entry_of: EntryOf) -> Undecided:
    """Why nothing is written for a name without an entry: its class may have no counterpart."""
    owner = name
    while owner := owner.rpartition(".")[0]:
        entry = entry_of(owner)
        if entry is None:
            continue
        if all(variant.category is Category.MISSING for variant in entry.variants):
            return lacking(entry.variants[0].text)
        break
    return Undecided(Reason.NO_ENTRY, name)
