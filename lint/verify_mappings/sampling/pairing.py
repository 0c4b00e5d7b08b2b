"""Operands of different dtypes, and of no dimensions beside some: torch promotes both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from mapping_model.inputs import LiteralTensor
from verify_mappings.job import Seed
from verify_mappings.sampling.mutating import Arrays, cast, changed, fixed
from verify_mappings.sampling.sample import Sample

_DTYPES = (
    *("bool", "uint8", "int32", "int64", "float16", "bfloat16", "float32", "float64"),
    "complex64",
)
# Those that every example is tried with; all are, with the first one of an entry.
_FEW = ("int32", "int64", "float32", "float64")
# Those of tensors without dimensions.
_OF_NONE = ("bool", "int64", "float16", "float32", "float64", "complex64")
_TRAINED = ("float32", "float64", "complex64")
# So many tensors of an example are operands.
_MOST = 3


def paired(seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The samples whose first operand is of this dtype; of one alone, of all that it may be."""
    first = True
    for _, plain, tensors, _ in fixed([seed for seed in seeds if seed.paired]):
        operands = {name: spec for name, spec in tensors.items() if name != "out"}
        names = list(operands)[:_MOST]
        if len(names) == 1:
            yield from _of_one(plain, names[0], operands[names[0]], dtype)
        for pair in combinations(names, 2):
            among = _DTYPES if first else _FEW
            first = False
            yield from _of_two(plain, pair, operands, (dtype, among))


def _of_one(plain: Sample, name: str, spec: LiteralTensor, dtype: str) -> Iterator[Sample]:
    for told, made in _shaped(cast(spec, dtype)):
        one = changed(plain, (f"{dtype}{told}", {name: made}, ""))
        yield replace(one, gradients=plain.gradients and dtype in _TRAINED)


def _of_two(
    plain: Sample, pair: tuple[str, str], tensors: Arrays, dtypes: tuple[str, Sequence[str]]
) -> Iterator[Sample]:
    left, right = pair
    dtype, among = dtypes
    for other in among if dtype in among else ():
        ones, others = _shaped(cast(tensors[left], dtype)), _shaped(cast(tensors[right], other))
        for (told, one), (told_of_other, made) in product(ones, others):
            rare = {dtype, other} - {*_OF_NONE} and (told or told_of_other)
            if rare or (dtype == other and told == told_of_other):
                continue  # recorded probes have the second
            way = f"{dtype}{told} and {other}{told_of_other}"
            sample = changed(plain, (way, {left: one, right: made}, ""))
            trained = dtype in _TRAINED and other in _TRAINED
            yield replace(sample, gradients=plain.gradients and trained)


def _shaped(spec: LiteralTensor) -> list[tuple[str, LiteralTensor]]:
    """A tensor as it is, and of no dimensions."""
    values = np.asarray(spec.values)
    found = [("", spec)]
    if values.ndim and values.size:
        found.append((" 0-d", LiteralTensor(values.reshape(-1)[:1].reshape(()), spec.dtype)))
    return found
