"""Comparing random results: means and spreads over many draws, with bounds that chance keeps.

Seeds are fixed, so an outcome is the same on every run; the bounds only decide which it is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mapping_model.tolerances import BOUND, ELEMENT_BOUND, ROUNDING
from verify_mappings.judging.compare import shown_pair
from verify_mappings.recording import Mapping, Node, Record, Tensor


def compare_draws(torch: Node, paddle: Node) -> Iterator[str]:
    """Differences of the moments of stacked draws, in words."""
    ours, theirs = _stacked(torch), _stacked(paddle)
    for path in ours.keys() & theirs.keys():
        if ours[path].shape[1:] == theirs[path].shape[1:]:
            yield from _moments(path, ours[path], theirs[path])


def _stacked(node: Node) -> dict[str, np.ndarray]:
    stacked = node.fields["stacked"] if isinstance(node, Record) else None
    items = stacked.items if isinstance(stacked, Mapping) else {}
    return {path: item.array for path, item in items.items() if isinstance(item, Tensor)}


def _moments(path: str, ours: np.ndarray, theirs: np.ndarray) -> Iterator[str]:
    """Of each draw the mean and the mean square; then, over draws, the mean of every element."""
    flat = [np.reshape(draws, (len(draws), -1)) for draws in (ours, theirs)]
    if not flat[0].shape[1]:
        return
    if not all(np.all(np.isfinite(draws)) for draws in flat):
        if np.mean(np.isfinite(flat[0])) != np.mean(np.isfinite(flat[1])):
            yield f"{path}: infinities or NaN over many draws differ"
        return
    for name, power in (("mean", 1), ("mean square", 2)):
        mine, other = (np.mean(draws**power, axis=1, keepdims=True) for draws in flat)
        yield from _apart(f"{path}: the {name} over {len(ours)} draws", mine, other, BOUND)
    what = f"{path}: the mean of an element over {len(ours)} draws"
    yield from _apart(what, flat[0], flat[1], ELEMENT_BOUND)


def _apart(what: str, ours: np.ndarray, theirs: np.ndarray, bound: float) -> Iterator[str]:
    """Whether the means over draws of any column lie further apart than chance allows."""
    means = ours.mean(axis=0), theirs.mean(axis=0)
    error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
    # An element that varies less than its neighbours happened to do so: use what is usual.
    error = np.maximum(error, np.median(error))
    allowed = bound * error + ROUNDING * (1 + np.abs(means[0]))
    excess = np.abs(means[0] - means[1]) - allowed
    worst = int(np.argmax(excess))
    if excess[worst] > 0:
        yield f"{what} differs: {shown_pair(means[0][worst], means[1][worst])}"
