"""An example with what it is about and what running it has shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mapping_model.categories import Text
from mapping_model.entry import Example, Variant
from mapping_model.inputs import (
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    ScalarInput,
    ValueInput,
    parse_input,
)
from mapping_model.standings import Execution
from mapping_model.usages import RETURNS
from published.known import Known, described


@dataclass(frozen=True, slots=True)
class PublishedExample:
    """An example, or a check of a gotcha, by its key; `about` says what it shows, if anything does.

    That is its title, else what the parameter that it is of means.
    """

    key: str
    example: Example
    about: Text | None
    execution: Execution


def examples_of(
    known: Known, variant: Variant, at: str, executions: Mapping[str, Execution]
) -> Iterator[PublishedExample]:
    """The examples of a variant; `at` is what their keys begin with."""
    for place, example in enumerate(variant.examples, 1):
        key, about = f"{at}{place}", example.title
        if about is None and example.param == RETURNS:
            about = variant.returns.note if variant.returns else None
        elif about is None and example.param is not None:
            rows = (row for row in variant.params if example.param in (row.torch, row.paddle))
            row = next(rows, None)
            about = described(known, row) if row else None
        yield PublishedExample(key, example, about, executions[key])


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
