"""What the inputs of an example are, for code that is rewritten."""

from __future__ import annotations

from mapping_model.entry import Example
from mapping_model.inputs import InputError, ModuleInput, ScalarInput, ValueInput, parse_input
from mapping_model.types import Type


def variables_of(example: Example) -> dict[str, Type]:
    """The type of each input, by its name; what means nothing is left out."""
    found = {}
    for name, spec in example.inputs:
        try:
            parsed = parse_input(spec)
        except InputError:
            continue
        if isinstance(parsed, ModuleInput):
            found[name] = Type("torch.nn." + parsed.torch.partition("(")[0].rpartition(".")[2])
        elif isinstance(parsed, (ScalarInput, ValueInput)):
            found[name] = Type(type(parsed.value).__name__)
        else:
            found[name] = Type("Tensor")
    return found
