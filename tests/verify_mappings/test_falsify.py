"""The falsifier: what is changed, what is noticed, and what is said of the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from projects import ENTRY, write_project

from mapping_model.categories import Text
from mapping_model.entry import Compare, Example
from mapping_model.outcomes import Outcome
from mapping_model.snapshots import PADDLE
from verify_mappings.__main__ import main
from verify_mappings.command import commands
from verify_mappings.falsify.changes import changes
from verify_mappings.falsify.survivors import needless_exemptions, survivors
from verify_mappings.processor import this_processor
from verify_mappings.runs import executing
from verify_mappings.runs.cases import ExampleCase, Task, Verified
from verify_mappings.runs.executing import run_tasks
from verify_mappings.runs.pool import Pool
from verify_mappings.runs.verifier import Verifier

CHANGED = {
    # A keyword that may be left out, and its constant.
    "y = paddle.sum(x, axis=1)": ["y = paddle.sum(x)", "y = paddle.sum(x, axis=2)"],
    # The default is no change, and what is required stays; both have other values, too.
    "y = x.cumsum(axis=None)": [],
    "y = paddle.topk(x, k=2)": ["y = paddle.topk(x, k=3)"],
    # Of what is passed by position the last goes; Paddle's default stays.
    "y = paddle.clip(x, 0.5, 2.0)": [
        "y = paddle.clip(x, 0.5)",
        "y = paddle.clip(x, 0.25, 2.0)",
        "y = paddle.clip(x, 0.5, 1.0)",
    ],
    "y = paddle.split(x, 2, 0)": ["y = paddle.split(x, 3, 0)", "y = paddle.split(x, 2, 1)"],
    # A flag, a word, a dtype; a word that is nothing to Paddle stays.
    "f = paddle.nn.MSELoss(reduction='sum')": [
        "f = paddle.nn.MSELoss()",
        "f = paddle.nn.MSELoss(reduction='none')",
    ],
    "y = x.astype('int32')": ["y = x.astype('bool')"],
    "y = layer(x, mask=True)": ["y = layer(x)", "y = layer(x, mask=False)"],
    "y = {'a': x, f'b{x}2': x}": [],
    # Nested, on several lines, after letters of more than a byte, without a call.
    "é = (x +\n     paddle.full([2], -1))": [
        "é = (x +\n     paddle.full([3], -1))",
        "é = (x +\n     paddle.full([2], -2))",
    ],
    "y = x * 1e-5": ["y = x * 0.01"],
}


@pytest.mark.parametrize("code", CHANGED)
def test_changes(code: str) -> None:
    assert [change.code for change in changes(code)] == CHANGED[code]


def test_the_target_is_left_out() -> None:
    code = "y = x.t().contiguous()"
    (change,) = changes(code, {"paddle.Tensor.contiguous"})
    assert (change.code, change.name, change.line) == ("y = x.t()", "contiguous", 0)
    (change,) = changes("z = y\ny = z - paddle.abs(x + y)", {"paddle.abs"})
    assert (change.shown, change.line) == ("y = z - (x + y)", 1)
    (change,) = changes("y = paddle.abs(x=x)\ny -= y", {"paddle.abs"})
    assert change.shown == "y = x"


class Falsifying:
    """Falsifies one example on the installed libraries."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def execute(self, tasks: Sequence[Task]) -> list[Verified]:
        """As the command does."""
        groups = ([task] for task in tasks)
        return run_tasks(Verifier(self._pool), groups, 2, this_processor())

    def __call__(self, torch: str, paddle: str, inputs: dict[str, Any], **more: Any) -> list[str]:
        """What the example does not see."""
        case = ExampleCase("torch.api", "1", Example(torch, paddle, tuple(inputs.items()), **more))
        return [one.change.name for one in survivors([case], {}, "paddle", self.execute)]

    def needless(
        self, torch: str, paddle: str, inputs: dict[str, Any], compare: Compare
    ) -> list[str]:
        """The exemptions that it does not need."""
        case = ExampleCase(
            "torch.api", "1", Example(torch, paddle, tuple(inputs.items()), compare=compare)
        )
        return [one.key for one in needless_exemptions([case], ["paddle"], self.execute)]


@pytest.fixture
def falsify(pool: Pool) -> Falsifying:
    """Falsifies one example."""
    return Falsifying(pool)


