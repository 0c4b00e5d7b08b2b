"""Examples of what few inputs are: NaN, infinities, no elements or dimensions, dtypes few use."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from mapping_model.entry import Example
from mapping_model.inputs import LiteralTensor, ParameterInput, RandomTensor, parse_input
from mapping_model.limits.standing import is_rare

_Tensor = LiteralTensor | RandomTensor


def is_rare_example(example: Example, *, values: bool) -> bool:
    """Whether its inputs are such; that some are no number tells only where `values` differ.

    What is rare, conditions of limits decide: those that hold of the inputs are asked. One ordinary
    dtype, or one tensor with dimensions, makes an example ordinary.
    """
    tensors = [*_tensors(example)]
    if not tensors:
        return False
    shapes = [[f"x.size == {math.prod(_shape(one))}"] for one in tensors]
    kinds = [[f"x.dtype == {one.dtype}", f"x.ndim == {len(_shape(one))}"] for one in tensors]
    numbers = [[*_numbers(one)] for one in tensors] if values else []
    some = any(any(map(is_rare, told)) for told in (*shapes, *numbers))
    return some or all(any(map(is_rare, told)) for told in kinds)


def _tensors(example: Example) -> Iterator[_Tensor]:
    for _, written in example.inputs:
        spec = parse_input(written)
        if isinstance(spec, ParameterInput):
            spec = spec.tensor
        if isinstance(spec, _Tensor):
            yield spec


def _shape(tensor: _Tensor) -> tuple[int, ...]:
    if isinstance(tensor, RandomTensor):
        return tensor.shape
    shape, values = [], tensor.values
    while isinstance(values, list):
        shape.append(len(values))
        values = values[0] if values else None
    return tuple(shape)


def _numbers(tensor: _Tensor) -> Iterator[str]:
    found = [*_flat(tensor.values)] if isinstance(tensor, LiteralTensor) else []
    floats = [one for one in found if isinstance(one, float)]
    if any(map(math.isnan, floats)):
        yield "some(isnan(x))"
    if any(map(math.isinf, floats)):
        yield "some(isinf(x))"


def _flat(values: Any) -> Iterator[Any]:
    if isinstance(values, list):
        for one in values:
            yield from _flat(one)
    else:
        yield values
