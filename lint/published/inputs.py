"""The inputs of an example as a reader understands them."""

from __future__ import annotations

from typing import Any

from mapping_model.entry import Example
from mapping_model.inputs import (
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    ScalarInput,
    ValueInput,
    parse_input,
)


def written_inputs(example: Example) -> list[tuple[str, str]]:
    """The inputs of an example, each with its value as a reader understands it."""
    return [(name, written_input(spec)) for name, spec in example.inputs]


def written_input(spec: Any) -> str:
    """An input as a reader understands it: as Python writes it, tensors with random values as in
    the file.
    """
    match parse_input(spec):
        case ScalarInput(value) | ValueInput(value):
            return repr(value)
        case LiteralTensor(values, dtype):
            shown = repr(values).replace("'", "")  # complex numbers are strings in YAML
            given = isinstance(spec, dict) and "dtype" in spec
            return f"tensor({shown}, dtype={dtype})" if given else f"tensor({shown})"
        case ParameterInput():
            return f"Parameter({written_input(spec['parameter'])})"
        case ModuleInput(torch, paddle):
            return torch if torch == paddle else f"{torch} / {paddle}"
    return str(spec)
