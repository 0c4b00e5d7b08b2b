"""Members of dtypes, devices and shapes, of members of enumerations, of what a property gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from library_programs import answers
from mapping_model.applying.code import Rewritten, rewrite, rewrite_tree
from mapping_model.applying.decisions import Reason
from mapping_model.applying.members import HELD
from mapping_model.building import build_entry
from mapping_model.calls.uses import dotted
from mapping_model.snapshots import paddle_snapshot, torch_snapshot
from mapping_model.syntax import nodes_of, parsed
from mapping_model.types import Type
from whole import corpus

ENTRIES = {
    entry.torch: entry
    for entry in map(
        build_entry,
        (
            {"torch": "torch.float", "paddle": "paddle.float32", "category": "no-params"},
            {
                "torch": "torch.dtype.itemsize",
                "paddle": "paddle.Tensor.element_size",
                "category": "no-params",
                "cases": [{"code": "paddle.empty([0], self).element_size()"}],
            },
            {
                "torch": "torch.distributed.ReduceOp.SUM",
                "paddle": "paddle.distributed.ReduceOp.SUM",
                "category": "no-params",
            },
            {
                "torch": "torch.profiler.ProfilerAction.NONE",
                "paddle": "paddle.profiler.ProfilerState.CLOSED",
                "category": "no-params",
            },
            {
                "torch": "torch.distributed.fsdp.ShardingStrategy",
                "category": "missing",
                "text": {"en": "Paddle has strings.", "zh": "Paddle 用字符串。"},
            },
            {
                "torch": "torch.distributions.Transform.inv",
                "category": "missing",
                "text": {"en": "Write `t.inverse(y)`.", "zh": "写作 `t.inverse(y)`。"},
            },
        ),
    )
}
TRANSFORM = {"t": Type("torch.distributions.ExpTransform")}


def _written(code: str) -> Rewritten:
    return rewrite(code, ENTRIES.get, paddle_snapshot(), TRANSFORM)


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("torch.float.itemsize", "paddle.empty([0], paddle.float32).element_size()"),
        ("torch.profiler.ProfilerAction.NONE.value", "paddle.profiler.ProfilerState.CLOSED.value"),
        ("torch.profiler.ProfilerAction.NONE.name", '"NONE"'),
        ("torch.distributed.ReduceOp.SUM.name", '"SUM"'),
    ],
)
def test_what_is_written(torch: str, paddle: str) -> None:
    assert (_written(torch).code, _written(torch).undone) == (paddle, ())


@pytest.mark.parametrize(
    ("code", "reason", "said"),
    [
        ("y = h.dtype.itemsize", Reason.RECEIVER, "belongs to"),
        ("torch.distributed.ReduceOp.SUM.value", Reason.ADVICE, "another number"),
        ("torch.distributed.fsdp.ShardingStrategy.NO_SHARD", Reason.MISSING, "has strings"),
        ("torch.distributed.fsdp.ShardingStrategy.NO_SHARD.name", Reason.MISSING, "has strings"),
        ("torch.distributed.ReduceOp.PRODUCT", Reason.NO_ENTRY, "There is no entry"),
        ("y = t.inv", Reason.MISSING, "Write `t.inverse(y)`."),
        ("y = t.inv(x)", Reason.MISSING, "Write `t.inverse(y)`."),
    ],
)
def test_what_is_left(code: str, reason: Reason, said: str) -> None:
    """With the reason of the class, or of the property, and not that of what was made of it."""
    decisions = [one.decision for one in _written(code).undone]
    assert {one.reason for one in decisions} == {reason}
    assert said in decisions[-1].said().en


def _silent(entry_of: dict[str, object]) -> list[str]:
    """The members of dtypes, devices and shapes that stay on something unknown, untold."""
    owners = {owner: held for held, owner in HELD.items()}
    found = []
    for name in entry_of:
        owner, _, member = name.rpartition(".")
        api = torch_snapshot().get(name)
        if owner not in owners or api is None:
            continue
        call = "()" if api.kind == "method" else ""
        here, known = (f"y = {one}.{member}{call}" for one in (f"h.{owners[owner]}", "own"))
        kinds = {"own": Type(owner if owner == "torch.Size" else owners[owner])}
        real = rewrite(known, corpus().resolve, paddle_snapshot(), kinds)
        told = rewrite(here, corpus().resolve, paddle_snapshot())
        if (real.undone or real.code != known) and not told.undone and told.code == here:
            found.append(here)
    return found


def test_members_of_what_everything_has_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """`h.dtype.itemsize` of an `h` that nobody knows is written, or said to be left."""
    assert _silent(dict(corpus().entries)) == []
    monkeypatch.setattr("mapping_model.applying.code.HELD", {})
    assert _silent(dict(corpus().entries)) == ["y = h.dtype.itemsize"]


ASK = """\
import enum, importlib, json, sys
import torch

