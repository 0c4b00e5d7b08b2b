"""Samples that are run twice: values of bad condition, and results that memory may show in.

The first are held against torch in float64, see `judging.precision`. The second are run with one
thing and another in the memory that the library is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from mapping_model.inputs import INTEGERS, InputSpec, LiteralTensor, ParameterInput
from verify_mappings.job import Seed
from verify_mappings.sampling.mutating import (
    Arrays,
    Makers,
    Mutation,
    changed,
    fixed,
    valued,
    with_values,
)
from verify_mappings.sampling.sample import IN_FLOAT64, IN_MEMORY, Sample

# So many elements a tensor with a long axis has.
_LONG = 1 << 17
# How far rounding to float32 moves a number, beside its size.
_ROUNDING = 2.0**-24


def looks(seeds: Sequence[Seed], dtype: str, samples: Iterator[Sample]) -> Iterator[Sample]:
    """The samples of both looks: of seeds whose first tensor is of this dtype, and of others."""
    others = ("exact", "plain", "after", "paired", "without_out", "sized")
    settled = [seed for seed in seeds if not any(getattr(seed, name) for name in others)]
    if dtype == "float32" and settled:
        yield from _marked(_numerics(settled), IN_FLOAT64)
        settled_samples = (sample for sample in samples if not sample.error)
        yield from _marked(settled_samples, IN_MEMORY)
    yield from _marked(_memory(settled, dtype), IN_MEMORY)


def in_float64(inputs: dict[str, InputSpec], rounded: bool) -> dict[str, InputSpec]:
    """The same inputs with what is float32 in float64; also `rounded`, one up and the next down."""
    return {name: _wider(spec, rounded) for name, spec in inputs.items()}


def _wider(spec: InputSpec, rounded: bool) -> InputSpec:
    match spec:
        case LiteralTensor(values, "float32"):
            wider = np.asarray(values, np.float64)
            if rounded:
                wider = wider * (1 + _ROUNDING * _signs(wider))
            return LiteralTensor(wider, "float64")
        case ParameterInput(LiteralTensor() as tensor):
            made = _wider(tensor, rounded)
            assert isinstance(made, LiteralTensor)
            return ParameterInput(made)
    return spec


def _signs(values: np.ndarray) -> np.ndarray:
    """1 and -1 in turn."""
    return np.where(np.arange(values.size) % 2, -1.0, 1.0).reshape(values.shape)


def _marked(samples: Iterator[Sample], mark: str) -> Iterator[Sample]:
    return (replace(sample, origin=sample.origin + mark) for sample in samples)


def _numerics(seeds: Sequence[Seed]) -> Iterator[Sample]:
    for seed, plain, tensors, _ in fixed(seeds):
        if not seed.alone:
            changes = chain(with_values(tensors, "float32", {"float32": _ILL}), _longer(tensors))
            yield from (changed(plain, change) for change in changes)


def _longer(tensors: Arrays) -> Iterator[Mutation]:
    """A first or last axis of tens of thousands of elements, in all tensors that are as long."""
    first = next(iter(tensors.values()), None)
    if first is None or first.dtype != "float32" or not first.values.size or not first.values.ndim:
        return
    times = _LONG // first.values.size
    for axis, told in ((0, "first"), (-1, "last")):
        size = first.values.shape[axis]
        alike = {n: s for n, s in tensors.items() if s.values.ndim and s.values.shape[axis] == size}
        for more in (0.0, 4.0):
            made = {n: valued(s, _repeated(s.values, times, axis, more)) for n, s in alike.items()}
            yield f"long {told} axis{', positive' if more else ''}", made, ""


def _repeated(values: np.ndarray, times: int, axis: int, more: float) -> np.ndarray:
    added = np.asarray(more if values.dtype.kind == "f" else 0, values.dtype)
    return np.concatenate([values + added] * times, axis=axis)


def _memory(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    for seed, plain, tensors, own in fixed(seeds):
        if dtype == own:
            changes: Iterator[Mutation] = iter((("", {}, ""),))
            changes = (
                changes if seed.alone else chain(changes, _empty(tensors), _untouched(tensors))
            )
            yield from (changed(plain, change) for change in changes)


def _empty(tensors: Arrays) -> Iterator[Mutation]:
    """No elements along one axis: of each tensor, and of all that are as long there."""
    for name, spec in tensors.items():
        for axis, size in enumerate(spec.values.shape):
            alike = {n: s for n, s in tensors.items() if s.values.shape[axis : axis + 1] == (size,)}
            for told, some in ((name, {name: spec}), ("all", alike)):
                made = {
                    n: valued(s, np.take(s.values, np.arange(0), axis)) for n, s in some.items()
                }
                yield f"{told} of {name} empty along {axis}", made, ""


def _untouched(tensors: Arrays) -> Iterator[Mutation]:
    """Indices that name the first row alone, or the last."""
    for name, spec in tensors.items():
        if spec.dtype in INTEGERS and spec.values.size:
            for told, value in (("first", spec.values.min()), ("last", spec.values.max())):
                made = valued(spec, np.full_like(spec.values, value))
                yield f"{name} names the {told} alone", {name: made}, ""


def _alternating(values: np.ndarray) -> np.ndarray:
    return 1e3 * _signs(values) + values * 1e-2


# Of ordinary size, and of bad condition.
_ILL: Makers = (
    ("far from zero", lambda values: 1e4 + values),
    ("1e20", lambda values: values * 1e20),
    ("1e-20", lambda values: values * 1e-20),
    ("near zero", lambda values: values * 1e-3),
    ("near one", lambda values: 1 + 1e-3 * values),
    ("alternating", _alternating),
    ("scores", lambda values: 144 + 56 * np.tanh(values)),
    ("negative scores", lambda values: -144 - 56 * np.tanh(values)),
    # Where exp of them is nothing beside 1, and is all that is left.
    ("tail", lambda values: 20 + 2 * np.tanh(values)),
    ("negative tail", lambda values: -20 - 2 * np.tanh(values)),
    ("just below zero", lambda values: -1e-6 * np.abs(values)),
    ("near 0 and 1", lambda values: np.where(values > 0, 1e-6 * values, 1 + 1e-6 * values)),
)
