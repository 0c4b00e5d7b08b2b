"""The inputs of examples as programs beside a library are sent them, in JSON.

Each is its kind, its values, and its dtype. A `random` one has its shape and bounds as values,
which are None for a normal distribution.
"""

from __future__ import annotations

from typing import Any

from mapping_model.entry import Example
from mapping_model.inputs import (
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    RandomTensor,
    ScalarInput,
    ValueInput,
    parse_input,
)

# What any program can make: no layers, which are code, and no parameters.
PLAIN = ("literal", "random", "value")


def all_inputs(example: Example) -> dict[str, list[Any]]:
    """All of them; of a `parameter` the kind says so behind that of its tensor."""
    return {name: _input(spec) for name, spec in example.inputs}


def plain_inputs(example: Example) -> dict[str, list[Any]]:
    """Tensors and values alone."""
    return {name: one for name, one in all_inputs(example).items() if one[0] in PLAIN}


def _input(spec: Any) -> list[Any]:
    parsed, mark = parse_input(spec), ""
    if isinstance(parsed, ParameterInput):
        parsed, mark = parsed.tensor, " parameter"
    match parsed:
        case LiteralTensor(values, dtype):
            return [f"literal{mark}", values, dtype]
        case RandomTensor(dtype, shape, low, high):
            whole = dtype.startswith(("int", "uint"))
            bounds = [0, 10] if low is None and whole else [low, high]
            return [f"random{mark}", [list(shape), *bounds], dtype]
        case ModuleInput(torch=torch, paddle=paddle):
            return ["module", [torch, paddle], ""]
        case ScalarInput(value) | ValueInput(value):
            return ["value", value, ""]
