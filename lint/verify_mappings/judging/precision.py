"""Holding results in float32 against those in float64: whether Paddle's lost what torch's kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mapping_model.tolerances import TOLERANCES
from verify_mappings.judging.compare import shown_pair
from verify_mappings.recording import Mapping, Node, Observation, Sequence, Tensor

# An error counts that is this many times torch's largest, what rounding the inputs would change,
# and the tolerance of examples.
FACTOR = 10.0
_RTOL = TOLERANCES["float32"][0] * FACTOR
# Of small numbers in a tensor no more digits count than beside a hundredth of its largest.
_BESIDE = 1e-2
_FLOAT32 = np.finfo(np.float32)
_LARGEST, _SMALLEST = float(_FLOAT32.max), float(_FLOAT32.tiny)


class Sides(NamedTuple):
    """A node of each run: in float32, in float64, and there with inputs that are rounded."""

    torch: Node
    paddle: Node
    exact: Node
    moved: Node


def less_exact(sides: Sides, path: str) -> Iterator[str]:
    """Where Paddle's float32 is much further from torch's float64 than torch's float32 is."""
    items = [_items(side) for side in sides]
    for key in items[0]:
        if all(key in side for side in items):
            nodes = Sides(*(side[key] for side in items))
            yield from less_exact(nodes, f"{path}, {key}" if path else key)
    ours, theirs, best, moved = arrays = [_array(side) for side in sides]
    single = _dtype(sides.torch) == "float32" and _dtype(sides.exact) == "float64"
    if single and len({array.shape for array in arrays}) == 1:
        yield from _less_exact(ours, theirs, best, moved, path)


def _items(node: Node) -> dict[str, Node]:
    """The parts of a node by name or number."""
    match node:
        case Sequence(items):
            return {f"item {index}": item for index, item in enumerate(items)}
        case Mapping(items) | Observation(_, items):
            return items
    return {}


def _dtype(node: Node) -> str:
    return node.dtype if isinstance(node, Tensor) else ""


def _array(node: Node) -> np.ndarray:
    return node.array if isinstance(node, Tensor) else np.empty(0)


def _less_exact(
    ours: np.ndarray, theirs: np.ndarray, best: np.ndarray, moved: np.ndarray, path: str
) -> Iterator[str]:
    with np.errstate(all="ignore"):
        mine, other, rounding = (_error(values, best) for values in (ours, theirs, moved))
        # Where float32 has no such number, or torch has lost it all, nothing is asked of Paddle.
        known = np.isfinite(mine) & ~(np.abs(best) > _LARGEST)
        most = float(np.max(mine, where=known, initial=0.0))
        wrong = known & (other > np.maximum(_RTOL, FACTOR * np.maximum(rounding, most)))
    if np.any(wrong):
        where = tuple(int(index) for index in np.argwhere(wrong)[0])
        place = f" at {list(where)}" if where else ""
        yield (
            f"{path}, less exact: {int(np.sum(wrong))} of {wrong.size} values; first{place} "
            f"(float64 gives {float(best[where]):.6g}): {shown_pair(ours[where], theirs[where])}"
        )


def _error(values: np.ndarray, best: np.ndarray) -> np.ndarray:
    """How far off each value is, beside its size; an infinity for what is not even finite."""
    values = values.astype(np.float64)
    finite = np.isfinite(best)
    largest = float(np.max(np.abs(best), where=finite, initial=0.0))
    beside = np.abs(best) + _BESIDE * largest + _SMALLEST / _RTOL
    error = np.where(np.isfinite(values), np.abs(values - best) / beside, np.inf)
    alike = (values == best) | (np.isnan(values) & np.isnan(best))
    return np.where(finite, error, np.where(alike, 0.0, np.inf))
