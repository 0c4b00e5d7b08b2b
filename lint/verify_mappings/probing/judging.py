"""What became of one sample, from what both sides gave."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mapping_model.entry import Compare
from mapping_model.outcomes import Departure
from mapping_model.results import Gradient
from mapping_model.tolerances import TOLERANCES
from verify_mappings.judging.compare import Options, compare
from verify_mappings.judging.gradients import compare_gradients
from verify_mappings.judging.side_outcome import Side
from verify_mappings.recording import Mapping, Node, Raised, Record, Sequence, Tensor

# Inputs are not chosen to be friendly: rounding may be this many times what examples are held to,
# and is measured by the largest value of a result, up to a limit.
FACTOR = 10.0
LARGEST = 1e4
# What is told of an error of the backward pass begins so.
BACKWARD = "backward: "


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a sample, None where it came out equal, and what is told of it."""

    outcome: Departure | None
    told: str = ""


def judge(torch: Side, paddle: Side, stated: Compare) -> Judged:
    """Compare the two sides of a sample; `stated` is how the example that it is of is compared."""
    if ended := paddle.ended("plain"):
        return Judged(Departure.CRASHES, str(ended))
    raised = paddle.raised
    if torch.raised:
        told = f"torch raises {torch.raised}"
        return Judged(None) if raised else Judged(Departure.ACCEPTED, told)
    if raised:
        return Judged(Departure.REFUSED, str(raised))
    ours, theirs = torch.get("plain"), paddle.get("plain")
    assert isinstance(ours, Record)
    settings = _settings(ours, stated)
    options = Options.of(settings)
    if found := compare(ours, theirs, "", options).differences:
        return Judged(Departure.DIFFERS, found[0])
    if ended := paddle.ended("gradient"):
        return Judged(Departure.CRASHES, f"{BACKWARD}{ended}")
    return _gradients(settings, torch, paddle)


def _gradients(settings: Compare, torch: Side, paddle: Side) -> Judged:
    backward = paddle.recordings.get("gradient")
    if isinstance(backward, Raised):
        return Judged(Departure.REFUSED, f"{BACKWARD}{backward}")
    if not isinstance(torch.get("gradient"), Record):
        return Judged(None)
    found = compare_gradients(settings, torch, paddle)
    if found.state is Gradient.DIFFERS:
        return Judged(Departure.GRADIENT, found.differences[0])
    return Judged(None)


def _settings(ours: Record, stated: Compare) -> Compare:
    """Tolerances for a sample."""
    dtypes, largest = {"float32"}, 1.0
    for tensor in _tensors(ours):
        if tensor.dtype in TOLERANCES:
            dtypes.add(tensor.dtype)
            values = np.abs(tensor.array[np.isfinite(tensor.array)])
            largest = max(largest, float(values.max(initial=0.0)))
    rtol, atol = max(TOLERANCES[dtype] for dtype in dtypes)
    scale = FACTOR * min(largest, LARGEST)
    rtol, atol = max(rtol * FACTOR, stated.rtol or 0.0), max(atol * scale, stated.atol or 0.0)
    return replace(stated, rtol=rtol, atol=atol)


def _tensors(node: Node) -> list[Tensor]:
    match node:
        case Tensor():
            return [node]
        case Sequence(items):
            return [tensor for item in items for tensor in _tensors(item)]
        case Mapping(items):
            return [tensor for item in items.values() for tensor in _tensors(item)]
        case Record(_, fields):
            return [tensor for item in fields.values() for tensor in _tensors(item)]
    return []