def found(name):
    whole = torch
    for index, part in enumerate(name.split(".")[1:], 2):
        if not hasattr(whole, part):
            importlib.import_module(".".join(name.split(".")[:index]))
        whole = getattr(whole, part)
    return whole

told = {}
for name in json.loads(sys.stdin.read()):
    try:
        members = getattr(found(name), "__members__", None)
    except (ImportError, AttributeError):
        continue
    for member in members or ():
        value = found(f"{name}.{member}")
        told[f"{name}.{member}"] = {"name": value.name, "value": value.value}
print(json.dumps(told))
"""
TRY = """\
import json, sys
import paddle
print(json.dumps([eval(code) for code in json.loads(sys.stdin.read())]))
"""


def _asked(python: Path, code: str, library: str, given: list[str]) -> object:
    *_, found = answers(python, code, library, given)
    return found


@pytest.mark.sweeps
def test_members_of_enumerations_have_an_answer(libraries: Path) -> None:
    """Of each class with an entry: what is written gives the same in Paddle, or it is told."""
    entries, torch = corpus().entries, torch_snapshot()
    owners = {name.rpartition(".")[0] for name in torch.names()}
    classes = [n for n in (*entries, *owners) if (api := torch.get(n)) and api.kind == "class"]
    answered = [
        n for n in classes if corpus().resolve(n) or any(m.startswith(f"{n}.") for m in entries)
    ]
    members = _asked(libraries, ASK, "torch", sorted(set(answered)))
    assert isinstance(members, dict)
    assert len(members) > 20
    codes: dict[str, object] = {}
    for member, told in members.items():
        for part, value in told.items():
            code = f"{member}.{part}"
            found = rewrite(code, corpus().resolve, paddle_snapshot())
            assert found.undone or found.code != code, code
            if not found.undone:
                codes[found.code] = value
    given = _asked(libraries, TRY, "paddle", [*codes])
    assert dict(zip(codes, given, strict=True)) == codes  # type: ignore[call-overload]


def test_names_in_examples_have_an_answer() -> None:
    """What a reader copies out of an example and asks `show` about: an entry, or code."""
    from lint_mappings.showing.finding import is_code, named
    from mapping_model.shelf import Shelf
    from whole import MAPPINGS

    shelf, asked = Shelf(MAPPINGS), set()
    for entry in corpus().entries.values():
        for _, example in entry.examples():
            nodes = nodes_of(example.torch)
            inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
            names = (
                dotted(n) for n in nodes if isinstance(n, ast.Attribute) and id(n) not in inner
            )
            asked |= {name for name in names if name and name.startswith("torch.")}
    left = sorted(name for name in asked if not (named(shelf, name) or is_code(shelf, name)))
    assert left == []


@pytest.mark.parametrize("layer", ["GRU", "LSTM", "RNN", "modules.GRU", "modules.rnn.LSTM"])
def test_members_of_the_base_of_recurrent_layers(layer: str) -> None:
    """Theirs stand under `RNNBase`, and those of all layers under `Module`."""
    code = f"m = torch.nn.{layer}(2, 3)\nm.flatten_parameters()\nm.register_buffer('b', None)"
    found = rewrite_tree(parsed(code), corpus().resolve, paddle_snapshot(), inferring=True)
    assert found.undone == ()
    apis = {used.entry.torch for used in found.used}
    assert apis >= {"torch.nn.RNNBase.flatten_parameters", "torch.nn.Module.register_buffer"}


@pytest.mark.parametrize("inferring", [False, True])
def test_the_shapes_of_a_transform(inferring: bool) -> None:
    """What no snapshot has is written as a note of the page says."""
    code = "t = torch.distributions.transforms.ReshapeTransform((2,), (1, 2))\ny = t.in_shape"
    tree = parsed(code)
    found = rewrite_tree(tree, corpus().resolve, paddle_snapshot(), inferring=inferring)
    assert found.undone == ()
    assert ast.unparse(found.tree).endswith("y = t.in_event_shape")
    (entry,) = [corpus().entries["torch.distributions.ReshapeTransform"]]
    told = [note.en for variant in entry.variants for note in variant.notes]
    assert any("`in_shape`" in note and "`in_event_shape`" in note for note in told)
