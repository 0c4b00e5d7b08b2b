"""Comparing the gradients of the two sides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mapping_model.entry import Compare
from verify_mappings.judging.compare import Comparison, Options, compare
from verify_mappings.judging.sides import Side
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Tensor

# Backward passes add up more rounding errors than forward passes.
_GRADIENT_FACTOR = 10.0


def compare_gradients(settings: Compare, torch: Side, paddle: Side) -> tuple[str | None, list[str]]:
    """What is to be said of gradients, and the differences of them."""
    if settings.gradient_skip:
        return f"not compared: {settings.gradient_skip.en}", []
    ours, theirs = torch.get("gradient"), paddle.get("gradient")
    if isinstance(ours, Scalar):
        return str(ours.value), []
    if isinstance(ours, Raised):
        return f"torch fails when inputs require gradients: {ours}", []
    if isinstance(theirs, Raised):
        return "differs", [f"with inputs that require gradients Paddle raises {theirs}"]
    assert isinstance(ours, Record)
    assert isinstance(theirs, Record)
    names = ours.fields.keys() | theirs.fields.keys()
    options = replace(Options.of(settings), tracks=False, factor=_GRADIENT_FACTOR)
    found = Comparison()
    for name in sorted(names):
        mine, other = (side.fields.get(name, Scalar(None)) for side in (ours, theirs))
        found.differences += _differences(name, mine, other, options)
    return ("differs" if found.differences else "equal"), found.differences


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
