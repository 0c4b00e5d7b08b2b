"""How far two arrays, and two calls, are from each other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from port_models.alignment.pairing import CallPair


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean and the largest difference, as parts of the mean size of PyTorch's values.

    That size counts as no less than the `least` they were compared with. `note` says what numbers
    cannot: other shapes, axes exchanged, NaN on one side.
    """

    mean: float
    largest: float
    note: str = ""


def difference(torch: np.ndarray, paddle: np.ndarray, least: float = 1.0) -> Difference:
    """How far Paddle's values are from PyTorch's.

    With the `least` size of 1 that is the plain difference where values are small, as gradients
    are, for which it says nothing.
    """
    if torch.shape != paddle.shape:
        note = f"[{_shape(torch)}] against [{_shape(paddle)}]"
        return Difference(np.inf, np.inf, f"{note}{_exchanged(torch, paddle)}")
    if torch.size == 0:
        return Difference(0.0, 0.0)
    kind = np.result_type(torch, paddle, np.float64)  # complex stays complex
    one, other = torch.astype(kind), paddle.astype(kind)
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(invalid="ignore"):
        apart = np.where(same, 0.0, np.abs(one - other))
    if np.isnan(apart).any() or np.isinf(apart).any():
        return Difference(np.inf, np.inf, "NaN or infinity on one side")
    scale = max(least, size(torch))
    found = Difference(float(apart.mean()) / scale, float(apart.max()) / scale)
    if found.mean > 1e-3 and (note := _exchanged(torch, paddle)):
        return Difference(found.mean, found.largest, note.removeprefix(", "))
    return found


def size(array: np.ndarray) -> float:
    """The mean size of the finite values."""
    finite = np.abs(array[np.isfinite(array)]).astype("float64")
    return float(finite.mean()) if finite.size else 0.0


def worst(
    torch: Sequence[np.ndarray | None], paddle: Sequence[np.ndarray | None], least: float = 1.0
) -> Difference:
    """The largest difference of those that both have."""
    both = [(a, b) for a, b in zip(torch, paddle, strict=False) if a is not None and b is not None]
    found = [difference(a, b, least) for a, b in both]
    return max(found, key=lambda each: each.mean, default=Difference(0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Compared:
    """The differences of a pair of calls."""

    pair: CallPair
    input: Difference
    output: Difference
    gradient: Difference | None


def compared(pair: CallPair, least_gradient: float) -> Compared:
    """Compare what two calls were given, gave, and were given back."""
    torch, paddle = pair.torch, pair.paddle
    has_gradient = any(
        a is not None and b is not None
        for a, b in zip(torch.gradients, paddle.gradients, strict=False)
    )
    return Compared(
        pair,
        _of_inputs(torch.inputs, paddle.inputs),
        worst(torch.outputs, paddle.outputs),
        worst(torch.gradients, paddle.gradients, least_gradient) if has_gradient else None,
    )


def _of_inputs(torch: Sequence[np.ndarray], paddle: Sequence[np.ndarray]) -> Difference:
    """Of the first inputs, and of others that are floats of one shape: masks have other forms."""
    both = [
        (one, other)
        for place, (one, other) in enumerate(zip(torch, paddle, strict=False))
        if place == 0 or (one.shape == other.shape and one.dtype.kind == other.dtype.kind == "f")
    ]
    return worst([one for one, _ in both], [other for _, other in both])


def _exchanged(torch: np.ndarray, paddle: np.ndarray) -> str:
    """Whether the values are the same with their axes in another order."""
    if torch.ndim != paddle.ndim or not 2 <= torch.ndim <= 4 or torch.size > 10_000_000:
        return ""
    for order in itertools.permutations(range(torch.ndim)):
        turned = torch.transpose(order)
        if order == tuple(range(torch.ndim)) or turned.shape != paddle.shape:
            continue
        if np.allclose(turned, paddle, atol=1e-5):
            return f", the same after transposing to {list(order)}"
    return ""


def _shape(array: np.ndarray) -> str:
    return ", ".join(map(str, array.shape))
