"""What a sample passes to the API, for asking conditions on values."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from mapping_model.applying.expressions import CALLED_WITH, RECEIVER
from mapping_model.inputs import InputSpec, LiteralTensor, ParameterInput, ScalarInput, ValueInput
from mapping_model.limits.vocabulary import Dtype, Tensor
from mapping_model.snapshots import Api
from verify_mappings.probing.calling import calls
from verify_mappings.sampling.sample import STRIDED, Sample


class _Unknown(Exception):
    """A value that only running the code would tell."""


Values = dict[str, Any]


def arguments_of(sample: Sample, api: Api) -> tuple[Values, Values] | None:
    """The values by torch's names of the parameters, and torch's defaults for the others.

    Of the first call of the API; None where there is none. What cannot be told is left out.
    """
    found = calls(sample.code, api)
    if not found:
        return None
    call, given = found[0], _inputs(sample)
    values: Values = {}
    for name, argument in call.binding.arguments.items():
        listed = [_known(value, given) for value in argument.values]
        if all(known for known, _ in listed):
            parts = [value for _, value in listed]
            values[name.lstrip("*")] = parts if argument.parameter.variadic else parts[0]
    if call.receiver is not None:
        known, value = _known(call.receiver, given)
        values |= {RECEIVER: value} if known else {}
    for name, variable in zip(CALLED_WITH, sample.call or (), strict=False):
        if api.kind == "class" and variable in given:
            values[name] = given[variable]
    defaults: Values = {}
    for parameter in call.binding.signature.parameters:
        if parameter.default is not None and parameter.default != "...":
            known, value = _known(ast.parse(parameter.default, mode="eval").body, {})
            defaults |= {parameter.name: value} if known else {}
    return values, defaults


def _inputs(sample: Sample) -> Values:
    strided = sample.origin.endswith(STRIDED)
    found = {}
    for name, spec in sample.inputs.items():
        value = _value(spec)
        if strided and isinstance(value, Tensor) and value.array.ndim > 1:
            value = Tensor(np.swapaxes(value.array, 0, 1), value.dtype, contiguous=False)
        if value is not _Unknown:
            found[name] = value
    return found


def _value(spec: InputSpec) -> Any:
    match spec:
        case LiteralTensor(values, dtype) | ParameterInput(LiteralTensor(values, dtype)):
            return Tensor(values, dtype)
        case ScalarInput(value) | ValueInput(value):
            return value
    return _Unknown


def _known(node: ast.expr, given: Mapping[str, Any]) -> tuple[bool, Any]:
    try:
        return True, _evaluated(node, given)
    except _Unknown:
        return False, None


def _evaluated(node: ast.expr, given: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name) if name in given:
            return given[name]
        case ast.UnaryOp(ast.USub(), operand):
            value = _evaluated(operand, given)
            if isinstance(value, (int, float, complex)):
                return -value
        case ast.List(items) | ast.Tuple(items):
            return [_evaluated(item, given) for item in items]
        case ast.Attribute(ast.Name("torch"), name):
            return Dtype(name)
        case ast.Call(ast.Name("float"), [ast.Constant(str(text))]):
            return float(text)
        case ast.Call(ast.Name("complex"), [real, imaginary]):
            return complex(_evaluated(real, given), _evaluated(imaginary, given))
    raise _Unknown
