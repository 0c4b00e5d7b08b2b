"""Why a documented torch API has no entry, as far as its name and its documentation tell."""

from __future__ import annotations

from collections.abc import Container
from enum import StrEnum

from mapping_model.snapshots import Snapshot


class Reason(StrEnum):
    """Why there is no entry; the first that applies counts."""

    USED = "used"
    DEPRECATED = "deprecated"
    DEVICE = "device"
    PROCESSES = "processes"
    MACHINERY = "machinery"
    UNASKED = "unasked"


# The modules and classes whose names have one reason in common.
_PARTS: dict[Reason, tuple[str, ...]] = {
    Reason.DEVICE: (
        *("torch.cuda", "torch.xpu", "torch.mps", "torch.accelerator", "torch.cpu"),
        *("torch.backends", "torch.Event", "torch.Stream"),
    ),
    Reason.PROCESSES: (
        *("torch.distributed", "torch.multiprocessing", "torch.nn.parallel", "torch.futures"),
        "torch.utils.data.distributed",
    ),
    Reason.MACHINERY: (
        *("torch.jit", "torch.compiler", "torch.export", "torch.onnx", "torch.library"),
        *("torch.overrides", "torch.profiler", "torch.autograd.profiler", "torch.autograd.graph"),
        *("torch.serialization", "torch.utils.cpp_extension", "torch.utils.hooks"),
        *("torch.ScriptFunction", "torch.ScriptModule", "torch.SymBool", "torch.SymFloat"),
        *("torch.SymInt", "torch.TypedStorage", "torch.UntypedStorage"),
        *("torch.utils.data.IterDataPipe", "torch.utils.data.MapDataPipe"),
    ),
}


def reason_of(name: str, used: Container[str], torch: Snapshot) -> Reason:
    """Why a documented API without an entry has none; `used` are those that the counts know."""
    if name in used:
        return Reason.USED
    owners = _owners(name)
    if any(torch.deprecated(owner) for owner in owners):
        return Reason.DEPRECATED
    for reason, parts in _PARTS.items():
        if any(owner in parts for owner in owners):
            return reason
    return Reason.UNASKED


def _owners(name: str) -> list[str]:
    """The name itself, and each module and class that it is in."""
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
