"""Comparing random results over many draws, with bounds that chance keeps.

Of every draw some numbers are taken: its mean, its largest value, how its neighbours go together.
Draws know nothing of each other, however the values of one do; so both the means of these numbers
and how they are distributed can be held against each other. Seeds are fixed: an outcome is the same
on every run, and the bounds only decide which it is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mapping_model.tolerances import BEYOND, BOUND, ELEMENT_BOUND, ROUNDING
from verify_mappings.judging.compare import shown_pair
from verify_mappings.recording import Mapping, Node, Observation, Tensor

# Which power of the values a number of a draw is, where it is not the first.
_POWERS = {
    "mean square": 2,
    "number of different values": 0,
    "number of zeros": 0,
    "product of neighbours": 2,
    "square of the products of rows": 4,
}
# Where distributions are compared: at these parts of all values.
_LEVELS = np.arange(1, 16) / 16
# So many values tell where these parts lie.
_ENOUGH = 100_000


def compare_draws(torch: Node, paddle: Node) -> Iterator[str]:
    """Differences of what stacked draws show, in words."""
    ours, theirs = _stacked(torch), _stacked(paddle)
    for path in sorted(ours.keys() ^ theirs.keys()):
        yield f"{path}: not in every draw of both sides, or not always of one shape"
    with np.errstate(all="ignore"):
        for path in (
            path for path in ours if path in theirs
        ):  # in an order that is always the same
            if ours[path].shape[1:] == theirs[path].shape[1:] and ours[path][0].size:
                yield from _draws_differ(path, ours[path], theirs[path])


def _stacked(node: Node) -> dict[str, np.ndarray]:
    stacked = node.fields["stacked"] if isinstance(node, Observation) else None
    items = stacked.items if isinstance(stacked, Mapping) else {}
    return {path: item.array for path, item in items.items() if isinstance(item, Tensor)}


def _draws_differ(path: str, ours: np.ndarray, theirs: np.ndarray) -> Iterator[str]:
    """What differs: first what is easily said, and only if that is nothing, all the rest."""
    for name, test in (("NaN", np.isnan), ("infinity", np.isposinf), ("-infinity", np.isneginf)):
        mine, other = (_flat(test(x)).mean(axis=1, keepdims=True) for x in (ours, theirs))
        yield from _apart(f"{path}: the share of {name}", mine, other, BOUND, 1.0)
    ours, theirs = (np.where(np.isfinite(draws), draws, 0.0) for draws in (ours, theirs))
    yield from list(_means(path, ours, theirs)) or _distributions(path, ours, theirs)


def _means(path: str, ours: np.ndarray, theirs: np.ndarray) -> Iterator[str]:
    """The mean and the mean square of each draw; then, over draws, the mean of every element."""
    mine, other = _flat(ours), _flat(theirs)
    scale, over = _scale(mine, other), f"over {len(mine)} draws"
    for name, power in (("mean", 1), ("mean square", 2)):
        column, theirs = (np.mean(x**power, axis=1, keepdims=True) for x in (mine, other))
        yield from _apart(f"{path}: the {name} {over}", column, theirs, BOUND, scale**power)
    yield from _apart(f"{path}: the mean of an element {over}", mine, other, ELEMENT_BOUND, scale)


def _distributions(path: str, ours: np.ndarray, theirs: np.ndarray) -> Iterator[str]:
    """How the numbers of each draw are distributed, and the values of all draws."""
    mine, other = _flat(ours), _flat(theirs)
    scale = _scale(mine, other)
    numbers, others = _of_draws(ours, scale), _of_draws(theirs, scale)
    for name, column in numbers.items():
        what, size = f"{path}: the {name}", scale ** _POWERS.get(name, 1)
        yield from _apart(f"{what} over {len(mine)} draws", column, others[name], BOUND, size)
        yield from _distributed(what, column, others[name], size)
    for name, sign in (("largest value", 1), ("smallest value", -1)):
        yield from _beyond(f"{path}: the {name}", numbers[name], others[name], sign, scale)
    yield from _distributed(f"{path}: a value", mine, other, scale)
    what = f"{path}: the mean square of an element over {len(mine)} draws"
    yield from _apart(what, mine**2, other**2, ELEMENT_BOUND, scale**2)


def _scale(ours: np.ndarray, theirs: np.ndarray) -> np.float64:
    """How large values are; a float of numpy, whose powers have no end."""
    return np.float64(np.sqrt(max(np.mean(ours**2), np.mean(theirs**2))))


def _flat(draws: np.ndarray) -> np.ndarray:
    return np.reshape(draws, (len(draws), -1))


def _of_draws(draws: np.ndarray, scale: float) -> dict[str, np.ndarray]:
    """Numbers that each draw gives, as one column each."""
    flat = _flat(draws)
    found = {
        "mean": flat.mean(axis=1),
        "mean square": np.mean(flat**2, axis=1),
        "largest value": flat.max(axis=1),
        "smallest value": flat.min(axis=1),
    }
    if flat.shape[1] > 1:
        apart = np.diff(np.sort(flat, axis=1)) > ROUNDING * scale
        found["number of different values"] = 1.0 + np.sum(apart, axis=1)
        found["number of zeros"] = np.sum(flat == 0, axis=1).astype(np.float64)
        found["product of neighbours"] = np.mean(flat[:, 1:] * flat[:, :-1], axis=1)
    if draws.ndim > 2:
        # How far rows go together: the same in all draws of an orthogonal matrix.
        rows = np.reshape(draws, (len(draws), draws.shape[1], -1))
        rows = rows if rows.shape[1] <= rows.shape[2] else np.swapaxes(rows, 1, 2)
        products = rows @ np.swapaxes(rows, 1, 2)
        size = rows.shape[1] * rows.shape[2]
        found["square of the products of rows"] = np.sum(products**2, axis=(1, 2)) / size
    return {name: column[:, None] for name, column in found.items()}


def _apart(
    what: str, ours: np.ndarray, theirs: np.ndarray, bound: float, scale: float
) -> Iterator[str]:
    """Whether the means over draws of any column lie further apart than chance allows."""
    means = ours.mean(axis=0), theirs.mean(axis=0)
    error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
    # An element that varies less than its neighbours happened to do so: use what is usual.
    error = np.maximum(error, np.median(error))
    allowed = bound * error + ROUNDING * (scale + np.abs(means[0]))
    excess = np.abs(means[0] - means[1]) - allowed
    worst = int(np.argmax(excess))
    if not excess[worst] <= 0:
        yield f"{what} differs: {shown_pair(means[0][worst], means[1][worst])}"


def _distributed(what: str, ours: np.ndarray, theirs: np.ndarray, scale: float) -> Iterator[str]:
    """Whether more values lie below some limit on one side than on the other."""
    values = np.concatenate([ours.ravel(), theirs.ravel()])
    for limit in np.unique(np.quantile(values[:: max(1, values.size // _ENOUGH)], _LEVELS)):
        slack = ROUNDING * max(scale, abs(limit))
        # Values that rounding has moved across a limit count for whom it is good.
        for more, less in ((ours, theirs), (theirs, ours)):
            shares = [
                (draws <= limit + steps * slack).mean(axis=1)
                for draws, steps in ((more, 1), (less, 3))
            ]
            error = np.sqrt(sum(share.var() / len(share) for share in shares))
            if shares[0].mean() - shares[1].mean() > ELEMENT_BOUND * error:
                told = shown_pair(*((side <= limit + 2 * slack).mean() for side in (ours, theirs)))
                yield f"{what} is at most {limit:.3g} more often on one side: {told}"
                return


def _beyond(
    what: str, ours: np.ndarray, theirs: np.ndarray, sign: int, scale: float
) -> Iterator[str]:
    """Whether many draws of one side go beyond all of the other: half of them by chance, each."""
    mine, other = sign * ours, sign * theirs
    for inner, outer in ((mine, other), (other, mine)):
        most = inner.max()
        if np.sum(outer > most + ROUNDING * max(scale, abs(most))) >= BEYOND:
            ends = [sign * side.max() for side in (mine, other)]
            yield f"{what} of all {len(ours)} draws differs: {shown_pair(*ends)}"
            return
