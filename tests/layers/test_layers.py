"""What `layers.yaml` says of the attributes of layers, held against both libraries; see run.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from layer_calls import ROOT, LayerCall, layer_calls
from layer_copies import entangled, holding, unpickled
from layer_faults import differing, faults, ignored
from layer_look import Seen, alike, seen
from layer_writes import otherwise

from convert_torch.converting import convert
from mapping_model.applying import attributes as applied
from mapping_model.applying.attributes import Attributes, attributes_of, layers
from mapping_model.categories import Text
from mapping_model.corpus import Corpus
from mapping_model.language.kinds import KINDS
from mapping_model.language.pieces import Kind, pieces_of
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE, load_snapshot

NORM, LOSS, BATCH, CELL = (
    *("torch.nn.LayerNorm", "torch.nn.NLLLoss", "torch.nn.BatchNorm1d", "torch.nn.RNNCell"),
)


@pytest.fixture(scope="module")
def calls() -> list[LayerCall]:
    return layer_calls(Corpus.load(ROOT / "mappings"))


@pytest.fixture(scope="module")
def found(libraries: Path, calls: list[LayerCall]) -> list[Seen]:
    return seen(libraries, calls, attributes_of)[0]


def test_the_table_says_what_both_libraries_have(found: list[Seen]) -> None:
    assert faults(found, {layer: attributes_of(layer) for layer in layers()}) == []


def test_what_is_written_to_layers_gives_the_same(libraries: Path, found: list[Seen]) -> None:
    assert otherwise(libraries, found, Corpus.load(ROOT / "mappings").resolve) == []


def test_a_write_that_gives_something_else_is_found(
    libraries: Path, found: list[Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if Paddle's `delta` could stand for `beta` after building."""
    layer = "torch.nn.SmoothL1Loss"
    planted = tuple(replace(one, fixed=()) for one in attributes_of(layer))
    monkeypatch.setattr(applied, "attributes_of", lambda _: planted)
    some = [one for one in found if one.call.layer == layer]
    told = otherwise(libraries, some, Corpus.load(ROOT / "mappings").resolve)
    assert f"{layer}.beta: `m.beta = 0.75` as `m.delta = 0.75` gives something else" in told


