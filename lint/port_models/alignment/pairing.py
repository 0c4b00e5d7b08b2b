"""Which call of a Paddle model is the port of which call of PyTorch's: by name, then by order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from port_models.alignment.trace import Call
from port_models.weights.plan import Names


@dataclass(frozen=True, slots=True, eq=False)
class CallPair:
    """A call of each model."""

    torch: Call
    paddle: Call


def pairs(torch: Sequence[Call], paddle: Sequence[Call], names: Names) -> list[CallPair]:
    """Pairs in the order of Paddle's calls.

    Names are PyTorch's for what the user says is renamed. Layers whose names differ otherwise are
    paired by their order where kind and shape of the result agree.
    """
    by_name = {(call.layer, call.time): call for call in torch}
    found: dict[int, Call] = {}
    for place, call in enumerate(paddle):
        name = names.in_torch(call.layer), call.time
        if name in by_name:
            found[place] = by_name.pop(name)
    left = [(place, call) for place, call in enumerate(paddle) if place not in found]
    others = [call for call in torch if (call.layer, call.time) in by_name]
    ours = [_sign(call) for _, call in left]
    theirs = [_sign(call) for call in others]
    for block in SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            found[left[block.b + step][0]] = others[block.a + step]
    return [CallPair(found[place], call) for place, call in enumerate(paddle) if place in found]


def _sign(call: Call) -> tuple[object, ...]:
    """What has to agree: the kind, but for its spelling, and the shapes of what it gives."""
    kind = call.kind.lower().replace("transpose", "").replace("headattention", "head")
    return (kind, call.is_leaf, *(output.shape for output in call.outputs[:1]))