SEEN = ("torch.sum(x, 1)", "paddle.sum(x, 1)", {"x": "float32[2, 3]"})
# Each was an example of an entry until this was looked for.
WEAK = {
    "a bound that is never met": (
        ["max"],
        "torch.clamp(x, 0, 1)",
        "paddle.clip(x, 0, 1)",
        {"x": [-1.0, 0.5]},
    ),
    "gradients that an index has once": (
        ["scale_grad_by_freq"],
        "torch.nn.Embedding(5, 3, scale_grad_by_freq=True)",
        "paddle.nn.Embedding(5, 3, scale_grad_by_freq=True)",
        {"i": [0, 2, 4]},
    ),
    "a layer in evaluation": (
        ["p"],
        "torch.nn.Dropout(0.25)\nresult.eval()",
        "paddle.nn.Dropout(0.25)\nresult.eval()",
        {"x": "float32[2, 5, 4]"},
    ),
    "inputs all zero": (
        ["axis"],
        "torch.cumsum(x, 0)",
        "paddle.cumsum(x, axis=0)",
        {"x": [[0, 0], [0, 0]]},
    ),
    "a result multiplied by zero": (
        ["descending"],
        "torch.sort(x, descending=True)[0] * 0",
        "paddle.sort(x, descending=True) * 0",
        {"x": "float32[3]"},
    ),
}


@pytest.mark.parametrize("what", WEAK)
def test_a_weak_example_is_noticed(what: str, falsify: Falsifying) -> None:
    names, torch, paddle, inputs = WEAK[what]
    found = falsify(f"result = {torch}", f"result = {paddle}", inputs)
    assert set(names) <= set(found)


def test_what_matters_is_seen(falsify: Falsifying) -> None:
    torch, paddle, inputs = SEEN
    assert falsify(f"result = {torch}", f"result = {paddle}", inputs) == []


def test_what_nobody_can_see_is_not_asked_for(falsify: Falsifying) -> None:
    code = "result = paddle.abs(x.to('cpu', blocking=True), name='absolute')"
    assert falsify("result = x.abs()", code, {"x": "float32[2]"}) == []


@pytest.mark.parametrize(
    "more",
    [{"compare": Compare(raises=True)}, {"expect": Outcome.DIFFERS}],
    ids=["raises", "differs"],
)
def test_what_shows_no_equal_value_is_left_alone(more: dict[str, Any], falsify: Falsifying) -> None:
    inputs = {"x": "float32[2]"}
    assert (
        falsify("result = x.sum(5)", "result = x.sum(axis=5, keepdim=True)", inputs, **more) == []
    )


WHY = Text("It is so.", "如此。")


def test_exemptions(falsify: Falsifying) -> None:
    torch, paddle, inputs = "result = x.sum()", "result = x.sum()", {"x": "float32[2]"}
    every = Compare(gradient_skip=WHY, dtype_ignore=WHY, atol=0.1, rtol=0.1)
    assert falsify.needless(torch, paddle, inputs, every) == ["gradient", "dtype", "why"]
    other = "result = (x.detach() + 1e-3).sum().astype('float64')"
    assert falsify.needless(torch, other, inputs, every) == []


@pytest.fixture
def one_release(pool: Pool, libraries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers of all tests, for the installed release alone."""

    def open_shared(crews: object, unconfined: bool) -> AbstractContextManager[Pool]:
        return nullcontext(shared)

    shared = copy(pool)
    shared._idle = {**pool._idle, PADDLE[-1]: pool._idle["paddle"]}
    monkeypatch.setattr(shared, "start", dict)
    monkeypatch.setattr(executing, "open_pool", open_shared)
    monkeypatch.setattr(commands, "PADDLE", PADDLE[-1:])


@pytest.mark.usefixtures("one_release")
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ENTRY.format(name="abs", more=" * 1.0 ** 2").replace("  - inputs", SKIP + "    inputs")
    root = write_project(
        tmp_path,
        {"torch/torch.abs.yaml": text, "torch/torch.sin.yaml": ENTRY.format(name="sin", more="")},
    )
    told = ["falsify", "--root", str(root)]
    assert main([*told, "torch.sin"]) == 0
    assert capsys.readouterr().out == "falsified: nothing found\n"
    assert main([*told, "--exemptions"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "mappings/torch/torch.abs.yaml:12: example 1 does not see `2`: with "
        "`result = paddle.abs(x) * 1.0 ** 3` it is equal, too. "
        "Choose inputs or values for which it matters, or leave it out.",
        "mappings/torch/torch.abs.yaml:7: example 1 fares the same on every Paddle release without "
        "`gradient` in `compare`. Remove that, and run `verify-mappings matrix torch.abs`.",
        "falsified: 2 findings",
    ]
    assert main([*told, "--format", "json", "torch.abs"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["name"], row["example"], row["line"]) == ("torch.abs", "1", 12)


SKIP = """\
  - compare: {gradient: false, text: {en: It is so., zh: 如此。}}
"""
