"""Samples made of the examples of an entry: their inputs, changed one way at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from mapping_model.inputs import (
    COMPLEX,
    FLOATS,
    INTEGERS,
    InputSpec,
    LiteralTensor,
    RandomTensor,
    parse_input,
)
from verify_mappings.inside.arrays import carrier, input_array
from verify_mappings.probe_job import Seed
from verify_mappings.sampling.sample import Sample

Arrays = dict[str, LiteralTensor]
# What is told of a change, the inputs that it changes, and code that it takes before.
Change = tuple[str, Arrays, str]
Values = Callable[[np.ndarray], np.ndarray]


def mutated(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The samples of all seeds in a dtype, see `_of_its_own` and `_in_another`."""
    for seed in seeds:
        inputs = {name: fixed(name, spec) for name, spec in seed.inputs}
        tensors = {name: s for name, s in inputs.items() if isinstance(s, LiteralTensor)}
        own = next((spec.dtype for spec in tensors.values()), "float32")
        if seed.alone and dtype != own:
            continue
        ways = _in_another(tensors, own, dtype)
        if dtype == own:
            ways = _of_its_own({} if seed.alone else tensors)
        for told, changed, before in ways:
            origin = f"{seed.origin}: {told}" if told else seed.origin
            sample = Sample(origin, before + seed.code, inputs | changed, seed.call)
            yield replace(sample, gradients=seed.gradients, after=seed.after)


def fixed(name: str, spec: object) -> InputSpec:
    """An input as samples have it: tensors with their values."""
    parsed = parse_input(spec)
    if isinstance(parsed, (LiteralTensor, RandomTensor)):
        return LiteralTensor(input_array(name, parsed), parsed.dtype)
    return parsed


def _in_another(tensors: Arrays, own: str, dtype: str) -> Iterator[Change]:
    """What has the dtype of the first tensor has another one; and then its odd values."""
    changed = {n: _cast(spec, dtype) for n, spec in tensors.items() if spec.dtype == own}
    if changed:
        yield dtype, changed, ""
        for told, make in _VALUES.get(dtype, ()):
            yield f"{dtype}, {told}", {n: made(spec, make) for n, spec in changed.items()}, ""


def _cast(spec: LiteralTensor, dtype: str) -> LiteralTensor:
    values = np.asarray(spec.values)
    if values.dtype.kind == "c" and dtype not in COMPLEX:
        values = values.real
    if dtype == "uint8" and values.dtype.kind in "fi":
        values = np.abs(values)
    if values.dtype.kind == "f" and dtype in (*INTEGERS, "bool"):
        values = np.trunc(np.nan_to_num(values) * (3 if dtype in INTEGERS else 1))
    return LiteralTensor(values.astype(carrier(dtype)), dtype)


def _of_its_own(tensors: Arrays) -> Iterator[Change]:
    """The inputs as they are, then with odd values, shapes and strides."""
    yield "", {}, ""
    if not tensors:
        return
    first = next(iter(tensors.values()))
    alike = {name: spec for name, spec in tensors.items() if spec.dtype == first.dtype}
    for told, make in _VALUES.get(first.dtype, ()):
        yield told, {name: made(spec, make) for name, spec in alike.items()}, ""
        if len(alike) > 1:
            yield from (
                (f"{told} in {name}", {name: made(spec, make)}, "") for name, spec in alike.items()
            )
    yield from _shapes(tensors, first.values.shape)
    swapped = {n: _swapped(spec) for n, spec in tensors.items() if spec.values.ndim > 1}
    if swapped:
        before = "".join(f"{name} = {name}.transpose(0, 1)\n" for name in swapped)
        yield "strided", swapped, before


def _shapes(tensors: Arrays, shape: tuple[int, ...]) -> Iterator[Change]:
    """Other shapes of the tensors that have the shape of the first, or as many rows."""
    same = {name: spec for name, spec in tensors.items() if spec.values.shape == shape}
    if not shape:
        yield "1-d", {name: _reshaped(spec, (1,)) for name, spec in same.items()}, ""
        return
    if shape and 0 not in shape:
        first = {n: LiteralTensor(s.values.reshape(-1)[:1], s.dtype) for n, s in same.items()}
        yield "0-d", {name: _reshaped(spec, ()) for name, spec in first.items()}, ""
    alike = {n: s for n, s in tensors.items() if s.values.shape[:1] == shape[:1]}
    for told, rows in (("empty", 0), ("one row", 1)):
        yield told, {n: LiteralTensor(s.values[:rows], s.dtype) for n, s in alike.items()}, ""


def _reshaped(spec: LiteralTensor, shape: tuple[int, ...]) -> LiteralTensor:
    return LiteralTensor(spec.values.reshape(shape), spec.dtype)


def _swapped(spec: LiteralTensor) -> LiteralTensor:
    return LiteralTensor(np.ascontiguousarray(np.swapaxes(spec.values, 0, 1)), spec.dtype)


def made(spec: LiteralTensor, make: Values) -> LiteralTensor:
    """A tensor with other values of the same dtype."""
    values = np.array(spec.values)
    return LiteralTensor(make(values).astype(values.dtype), spec.dtype)


def ends(first: float, last: float) -> Values:
    """Other values at both ends of an array."""

    def make(values: np.ndarray) -> np.ndarray:
        flat = values.reshape(-1).copy()
        flat[-1:] = last
        flat[:1] = first
        return flat.reshape(values.shape)

    return make


_FLOAT = (
    ("zeros", np.zeros_like),
    ("ties", np.round),
    ("infinities", ends(np.inf, -np.inf)),
    ("NaN", ends(np.nan, np.nan)),
    ("negative zeros", lambda values: np.full_like(values, -0.0)),
)
_VALUES: dict[str, tuple[tuple[str, Values], ...]] = {
    **dict.fromkeys(FLOATS, _FLOAT),
    **dict.fromkeys(COMPLEX, (("zeros", np.zeros_like),)),
    **{
        dtype: (
            ("zeros", np.zeros_like),
            ("extremes", ends(np.iinfo(dtype).min, np.iinfo(dtype).max)),
        )
        for dtype in INTEGERS
    },
    "bool": (("all false", np.zeros_like), ("all true", np.ones_like)),
}
