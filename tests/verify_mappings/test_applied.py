"""Examples are held against the mapping: what a program makes of their torch code is run, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from projects import ENTRY, write_project

from mapping_model.corpus import Corpus
from mapping_model.entry import Compare, Raises
from mapping_model.modes import Mode, modes_of
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Applied, Seen
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.runs.cases import MappingCode, WrittenCode, all_cases, written
from verify_mappings.runs.records import as_recorded

OLD, NEW = PADDLE[-2:]
X = {"x": "float32[2, 3]"}
# Of each: what is written, and what is seen of it where `torch.abs(x)` is ported by `x.abs()`.
CODE: dict[str, tuple[str, Applied, str | None]] = {
    "equal": ("result = paddle.abs(x)", Applied.EQUAL, None),
    "another value": ("result = paddle.sin(x)", Applied.DIFFERS, "values differ"),
    "not in place": ("result = paddle.abs_(x)", Applied.DIFFERS, "input x: "),
    "no gradient": ("result = paddle.abs(x).detach()", Applied.DIFFERS, "gradient of x"),
    "an error": ("result = paddle.abs(y)", Applied.RAISES, "NameError"),
    "no API": ("result = paddle.nothing(x)", Applied.RAISES, "has no attribute 'nothing'"),
    "no process": ("import os\nos.kill(os.getpid(), 9)", Applied.RAISES, "SIGKILL"),
    "a connection": ("import socket\nsocket.socket()", Applied.RAISES, "network is closed"),
}


@pytest.mark.parametrize("what", CODE)
def test_code_is_run_as_the_example_is(what: str, verify) -> None:
    code, applied, detail = CODE[what]
    result = verify(
        "result = torch.abs(x)", "result = x.abs()", X, written=MappingCode("0", WrittenCode(code))
    )
    assert (result.outcome, result.detail, result.mapping) == (Outcome.EQUAL, None, "0")
    assert result.applied is applied
    assert result.applied_detail == detail or detail in result.applied_detail


def test_what_is_the_same_has_the_same_result(verify) -> None:
    """Nothing runs twice: code that would raise is not run."""
    same = MappingCode("0", WrittenCode("raise ValueError", same=True))
    result = verify("result = torch.abs(x)", "result = x.sin()", X, written=same)
    assert (result.outcome, result.applied) == (Outcome.DIFFERS, Applied.DIFFERS)
    assert result.applied_detail == result.detail


def test_errors_that_are_stated_are_equal(verify) -> None:
    compare = Compare(raises=Raises("RuntimeError", "ValueError"))
    code = "result = paddle.reshape(x, [5])"
    result = verify(
        "x.reshape(5)",
        "x.reshape([5])",
        X,
        written=MappingCode("0", WrittenCode(code)),
        compare=compare,
    )
    assert (result.outcome, result.applied) == (Outcome.EQUAL, Applied.EQUAL)


# Unchanged code: what becomes of it with Paddle under the name, and in the place of torch.
COMPAT: dict[str, tuple[str, dict[str, Any], DropIn, DropIn]] = {
    "equal without": ("result = torch.abs(x)", X, DropIn.EQUAL, DropIn.EQUAL),
    "a keyword": ("result = torch.nn.Softmax(dim=1)", X, DropIn.REFUSED, DropIn.EQUAL),
    "a function of the same name": (
        "result = torch.relu(x)",
        X,
        DropIn.REFUSED,
        DropIn.EQUAL,
    ),
    "still other parts": ("result = torch.split(x, 1)", X, DropIn.DIFFERS, DropIn.DIFFERS),
    "still no such name": ("result = torch.addcmul(x, x, x)", X, DropIn.REFUSED, DropIn.REFUSED),
    "another import of torch": (
        "import torch\nresult = torch.nn.Softmax(dim=1)",
        X,
        DropIn.DIFFERS,
        DropIn.EQUAL,
    ),
}


@pytest.mark.parametrize("what", COMPAT)
def test_compat(what: str, verify) -> None:
    code, inputs, drop_in, compat = COMPAT[what]
    told = MappingCode("0", WrittenCode(None, why="context"))
    modes = modes_of(load_snapshot("paddle", NEW))
    result = verify(code, "result = 1", inputs, drop_in=True, written=told, modes=modes)
    assert (result.drop_in, result.modes["compat"].status) == (drop_in, compat)
    assert (result.applied, result.applied_detail) == (Applied.UNWRITTEN, "context")


# As a release does it that means torch's functions where its own are named.
LEVEL = Mode("level", "setattr(paddle, 'max', paddle.compat.max) or paddle.enable_compat()")


def test_a_mode_is_data(verify) -> None:
    told = MappingCode("0", WrittenCode(None, why="context"))
    modes = [*modes_of(load_snapshot("paddle", NEW)), LEVEL]
    code = "result = torch.max(x, 1).values"
    seen = verify(code, "result = 1", X, drop_in=True, written=told, modes=modes).modes
    assert {name: one.status for name, one in seen.items()} == {
        "compat": DropIn.DIFFERS,
        "level": DropIn.EQUAL,
    }


def test_what_is_equal_with_and_without_a_mode_goes_without_saying(verify) -> None:
    told = MappingCode("0", WrittenCode(None, why="context"))
    result = as_recorded(
        verify("result = torch.abs(x)", "result = 1", X, written=told, drop_in=True, modes=[LEVEL])
    )
    assert (result.modes, result.after("level")) == ({}, Seen(DropIn.EQUAL))
    broken = Mode("level", "setattr(paddle, 'abs', paddle.sin) or paddle.enable_compat()")
    result = as_recorded(
        verify("result = torch.abs(x)", "result = 1", X, written=told, drop_in=True, modes=[broken])
    )
    assert (result.drop_in, result.modes["level"].status) == (DropIn.EQUAL, DropIn.DIFFERS)


def test_paddle_takes_no_place_for_good(verify) -> None:
    """Workers serve one example after the other."""
    told = MappingCode("0", WrittenCode(None, why="context"))
    code = "result = torch.nn.Softmax(dim=1)"
    verify(code, "result = 1", X, drop_in=True, written=told)
    import_ = "import sys\nresult = 'torch' in sys.modules"
    assert verify("result = False", import_, {"x": 1}).outcome is Outcome.EQUAL


# Of entries: other rows, and why nothing is written for their example.
TORCH = "result = torch.sin(x)"
LEFT: dict[str, tuple[str, str, bool]] = {
    "another API has no entry": (f"{TORCH}.cosh()", "torch.Tensor.cosh: no entry", True),
    "its own parameter": ("result = torch.sin(x, out=x).cosh()", "rewrite out", False),
    "no Python": ("result = torch.sin(", "SyntaxError: '(' was never closed", False),
}


@pytest.mark.parametrize("what", LEFT)
def test_why_nothing_is_written(what: str, tmp_path: Path) -> None:
    code, why, elsewhere = LEFT[what]
    text = "text: {en: A., zh: 甲。}"
    rows = f"paddle: x}}\n  - {{torch: out, do: rewrite, {text}}}"
    text = ENTRY.format(name="sin", more="").replace(TORCH, code).replace("paddle: x}", rows)
    told = _written(tmp_path, text)[NEW].code
    assert (told.text, told.elsewhere) == (None, elsewhere)
    assert str(told.why).startswith(why)


def test_code_is_compared_as_such(tmp_path: Path) -> None:
    text = ENTRY.format(name="sin", more="")
    assert _written(tmp_path, text)[NEW].code.same
    assert _written(tmp_path, text.replace("paddle.sin(x)", "paddle.sin( x )"))[NEW].code.same
    other = _written(tmp_path, text.replace("paddle.sin(x)", "x.sin()"))[NEW].code
    assert other == WrittenCode("result = paddle.sin(x)", same=False)


def test_newer_targets_are_held_against_torch_too(tmp_path: Path, verify) -> None:
    text = ENTRY.format(name="sin", more="").rstrip() + "\ncases: [{call: paddle.sinh}]\n"
    told = _written(tmp_path, text)
    assert told[NEW].code == WrittenCode("result = paddle.sin(x)", same=True)
    assert told[NEW].newer == WrittenCode("result = paddle.sinh(x)")
    result = verify("result = torch.sin(x)", "result = x.sin()", X, written=told[NEW])
    assert (result.applied, result.newer) == (Applied.EQUAL, Applied.DIFFERS)
    assert "values differ" in result.newer_detail
    since = text.replace("paddle.sinh", f'paddle.sinh, paddle: ">={NEW.rpartition(".")[0]}"')
    assert [one.newer is None for one in _written(tmp_path, since).values()] == [True, False]


def test_what_is_not_run_is_not_written(tmp_path: Path) -> None:
    text = ENTRY.format(name="sin", more="").rstrip() + "\n    cannot_run: gpu\n"
    assert _written(tmp_path, text) == {}


def _written(root: Path, text: str) -> dict[str, MappingCode]:
    """What is written for the only example of an entry."""
    write_project(root, {"torch/torch.sin.yaml": text})
    corpus = Corpus.load(root / "mappings")
    assert not corpus.problems
    ((case,),) = all_cases(corpus).values()
    return written(case, ["9.9.9", OLD, NEW], corpus)
