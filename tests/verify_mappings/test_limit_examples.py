"""The limits of the corpus: each condition holds for the call that shows the limit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mapping_model.categories import Text
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
from mapping_model.outcomes import Departure
from mapping_model.snapshots import torch_snapshot
from verify_mappings.inside.arrays import input_array
from verify_mappings.probing.arguments import arguments_of
from verify_mappings.sampling.sample import Sample

EMPTY = Text("", "")
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


@pytest.mark.parametrize(
    ("code", "view", "contiguous"),
    [
        ("x.log_()", False, True),
        ("x[0].log_()", True, True),
        ("x[1:].log_()", True, True),
        ("x = x[1:]\nx.log_()", True, True),
        ("x.transpose(0, 1).log_()", True, False),
    ],
)
def test_a_view_may_be_contiguous(code: str, view: bool, contiguous: bool) -> None:
    """What is written to it misses in the gradient of what it is a view of, however it lies."""
    api = torch_snapshot().get("torch.Tensor.log_")
    assert api is not None
    sample = Sample("view", code, {"x": filled("x", "float32[2, 3]")})
    (call,) = arguments_of(sample, api)
    assert holds("view(self)", call.values, call.defaults) is view
    assert holds("contiguous(self)", call.values, call.defaults) is contiguous


def test_no_limit_takes_a_view_for_one_that_is_not_contiguous() -> None:
    """A wrong gradient after a write to a view is a matter of views."""
    corpus = Corpus.load(MAPPINGS)
    limits = [
        (entry.torch, limit)
        for entry in corpus.entries.values()
        for limit in (placed.limit for placed in placed_limits(entry, corpus.limits))
        if limit.then is Departure.GRADIENT and "inplace-through-view" in (limit.text or EMPTY).en
    ]
    assert len(limits) > 30
    assert [name for name, limit in limits if "view(" not in limit.when] == []


def test_conditions_ask_for_what_a_layer_is_called_with() -> None:
    api = torch_snapshot().get("torch.nn.MSELoss")
    assert api is not None
    inputs = {"x": filled("x", "float32[2, 3]"), "y": filled("y", [1.5])}
    sample = Sample("loss", "result = torch.nn.MSELoss()", inputs, call=("x", "y"))
    (call,) = arguments_of(sample, api)
    asked = "input.shape != target.shape and target.size == 1"
    assert holds(asked, call.values, call.defaults) is True
