"""The limits of the corpus: each condition holds for the call that shows the limit."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mapping_model.corpus import Corpus
from mapping_model.inputs import (
    InputSpec,
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    RandomTensor,
    ScalarInput,
    ValueInput,
    parse_input,
)
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.values import covers, holds
from mapping_model.snapshots import torch_snapshot
from verify_mappings.inside.arrays import input_array
from verify_mappings.probing.arguments import arguments_of
from verify_mappings.sampling.sample import Sample

MAPPINGS = Path(__file__).parents[2] / "mappings"


def filled(name: str, written: object) -> InputSpec:
    """An input with an array in place of what describes it."""
    spec = parse_input(written)
    tensor = spec.tensor if isinstance(spec, ParameterInput) else spec
    if isinstance(tensor, (LiteralTensor, RandomTensor)):
        return LiteralTensor(input_array(name, tensor), tensor.dtype)
    assert isinstance(spec, (ModuleInput, ScalarInput, ValueInput))
    return spec


def differentiable(spec: InputSpec) -> bool:
    """Whether an input may have a gradient."""
    return isinstance(spec, LiteralTensor) and np.asarray(spec.values).dtype.kind not in "iub"


def test_a_condition_holds_for_the_call_that_shows_the_limit() -> None:
    corpus = Corpus.load(MAPPINGS)
    told = {}
    for entry in corpus.entries.values():
        api = torch_snapshot().get(entry.torch)
        for number, placed in enumerate(placed_limits(entry, corpus.limits), 1):
            example = placed.limit.example
            inputs = {name: filled(name, spec) for name, spec in example.inputs}
            sample = Sample("limit", example.torch, inputs)
            trained = [name for name, spec in inputs.items() if differentiable(spec)]
            calls = arguments_of(sample, api, trained=trained) if api else ()
            held = {covers(placed.limit, call.values, call.defaults) for call in calls}
            told[f"{entry.torch} {number}"] = _any(held)
    assert [name for name, holds in told.items() if holds is False] == []
    # What a layer is called with, and what other code computes, is not known: so it is where a view
    # is changed in place.
    unknown = [name for name, holds in told.items() if holds is None]
    assert len(unknown) < len(told) / 20


def _any(held: set[bool | None]) -> bool | None:
    """Whether any call is one that a limit speaks of; None where that is not known."""
    return True in held or (False if held == {False} else None)


def test_conditions_ask_for_what_a_layer_is_called_with() -> None:
    api = torch_snapshot().get("torch.nn.MSELoss")
    assert api is not None
    inputs = {"x": filled("x", "float32[2, 3]"), "y": filled("y", [1.5])}
    sample = Sample("loss", "result = torch.nn.MSELoss()", inputs, call=("x", "y"))
    (call,) = arguments_of(sample, api)
    asked = "input.shape != target.shape and target.size == 1"
    assert holds(asked, call.values, call.defaults) is True
