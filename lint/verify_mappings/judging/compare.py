"""Comparing the recordings of the two sides by what they are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from mapping_model.entry import Compare
from mapping_model.tolerances import TOLERANCES
from verify_mappings.recording import (
    Mapping,
    Node,
    Observation,
    Opaque,
    Raised,
    Scalar,
    Sequence,
    Symbol,
    Tensor,
)

# So many differences are looked for, and no more.
MOST = 1000
# What a distribution need not define.
_OPTIONAL = {"distribution"}


@dataclass(frozen=True, slots=True)
class Options:
    """How to compare: tolerances instead of those of the dtype, and what to leave out.

    `factor` widens tolerances. `values` off compares structure, shape and dtype
    only; `tracks` off leaves out whether tensors track gradients.
    """

    rtol: float | None = None
    atol: float | None = None
    dtype: bool = True
    values: bool = True
    tracks: bool = True
    factor: float = 1.0

    @classmethod
    def of(cls, settings: Compare) -> Options:
        """What an example asks for."""
        return cls(
            settings.rtol,
            settings.atol,
            dtype=settings.dtype_ignore is None,
            tracks=settings.gradient_skip is None,
        )

    def tolerance(self, dtype: str) -> tuple[float, float]:
        """(rtol, atol) for values of a dtype."""
        rtol, atol = TOLERANCES.get(dtype, (0.0, 0.0))
        rtol = rtol if self.rtol is None else self.rtol
        atol = atol if self.atol is None else self.atol
        return rtol * self.factor, atol * self.factor


@dataclass(slots=True)
class Comparison:
    """What was found: differences in words, and the largest absolute difference of values."""

    options: Options
    differences: list[str] = field(default_factory=list)
    max_diff: float | None = None

    def _compare(self, torch: Node, paddle: Node, path: str) -> Iterator[str]:
        match torch, paddle:
            case Tensor(), Tensor():
                yield from self._tensors(torch, paddle, path)
            case Scalar(), Scalar():
                yield from self._scalars(torch, paddle, path)
            case Sequence(), Sequence():
                yield from self._sequences(torch, paddle, path)
            case Mapping(), Mapping():
                yield from self._keyed(torch.items, paddle.items, path)
            case Observation(), Observation() if torch.kind == paddle.kind:
                yield from self._records(torch, paddle, path)
            case Symbol(), Symbol():
                if torch != paddle:
                    yield f"{path}: torch gives the {torch.kind} {torch.name}, Paddle {paddle.name}"
            case Symbol("device", name), Scalar(str() as text) if text.split(":")[0] == name:
                pass
            case Opaque(), Opaque():
                yield (
                    f"{path}: {torch.type} and {paddle.type} cannot be compared; "
                    "bind `result` to something that can"
                )
            case _:
                yield f"{path}: torch gives {in_words(torch)}, Paddle {in_words(paddle)}"

    def _sequences(self, torch: Sequence, paddle: Sequence, path: str) -> Iterator[str]:
        if len(torch.items) != len(paddle.items):
            yield f"{path}: torch gives {len(torch.items)} items, Paddle {len(paddle.items)}"
            return
        for index, (ours, theirs) in enumerate(zip(torch.items, paddle.items, strict=True)):
            yield from self._compare(ours, theirs, f"{path}[{index}]")

    def _records(self, torch: Observation, paddle: Observation, path: str) -> Iterator[str]:
        ours, theirs = torch.fields, paddle.fields
        bare = torch.carried.get("weights") == Mapping({}) and "output" not in ours
        if torch.kind == "module" and bare:
            yield f"{path}: the module has no weights and is not called; give it inputs"
        if torch.kind in _OPTIONAL:
            both = ours.keys() & theirs.keys()
            ours = {key: node for key, node in ours.items() if key in both}
            theirs = {key: node for key, node in theirs.items() if key in both}
        yield from self._keyed(ours, theirs, path)

    def _keyed(self, ours: dict[str, Node], theirs: dict[str, Node], path: str) -> Iterator[str]:
        prefix = f"{path}: " if path else ""
        for key in sorted(ours.keys() - theirs.keys()):
            yield f"{prefix}only torch has {key}"
        for key in sorted(theirs.keys() - ours.keys()):
            yield f"{prefix}only Paddle has {key}"
        for key, node in ours.items():
            if key in theirs:
                yield from self._compare(node, theirs[key], f"{prefix}{key}")

    def _scalars(self, torch: Scalar, paddle: Scalar, path: str) -> Iterator[str]:
        ours, theirs = torch.value, paddle.value
        alike = type(ours) is type(theirs)
        compared = self.options.values or isinstance(ours, str) or not alike
        if compared and alike and isinstance(ours, (float, complex)):
            # Python numbers usually come from float32 tensors.
            tolerance = self.options.tolerance("float32")
            yield from self._values(np.asarray(ours), np.asarray(theirs), path, *tolerance)
        elif compared and not (alike and ours == theirs):
            yield f"{path}: torch gives {in_words(torch)}, Paddle {in_words(paddle)}"

    def _tensors(self, torch: Tensor, paddle: Tensor, path: str) -> Iterator[str]:
        if torch.numpy != paddle.numpy:
            yield f"{path}: torch gives {in_words(torch)}, Paddle {in_words(paddle)}"
        shapes = list(torch.array.shape), list(paddle.array.shape)
        if shapes[0] != shapes[1]:
            yield f"{path}: torch has shape {shapes[0]}, Paddle {shapes[1]}"
            return
        if self.options.dtype and torch.dtype != paddle.dtype:
            yield f"{path}: torch has dtype {torch.dtype}, Paddle {paddle.dtype}"
        known = torch.tracks is not None and paddle.tracks is not None
        if self.options.tracks and known and torch.tracks != paddle.tracks:
            tracking, other = ("torch", "Paddle") if torch.tracks else ("Paddle", "torch")
            yield f"{path}: {tracking} tracks gradients, {other} does not (`stop_gradient`)"
        if self.options.values:
            tolerance = max(map(self.options.tolerance, (torch.dtype, paddle.dtype)))
            yield from self._values(torch.array, paddle.array, path, *tolerance)

    def _values(
        self, torch: np.ndarray, paddle: np.ndarray, path: str, rtol: float, atol: float
    ) -> Iterator[str]:
        """Positions of NaN and infinities, then finite values; exactly if tolerances are 0."""
        ours, theirs = _wide(torch), _wide(paddle)
        if ours.dtype == theirs.dtype and ours.dtype.kind in "iub":
            wrong = ours != theirs
            difference = np.abs(ours.astype(np.float64) - theirs.astype(np.float64))
        else:
            wrong, difference = _inexact(ours, theirs, rtol, atol)
        largest = float(np.max(difference, initial=0.0))
        if math.isfinite(largest):
            self.max_diff = max(self.max_diff or 0.0, largest)
        if np.any(wrong):
            where = tuple(int(index) for index in np.argwhere(wrong)[0])
            place = f" at {list(where)}" if where else ""
            yield (
                f"{path}: {int(np.sum(wrong))} of {wrong.size} values differ; first{place}: "
                f"{shown_pair(ours[where], theirs[where])}"
            )


def compare(torch: Node, paddle: Node, path: str, options: Options) -> Comparison:
    """Compare what torch gave with what Paddle gave; `path` names it in messages."""
    comparison = Comparison(options)
    with np.errstate(all="ignore"):
        comparison.differences.extend(islice(comparison._compare(torch, paddle, path), MOST))
    return comparison


def in_words(node: Node) -> str:
    """What a node is, in words."""
    match node:
        case Tensor(array, dtype, _, numpy):
            return f"{'a numpy array' if numpy else 'a tensor'} {dtype}{list(array.shape)}"
        case Scalar(None):
            return "None"
        case Scalar(str() as value):
            return f"the text {value!r}"
        case Scalar(value):
            return f"the Python number {value!r}"
        case Sequence(items):
            return f"a sequence of {len(items)}"
        case Mapping(items):
            return f"a mapping of {len(items)}"
        case Symbol(kind_, name):
            return f"the {kind_} {name}"
        case Observation(kind_):
            return f"a {kind_}"
        case Raised():
            return f"an error ({node})"
        case Opaque(type_):
            return f"an object of {type_}"


def shown_pair(torch: Any, paddle: Any) -> str:
    """Two numbers with as few digits as tell them apart: the last ones depend on the processor."""
    fewest = 3 if isinstance(torch, np.inexact) else 8
    texts = ((f"{torch:.{digits}g}", f"{paddle:.{digits}g}") for digits in range(fewest, 18))
    ours, theirs = next((pair for pair in texts if pair[0] != pair[1]), (str(torch), str(paddle)))
    return f"torch {ours}, Paddle {theirs}"


def _wide(array: np.ndarray) -> np.ndarray:
    """Floats in double precision; everything else as it is."""
    if array.dtype.kind == "f":
        return array.astype(np.float64)
    return array.astype(np.complex128) if array.dtype.kind == "c" else array


def _inexact(
    ours: np.ndarray, theirs: np.ndarray, rtol: float, atol: float
) -> tuple[np.ndarray, np.ndarray]:
    """Where values are wrong, and the absolute differences where both are finite."""
    if "c" in (ours.dtype.kind, theirs.dtype.kind):
        parts = [_inexact(part(ours), part(theirs), rtol, atol) for part in (np.real, np.imag)]
        return parts[0][0] | parts[1][0], np.maximum(parts[0][1], parts[1][1])
    ours, theirs = ours.astype(np.float64), theirs.astype(np.float64)
    finite = np.isfinite(ours) & np.isfinite(theirs)
    difference = np.where(finite, np.abs(ours - theirs), 0.0)
    alike = np.where(finite, difference <= atol + rtol * np.abs(ours), ours == theirs)
    both_nan = np.isnan(ours) & np.isnan(theirs)
    return ~(alike | both_nan), difference
