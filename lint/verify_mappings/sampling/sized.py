"""Axes of no elements, and fewer dimensions, beside calls that may name sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mapping_model.inputs import LiteralTensor
from verify_mappings.job import Seed
from verify_mappings.sampling.mutating import Arrays, Mutation, changed, fixed, valued
from verify_mappings.sampling.sample import Sample


def sized(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The samples of such seeds whose first tensor is of this dtype."""
    for seed, plain, tensors, own in fixed([seed for seed in seeds if seed.sized]):
        if dtype == own:
            if seed.alone:
                yield plain
            else:
                yield from (changed(plain, change) for change in _fewer(tensors))
            yield from (changed(plain, change) for change in _emptied(tensors))


def _emptied(tensors: Arrays) -> Iterator[Mutation]:
    """No elements along one axis of a tensor; and along all axes, of all, that are as long."""
    for name, spec in tensors.items():
        for axis, size in enumerate(spec.values.shape):
            yield f"{name} empty along {axis}", {name: _cut(spec, [axis])}, ""
            alike = {
                n: [a for a, s in enumerate(t.values.shape) if s == size]
                for n, t in tensors.items()
            }
            made = {n: _cut(tensors[n], axes) for n, axes in alike.items() if axes}
            yield f"empty where as long as {name} along {axis}", made, ""


def _cut(spec: LiteralTensor, axes: Sequence[int]) -> LiteralTensor:
    """A tensor of which nothing is left along some axes."""
    shape = tuple(0 if axis in axes else size for axis, size in enumerate(spec.values.shape))
    return valued(spec, np.zeros(shape, spec.values.dtype))


def _fewer(tensors: Arrays) -> Iterator[Mutation]:
    """The first one, or more, of the dimensions taken away: of each tensor, and of all."""
    for count in range(1, max((s.values.ndim for s in tensors.values()), default=0) + 1):
        made = {
            name: valued(spec, spec.values[(0,) * count])
            for name, spec in tensors.items()
            if spec.values.ndim >= count and spec.values.size
        }
        told = f"{count} dimension{'s' if count > 1 else ''} less"
        yield from ((f"{name} of {told}", {name: spec}, "") for name, spec in made.items())
        yield told, made, ""