def test_what_is_fixed_under_its_own_name_gives_something_else(
    libraries: Path, found: list[Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each such line of the table is needed: without it nothing would be told."""
    ones = {layer: attributes_of(layer) for layer in layers()}
    fixed = {
        f"{layer}.{name}"
        for layer, told in ones.items()
        for one in told
        for name in {*one.fixed} - {*one.codes, *one.other}
    }
    planted = {layer: tuple(replace(o, fixed=()) for o in told) for layer, told in ones.items()}
    monkeypatch.setattr(applied, "attributes_of", lambda layer: planted.get(layer, ()))
    layers_of = {one.rpartition(".")[0] for one in fixed}
    some = [one for one in found if one.call.layer in layers_of]
    told = otherwise(libraries, some, Corpus.load(ROOT / "mappings").resolve)
    # Of one dimension PyTorch's layer heeds nothing where the last window begins behind the input.
    fixed -= {"torch.nn.MaxPool1d.ceil_mode", "torch.nn.AvgPool1d.ceil_mode"}
    assert len(fixed) > 10 and fixed - {one.partition(":")[0] for one in told} == set()


def test_copies_of_layers_are_their_own(libraries: Path, calls: list[LayerCall]) -> None:
    assert entangled(libraries, calls) == []


def test_what_has_a_lambda_cannot_be_pickled(libraries: Path, calls: list[LayerCall]) -> None:
    """As the gotcha `save-load` says, and nothing else."""
    refused = unpickled(libraries, calls)
    assert len(refused) > 400 and any(refused.values())
    assert [code for code, said in refused.items() if said != ("lambda" in code)] == []


def test_a_copy_that_computes_with_the_first_is_found(
    libraries: Path, calls: list[LayerCall]
) -> None:
    """As if the mapping wrote functions that hold on to the layer."""
    name = "torch.nn.RMSNorm"
    call = next(one for one in calls if one.layer == name and one.forward)
    written = f"m = {OWN_NORM}\nm.forward = lambda x: x * m.weight\nresult = m"
    (told,) = entangled(libraries, [replace(call, torch=f"{name}(4)", paddle=written)])
    assert told == f"{name}(4): a copy has the weights of the first"


OWN_NORM = "paddle.nn.LayerNorm(4)"


def test_functions_in_mappings_know_what_they_are_passed() -> None:
    """Not what a variable of the code around, or of their own, has become by then."""
    found = {}
    for name, entry in Corpus.load(ROOT / "mappings").entries.items():
        codes = [p.text for v in entry.variants for p in pieces_of(v) if p.kind is Kind.CODE]
        names = {
            one for code in codes if "lambda" in code for one in holding(code, {*KINDS, "isa"})
        }
        if names and name not in _HOLDING:
            found[name] = sorted(names)
    assert found == {}


def test_a_function_that_looks_a_name_up_is_found() -> None:
    assert holding("loss.hook(lambda layer, x: x / beta)\nloss") == {"beta"}
    assert holding("m.forward = lambda x: [y * m.weight for y in x]\nm") == {"m"}
    assert holding("m.forward = lambda m, x: [y * m.weight for y in x]\nm") == set()


# Where that is right: called at once, or within a `with`.
_HOLDING = {
    *("torch.from_dlpack", "torch.nn.functional.grouped_mm", "torch.autograd.graph.save_on_cpu"),
    # Its numbers are read at each step; they are written out where a profiler is made.
    "torch.profiler.schedule",
}


def test_nearly_all_layers_are_made(found: list[Seen], calls: list[LayerCall]) -> None:
    assert len(found) > 600 and len({one.call.layer for one in found}) > 130
    assert len(calls) - len(found) < 50
    # What is compared is there.
    by_layer = {one.call.layer: one for one in found}
    assert {"eps", "bias", "normalized_shape"} <= by_layer[NORM].values.keys()
    assert {"running_mean", "num_batches_tracked"} <= by_layer[BATCH].values.keys()
    assert any(one.call.layer == LOSS and {"reduction"} <= {*differing(one)} for one in found)
    # Under torch's name dropout heeds what is written to it.
    heeded = [one for one in found if one.call.layer == "torch.nn.Dropout" and one.paddle["heeded"]]
    assert heeded and not any("p" in ignored(one) for one in heeded)


def test_what_is_the_same_is_no_question(found: list[Seen]) -> None:
    """A file that reads it is converted without a word."""
    shelf, release = Shelf(ROOT / "mappings"), load_snapshot("paddle", PADDLE[-1])
    told = []
    for one in found:
        known = {*differing(one), *one.codes, *one.other}
        same = sorted(name for name in one.values if name.isidentifier() and name not in known)
        code = "\n".join(["import torch", f"m = {one.call.torch}", *(f"m.{name}" for name in same)])
        found_here = convert(code, shelf, release).findings
        told += [f"{one.call.torch}: {left.api}" for left in found_here if left.line > 2]
    assert told == []


Change = Callable[[Attributes], Attributes]


def _without(name: str) -> Change:
    return lambda one: replace(one, codes={k: v for k, v in one.codes.items() if k != name})


def _with(**codes: str | None) -> Change:
    return lambda one: replace(one, codes={**one.codes, **codes})


# What is planted in the table, and what is told of it.
PLANTED: dict[str, tuple[str, Change, str]] = {
    "a missing line": (NORM, _without("eps"), ".eps: 1e-05 in PyTorch"),
    "a wrong expression": (NORM, _with(eps="self._epsilon * 2"), ".eps: 1e-05 in PyTorch, self."),
    "an expression that fails": (
        LOSS,
        _with(weight="self._w"),
        ".weight: None in PyTorch, self._w",
    ),
    "another type": (NORM, _with(normalized_shape="list(self._normalized_shape)"), ".normalized_"),
    "a needless line": (BATCH, _with(weight="self.weight"), ".weight: Paddle has the same"),
    "a needless null": (CELL, _with(hidden_size=None), ".hidden_size: Paddle has the same"),
    "no such attribute": (NORM, _with(epsilon="self._epsilon"), ".epsilon: PyTorch's layer has no"),
    "never another": (
        CELL,
        lambda one: replace(one, other={**one.other, "hidden_size": Text("x", "x")}),
        ".hidden_size: the value is never another",
    ),
    "not silent": (NORM, lambda one: replace(one, silent=()), ".eps: PyTorch heeds"),
    "silent for nothing": (
        CELL,
        lambda one: replace(one, silent=(*one.silent, "input_size")),
        ".input_size: Paddle heeds",
    ),
    "not fixed": (CELL, lambda one: replace(one, fixed=()), ".nonlinearity: what is written to"),
    "fixed for nothing": (
        NORM,
        lambda one: replace(one, fixed=("eps",)),
        ".eps: what is written to self._epsilon is heeded",
    ),
    "other names of weights": (LOSS, lambda one: replace(one, state=None), ": state_dict() or"),
    "the same names": (
        NORM,
        lambda one: replace(one, state=Text("x", "x")),
        ": state_dict() and named_buffers() have the same names",
    ),
}


@pytest.fixture(scope="module")
def told(libraries: Path, calls: list[LayerCall]) -> dict[str, list[str]]:
    """What is told of each fault: all layers are made at once, under names of their own."""
    tables = {name: tuple(map(change, attributes_of(layer))) for name, (layer, change, _) in _ALL}
    some = [
        replace(call, layer=name)
        for name, (layer, _, _) in _ALL
        for call in calls
        if call.layer == layer
    ]
    made, _ = seen(libraries, some, lambda name: tables[name])
    found = faults(made, tables)
    return {name: [one for one in found if one.startswith(name)] for name in tables}


_ALL = tuple(PLANTED.items())


@pytest.mark.parametrize("planted", PLANTED)
def test_a_fault_in_the_table_is_found(planted: str, told: dict[str, list[str]]) -> None:
    _, _, said = PLANTED[planted]
    assert any(one.startswith(f"{planted}{said}") for one in told[planted]), told[planted]


def test_which_values_are_alike() -> None:
    assert alike({"tuple": [1, 2]}, {"tuple": [1, 2]}) and not alike({"tuple": [1]}, {"list": [1]})
    assert alike(0.1, 1 - 0.9) and alike(2, 2.0) and not alike(True, 1) and not alike(None, False)
    assert not alike({"tensor": [2, 3]}, {"tensor": [3, 2]})
