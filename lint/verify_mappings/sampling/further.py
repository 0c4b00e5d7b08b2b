"""Further samples made of the examples of an entry: numbers, shapes and uses that go wrong rarely.

They are for whoever reviews an entry. No record is kept of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from mapping_model.inputs import COMPLEX, FLOATS, INTEGERS, LiteralTensor
from verify_mappings.probe_job import Seed
from verify_mappings.sampling.mutating import Arrays, Change, Values, ends, fixed, made
from verify_mappings.sampling.sample import PART, Sample


def further(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The samples of all seeds whose first tensor is of this dtype."""
    for seed in seeds:
        inputs = {name: fixed(name, spec) for name, spec in seed.inputs}
        tensors = {name: s for name, s in inputs.items() if isinstance(s, LiteralTensor)}
        own = next((spec.dtype for spec in tensors.values()), "float32")
        if dtype != own or seed.after:
            continue
        plain = Sample(seed.origin, seed.code, inputs, seed.call, gradients=seed.gradients)
        for told, changed, before in () if seed.alone else _changed(tensors, dtype):
            other = replace(plain, origin=f"{seed.origin}: {told}", inputs=inputs | changed)
            # The gradient through a part that is changed in place is wrong, whatever changes it.
            gradients = plain.gradients and not told.endswith(_SLICED)
            yield replace(other, code=before + seed.code, gradients=gradients)
        if not seed.call and "result" in seed.code:
            for place in (0, 1, -1):
                origin = f"{seed.origin}{PART}{place}"
                yield replace(plain, origin=origin, after=f"result = result[{place}]\n")


_SLICED = " sliced"


def _changed(tensors: Arrays, dtype: str) -> Iterator[Change]:
    alike = {name: spec for name, spec in tensors.items() if spec.dtype == dtype}
    for told, make in _VALUES.get(dtype, ()):
        yield told, {name: made(spec, make) for name, spec in alike.items()}, ""
        if len(alike) > 1:
            yield from ((f"{told} in {n}", {n: made(s, make)}, "") for n, s in alike.items())
    for name, spec in tensors.items():
        yield f"{name} of one more dimension", {name: _more(spec)}, ""
        if len(spec.values.shape) and len(spec.values):
            first = LiteralTensor(spec.values[:1], spec.dtype)
            longer = LiteralTensor(np.concatenate([spec.values[:1], spec.values]), spec.dtype)
            yield f"one row of {name}", {name: first}, ""
            yield f"{name}{_SLICED}", {name: longer}, f"{name} = {name}[1:]\n"
    if len(tensors) > 1:
        trained = [name for name, spec in tensors.items() if spec.dtype in (*FLOATS, *COMPLEX)]
        for name in trained:
            yield f"{name} without a gradient", {}, f"{name} = {name}.detach()\n"
            others = "".join(f"{one} = {one}.detach()\n" for one in trained if one != name)
            if len(trained) > 2:
                yield f"a gradient of {name} alone", {}, others
        yield "one more dimension", {name: _more(spec) for name, spec in tensors.items()}, ""


def _more(spec: LiteralTensor) -> LiteralTensor:
    return LiteralTensor(np.stack([spec.values, spec.values]), spec.dtype)


def _times(factor: float) -> Values:
    def make(values: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            return values * factor

    return make


def _first_zero(values: np.ndarray) -> np.ndarray:
    """Rows or matrices of which the first is zero: one singular matrix in a batch."""
    return np.concatenate([np.zeros_like(values[:1]), values[1:]]) if values.ndim else values


def _last_as_first(values: np.ndarray) -> np.ndarray:
    """Rows or matrices of which the last is the first: a matrix that is not of full rank."""
    return np.concatenate([values[:-1], values[:1]]) if values.ndim and len(values) else values


_ROWS = (("first zero", _first_zero), ("last as first", _last_as_first))
_FLOAT = (
    *_ROWS,
    ("huge", _times(1e10)),
    ("large", _times(1e4)),
    ("tiny", _times(1e-10)),
    ("negative", lambda values: -np.abs(values)),
    ("ones", np.ones_like),
    ("one NaN", ends(np.nan, 0.5)),
)
_INTEGER = (*_ROWS, ("large", _times(100)), ("ones", np.ones_like), ("negative", np.negative))
_VALUES: dict[str, tuple[tuple[str, Values], ...]] = {
    # In half precision these would be infinities and zeros, which others are already.
    **dict.fromkeys(set(FLOATS) - {"float16", "bfloat16"}, _FLOAT),
    **dict.fromkeys(COMPLEX, (*_ROWS, ("huge", _times(1e10)), ("negative", np.negative))),
    **dict.fromkeys(INTEGERS, _INTEGER),
}
