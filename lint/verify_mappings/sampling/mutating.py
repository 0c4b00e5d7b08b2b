"""Samples made of the examples of an entry: their inputs, changed one way at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from mapping_model.inputs import (
    COMPLEX,
    FLOATS,
    INTEGERS,
    InputSpec,
    LiteralTensor,
    ParameterInput,
    RandomTensor,
    parse_input,
)
from verify_mappings.inside.arrays import carrier, input_array
from verify_mappings.job import Seed
from verify_mappings.sampling.sample import EXACT, PART, Sample

Arrays = dict[str, LiteralTensor]
# What is told of a change, the inputs that it changes, and code that it takes before.
Mutation = tuple[str, Arrays, str]
# Other values for an array, and what is told of them; for arrays of a dtype.
MakeValues = Callable[[np.ndarray], np.ndarray]
Makers = tuple[tuple[str, MakeValues], ...]
_SLICED = " sliced"
# What one of several operands is converted to.
_PROMOTED = ("float32", "float64", "int64", "int32", "bool")


# Kernels are written for some numbers of dimensions, which is one more than most of them are.
_DEEP = 7


def mutated(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The samples of all seeds in a dtype, see `_of_its_own` and `_in_another`."""
    for seed, plain, tensors, own in fixed(seeds):
        if dtype != own:
            changes = iter(()) if seed.alone else _in_another(tensors, own, dtype)
        else:
            changes = _of_its_own({} if seed.alone else tensors)
        yield from (changed(plain, change) for change in changes)


