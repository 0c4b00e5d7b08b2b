"""Comparing the gradients of the two sides."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mapping_model.entry import Compare
from mapping_model.results import Gradient
from mapping_model.tolerances import GRADIENT_FACTOR
from verify_mappings.judging.compare import Options, compare
from verify_mappings.judging.side_outcome import Side
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Tensor


@dataclass(frozen=True, slots=True)
class Gradients:
    """What is to be said of gradients: the state, why if there is a reason, and differences."""

    state: Gradient
    why: str | None = None
    differences: tuple[str, ...] = ()


def compare_gradients(settings: Compare, torch: Side, paddle: Side) -> Gradients:
    """Compare the gradients of a fixed sum of all that the code computes."""
    if settings.gradient_skip:
        return Gradients(Gradient.SKIPPED, settings.gradient_skip.en)
    ours, theirs = torch.get("gradient"), paddle.get("gradient")
    if isinstance(ours, Scalar):
        return Gradients(Gradient(str(ours.value)))
    if isinstance(ours, Raised):
        return Gradients(Gradient.TORCH_FAILS, str(ours))
    if isinstance(theirs, Raised):
        told = f"with inputs that require gradients Paddle raises {theirs}"
        return Gradients(Gradient.DIFFERS, differences=(told,))
    assert isinstance(ours, Record)
    assert isinstance(theirs, Record)
    options = replace(Options.of(settings), tracks=False, factor=GRADIENT_FACTOR)
    found: list[str] = []
    for name in sorted(ours.fields.keys() | theirs.fields.keys()):
        mine, other = (side.fields.get(name, Scalar(None)) for side in (ours, theirs))
        found += _differences(name, mine, other, options)
    state = Gradient.DIFFERS if found else Gradient.EQUAL
    return Gradients(state, differences=tuple(found))


def _differences(name: str, ours: Node, theirs: Node, options: Options) -> list[str]:
    """Differences of one gradient; having none is the same as having zeros."""
    if isinstance(ours, Mapping) or isinstance(theirs, Mapping):
        mine, other = (n.items if isinstance(n, Mapping) else {} for n in (ours, theirs))
        none = Scalar(None)
        return [
            difference
            for key in sorted(mine.keys() | other.keys())
            for difference in _differences(
                f"{name}, {key}", mine.get(key, none), other.get(key, none), options
            )
        ]
    if isinstance(ours, Tensor) and isinstance(theirs, Tensor):
        return compare(ours, theirs, f"gradient of {name}", options).differences
    for side, there, lacking in (("Paddle", ours, theirs), ("torch", theirs, ours)):
        if isinstance(there, Tensor) and lacking == Scalar(None) and np.any(there.array):
            return [f"gradient of {name}: {side} gives none"]
    return []