def further(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The further samples of all seeds whose first tensor is of this dtype.

    Numbers, shapes and uses that go wrong rarely, for whoever reviews an entry: no record is kept
    of them.
    """
    ordinary = [seed for seed in seeds if not _has_its_own(seed)]
    for seed, plain, tensors, own in fixed(ordinary):
        if seed.exact:
            yield from (changed(plain, change) for change in _exactly(tensors, own, dtype))
            continue
        if dtype != own or (seed.after and not seed.plain):
            continue
        if seed.plain:
            yield plain
            continue
        for change in () if seed.alone else _further(tensors, dtype):
            yield changed(plain, change)
        if not seed.call and "result" in seed.code:
            for place in (0, 1, -1):
                origin = f"{seed.origin}{PART}{place}"
                yield replace(plain, origin=origin, after=f"result = result[{place}]\n")


def _has_its_own(seed: Seed) -> bool:
    """Whether samples of a seed are made elsewhere."""
    return bool(seed.paired or seed.without_out or seed.sized)


def fixed(seeds: Iterable[Seed]) -> Iterator[tuple[Seed, Sample, Arrays, str]]:
    """Each seed as a sample without a change, with its tensors and the dtype of the first."""
    for seed in seeds:
        inputs = {name: input_of(name, spec) for name, spec in seed.inputs}
        tensors = {name: s for name, s in inputs.items() if isinstance(s, LiteralTensor)}
        own = next((spec.dtype for spec in tensors.values()), "float32")
        call = None if seed.call is None else tuple(seed.call)
        plain = Sample(seed.origin, seed.code, inputs, call)
        settled = replace(plain, gradients=seed.gradients, after=seed.after, error=seed.error)
        yield seed, settled, tensors, own


def input_of(name: str, spec: object) -> InputSpec:
    """An input as samples have it: tensors with their values."""
    parsed = parse_input(spec)
    if isinstance(parsed, ParameterInput):
        return ParameterInput(_literal(name, parsed.tensor))
    return _literal(name, parsed) if isinstance(parsed, (LiteralTensor, RandomTensor)) else parsed


def _literal(name: str, spec: LiteralTensor | RandomTensor) -> LiteralTensor:
    return LiteralTensor(input_array(name, spec), spec.dtype)


def changed(plain: Sample, change: Mutation) -> Sample:
    """A sample with a change, which its origin tells."""
    told, inputs, before = change
    origin = f"{plain.origin}: {told}" if told else plain.origin
    return replace(plain, origin=origin, code=before + plain.code, inputs=plain.inputs | inputs)


def _in_another(tensors: Arrays, own: str, dtype: str) -> Iterator[Mutation]:
    """What has the dtype of the first tensor has another one; and then its odd values."""
    changed = {n: cast(spec, dtype) for n, spec in tensors.items() if spec.dtype == own}
    if changed:
        yield dtype, changed, ""
        for told, make in _ODD.get(dtype, ()):
            yield f"{dtype}, {told}", {n: _made(spec, make) for n, spec in changed.items()}, ""


def cast(spec: LiteralTensor, dtype: str) -> LiteralTensor:
    """A tensor in another dtype, with other values where these would not do."""
    values = np.asarray(spec.values)
    if values.dtype.kind == "c" and dtype not in COMPLEX:
        values = values.real
    if dtype == "uint8" and values.dtype.kind in "fi":
        values = np.abs(values)
    if values.dtype.kind == "f" and dtype in (*INTEGERS, "bool"):
        values = np.trunc(np.nan_to_num(values) * (3 if dtype in INTEGERS else 1))
    return LiteralTensor(values.astype(carrier(dtype)), dtype)


def _of_its_own(tensors: Arrays) -> Iterator[Mutation]:
    """The inputs as they are, then with odd values, shapes and strides."""
    yield "", {}, ""
    if not tensors:
        return
    first = next(iter(tensors.values()))
    yield from with_values(tensors, first.dtype, _ODD)
    yield from _shapes(tensors, first.values.shape)
    swapped = {
        n: valued(spec, np.ascontiguousarray(np.swapaxes(spec.values, 0, 1)))
        for n, spec in tensors.items()
        if spec.values.ndim > 1
    }
    if swapped:
        before = "".join(f"{name} = {name}.transpose(0, 1)\n" for name in swapped)
        yield "strided", swapped, before


def with_values(tensors: Arrays, dtype: str, named: Mapping[str, Makers]) -> Iterator[Mutation]:
    """Other values in all tensors of a dtype; and, where there are several, in each of them."""
    alike = {name: spec for name, spec in tensors.items() if spec.dtype == dtype}
    for told, make in named.get(dtype, ()):
        made = {name: _made(spec, make) for name, spec in alike.items()}
        yield told, made, ""
        if len(alike) > 1:
            yield from ((f"{told} in {name}", {name: spec}, "") for name, spec in made.items())


def _shapes(tensors: Arrays, shape: tuple[int, ...]) -> Iterator[Mutation]:
    """Other shapes of the tensors that have the shape of the first, or as many rows."""
    same = {name: spec for name, spec in tensors.items() if spec.values.shape == shape}
    if not shape:
        yield "1-d", {n: valued(spec, spec.values.reshape(1)) for n, spec in same.items()}, ""
        return
    if 0 not in shape:
        first = {n: valued(s, s.values.reshape(-1)[:1].reshape(())) for n, s in same.items()}
        yield "0-d", first, ""
    alike = {n: s for n, s in tensors.items() if s.values.shape[:1] == shape[:1]}
    for told, rows in (("empty", 0), ("one row", 1)):
        yield told, {n: valued(s, s.values[:rows]) for n, s in alike.items()}, ""


def _further(tensors: Arrays, dtype: str) -> Iterator[Mutation]:
    yield from with_values(tensors, dtype, _FURTHER)
    more = {name: valued(s, np.stack([s.values, s.values])) for name, s in tensors.items()}
    for name, spec in tensors.items():
        yield f"{name} of one more dimension", {name: more[name]}, ""
        if len(spec.values.shape) and len(spec.values):
            longer = np.concatenate([spec.values[:1], spec.values])
            yield f"one row of {name}", {name: valued(spec, spec.values[:1])}, ""
            yield f"{name} of one less dimension", {name: valued(spec, spec.values[0])}, ""
            yield f"{name}{_SLICED}", {name: valued(spec, longer)}, f"{name} = {name}[1:]\n"
    if len(tensors) > 1:
        yield from _mixed(tensors)
        trained = [name for name, spec in tensors.items() if spec.dtype in (*FLOATS, *COMPLEX)]
        for name in trained:
            yield f"{name} without a gradient", {}, f"{name} = {name}.detach()\n"
            others = "".join(f"{one} = {one}.detach()\n" for one in trained if one != name)
            if len(trained) > 2:
                yield f"a gradient of {name} alone", {}, others
        yield "one more dimension", more, ""
    deep = {name: valued(s, _deep(s.values)) for name, s in tensors.items() if s.values.ndim}
    yield f"{_DEEP} dimensions", deep, ""


def _deep(values: np.ndarray) -> np.ndarray:
    """The same with dimensions of one element before the others."""
    return values.reshape((1,) * (_DEEP - values.ndim) + values.shape)


def _mixed(tensors: Arrays) -> Iterator[Mutation]:
    """One tensor of another dtype than the others: libraries promote, or do not."""
    for name, spec in tensors.items():
        for dtype in _PROMOTED:
            if dtype != spec.dtype and spec.dtype not in COMPLEX:
                yield f"{name} of {dtype}", {name: cast(spec, dtype)}, ""


def _exactly(tensors: Arrays, own: str, dtype: str) -> Iterator[Mutation]:
    """What has the dtype of the first tensor, or is made of numbers alone, in the widest dtypes."""
    if dtype not in ("float64", "int64"):
        return
    changed = {n: cast(spec, dtype) for n, spec in tensors.items() if spec.dtype == own}
    if changed:
        yield f"{dtype}{EXACT}", changed, ""
    elif dtype == "float64":
        yield f"{dtype}{EXACT}", {}, "torch.set_default_dtype(torch.float64)\n"


def valued(spec: LiteralTensor, values: np.ndarray) -> LiteralTensor:
    return LiteralTensor(values, spec.dtype)


def _made(spec: LiteralTensor, make: MakeValues) -> LiteralTensor:
    """A tensor with other values of the same dtype."""
    values = np.array(spec.values)
    with np.errstate(over="ignore"):
        return valued(spec, make(values).astype(values.dtype))


def _ends(first: float, last: float) -> MakeValues:
    """Other values at both ends of an array."""

    def make(values: np.ndarray) -> np.ndarray:
        flat = values.reshape(-1).copy()
        flat[-1:] = last
        flat[:1] = first
        return flat.reshape(values.shape)

    return make


def _first_zero(values: np.ndarray) -> np.ndarray:
    """Rows or matrices of which the first is zero: one singular matrix in a batch."""
    return np.concatenate([np.zeros_like(values[:1]), values[1:]]) if values.ndim else values


def _last_as_first(values: np.ndarray) -> np.ndarray:
    """Rows or matrices of which the last is the first: a matrix that is not of full rank."""
    return np.concatenate([values[:-1], values[:1]]) if values.ndim and len(values) else values


_ODD: dict[str, Makers] = {
    **dict.fromkeys(
        FLOATS,
        (
            ("zeros", np.zeros_like),
            ("ties", np.round),
            ("infinities", _ends(np.inf, -np.inf)),
            ("NaN", _ends(np.nan, np.nan)),
            ("negative zeros", lambda values: np.full_like(values, -0.0)),
        ),
    ),
    **dict.fromkeys(COMPLEX, (("zeros", np.zeros_like),)),
    **{
        dtype: (
            ("zeros", np.zeros_like),
            ("extremes", _ends(np.iinfo(dtype).min, np.iinfo(dtype).max)),
        )
        for dtype in INTEGERS
    },
    "bool": (("all false", np.zeros_like), ("all true", np.ones_like)),
}
_ROWS = (("first zero", _first_zero), ("last as first", _last_as_first))
_HUGE, _NEGATIVE = ("huge", lambda values: values * 1e10), ("negative", np.negative)
_FURTHER: dict[str, Makers] = {
    # In half precision these would be infinities and zeros, which others are already.
    **dict.fromkeys(
        set(FLOATS) - {"float16", "bfloat16"},
        (
            *_ROWS,
            _HUGE,
            ("large", lambda values: values * 1e4),
            ("tiny", lambda values: values * 1e-10),
            ("negative", lambda values: -np.abs(values)),
            ("ones", np.ones_like),
            ("one NaN", _ends(np.nan, 0.5)),
        ),
    ),
    **dict.fromkeys(COMPLEX, (*_ROWS, _HUGE, _NEGATIVE)),
    **dict.fromkeys(
        INTEGERS,
        (*_ROWS, ("large", lambda values: values * 100), ("ones", np.ones_like), _NEGATIVE),
    ),
}
