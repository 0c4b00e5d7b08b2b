"""`lint-mappings show`: an entry, and torch code as Paddle code, without a browser."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from small_project import BASE, write

from lint_mappings.__main__ import main
from lint_mappings.showing.command import SCHEMA
from lint_mappings.showing.converting import Converted, print_converted
from lint_mappings.showing.finding import hits
from mapping_model.coverage import by_use
from mapping_model.records import read_record, record_path
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE

ROOT = Path(__file__).parents[2]
# They share the index, which takes seconds to make.
pytestmark = pytest.mark.xdist_group("index")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the index of this checkout is kept."""
    return tmp_path_factory.mktemp("index")


@pytest.fixture(autouse=True)
def one_index(surroundings: None, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tests here have it from there."""
    monkeypatch.setenv("LINT_MAPPINGS_CACHE", str(index))


def show(*arguments: str, root: Path = ROOT) -> int:
    return main(["show", "--root", str(root), *arguments])


def test_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather") == 0
    text = capsys.readouterr().out
    for part in (
        "paddle.take_along_axis   [2 PyTorch takes more parameters]",
        "  paddle  result = paddle.take_along_axis(x, i, 1, broadcast=False)",
        "  dim          axis       The dimension to work along. Only the name differs.",
        "Paddle       2.6.2      3.0.0      3.1.1      3.2.2      3.3.1",
        "the call     code       code       code       code       unchanged",
        "out          code       code       code       code       unchanged",
        "Measured on the CPU.",
        "  gather-index-rank: `paddle.gather` picks whole slices where the index comes before the",
    ):
        assert f"\n{part}" in text  # a newer release may have a column behind it


def test_what_a_person_must_think_about_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.nn.Softmax") == 0
    text = capsys.readouterr().out
    rows = {line.rsplit(maxsplit=5)[0]: line.split()[-5:] for line in text.splitlines() if line}
    assert rows["the call"] == ["unchanged"] * 5
    assert rows["Called with a keyword"] == ["code"] * 4 + ["compat"]
    assert "\ncompat: unchanged torch code, after `paddle.enable_compat()`.\n" in text
    told = "  Without `dim`, 2.6.2, 3.0.0, 3.1.1, 3.2.2: The dimension depends on the input; call"
    assert told in text


@pytest.mark.parametrize(
    ("code", "release", "expected"),
    [
        # Layers within Paddle's own are of the older class, of which the newer one is none.
        (
            "isinstance(m, torch.nn.Linear)",
            "3.3.1",
            "isinstance(m, (paddle.compat.nn.Linear, paddle.nn.Linear))",
        ),
        ("isinstance(m, torch.nn.Linear)", "3.2.2", "isinstance(m, paddle.nn.Linear)"),
        (
            "isinstance(m, torch.nn.Linear | torch.nn.Conv2d)",
            "3.3.1",
            "isinstance(m, (paddle.compat.nn.Linear | paddle.nn.Linear) | paddle.nn.Conv2D)",
        ),
        ("type(m) is torch.nn.Linear", "3.3.1", None),
        ("m.__class__ is torch.nn.Conv2d", "3.3.1", "m.__class__ is paddle.nn.Conv2D"),
    ],
)
def test_what_is_of_a_class(
    code: str, release: str, expected: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show(code, "--paddle", release) == (expected is None)
    assert capsys.readouterr().out.strip() == (expected or code)


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("torch.nn.Liner(3, 4)", "`torch.nn.Linear`"),
        ("F.cross_entropi(a, b)", "`torch.nn.functional.cross_entropy`"),
        ("F.gelu(x, aproximate='tanh')", "`approximate`"),
    ],
)
def test_what_was_meant_in_code(code: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert show(code) == 1
    assert f"Did you mean {meant}?" in capsys.readouterr().err
    assert show(code, "--language", "zh") == 1
    assert f"是否指 {meant}？" in capsys.readouterr().err


def test_a_name_in_another_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.nn.Conv2D") == 0
    assert capsys.readouterr().out.startswith("torch.nn.Conv2d\n")


@pytest.mark.parametrize(
    ("asked", "first"),
    [("学习率预热", "warmup"), ("变长序列 填充", "pack-padded-sequence"), ("梯度裁剪？", "clip")],
)
def test_questions_in_chinese(asked: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert show(asked) == 0
    assert capsys.readouterr().out.startswith(first)


def test_for_one_release_and_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--paddle", "3.1", "--language", "zh", "--format", "json")
    assert show("torch.gather", *options) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["usages"][0] == {
        "variant": 1,
        "param": None,
        "verdicts": {"3.1.1": "code"},
        "unchanged": {"3.1.1": "refused"},
        "severity": {"3.1.1": "loud"},
        "written": {"3.1.1": "mapping"},
        "reasons": {},
        "title": None,
        "measured_on": "cpu",
    }
    assert data["ways"][0]["params"][1]["remark"] == "指定进行运算的轴，仅参数名不一致。"


def test_an_alias_says_what_its_target_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.absolute") == 0
    text = capsys.readouterr().out
    assert text.startswith("torch.absolute, another name of torch.abs\n\npaddle.abs ")


def test_a_name_need_not_be_written_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("LSTM") == 0
    assert capsys.readouterr().out.startswith("torch.nn.LSTM\n")
    assert show("gather") in (0, 2)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("", "ASKED is empty"),
        ("torch.gatherr", "Did you mean `torch.gather`?"),
        ("Gather", "There is no entry for `Gather`. Did you mean `torch.gather`?"),
        ("torch.gathr", "`torch.gathr`. Did you mean `torch.gather`"),
        ("torch.nn.functionl.relu", "Did you mean `torch.nn.functional.relu`"),
        ("torch.optim.SGD.param_groups", "Did you mean `torch.optim.Optimizer.param_groups`"),
        ("paddle.zeros_lik", "Did you mean `paddle.zeros_like`?"),
        ("paddle.zeroslike", "Did you mean `paddle.zeros_like`?"),
        ("torch.hann_windo", "Did you mean `torch.hann_window`?"),
        ("torch.cuda.get_gencode_flags", "`torch.cuda.get_gencode_flags`, but there is no entry"),
        ("parameter-group", "There is no gotcha `parameter-group`. Did you mean `parameter-group"),
        ("parametergroups", "Did you mean `parameter-groups`?"),
        ("nosuch.py", "There is no file nosuch.py."),
        ("ValueError: 0", "Nothing is known of this error."),
        ("zzqx wvvk (", "The code is not Python"),
        ("torch.abs(x)\0", "it has a character 0"),
        ("torch.xyzzyx", "There is no entry for `torch.xyzzyx`.\n"),
        ("torch.nn.functional", "`torch.nn.functional` holds "),
        ("clamp", "`clamp` may be torch.Tensor.clamp, torch.clamp. Write one in full."),
        ("../../secret", "The code is not Python"),
        ("torch.gather(x", "The code is not Python: '(' was never closed, line 1."),
        ("torch.abs('\udcff')", "The code cannot be read: 'utf-8' codec"),
        pytest.param("~" * 20_000 + "x", "The code cannot be read", id="deep"),
    ],
)
def test_what_cannot_be_shown(asked: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert show(asked) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("torch.gather", " "), "CODE is empty"),
        (("torch.gatherr", "torch.gather(x, 1, i)"), "Did you mean `torch.gather`?"),
        (("torch.abs(x)", "torch.abs(y)"), "There is no entry for `torch.abs(x)`."),
        (("\x1b[2J", "torch.abs(y)"), "There is no entry for `\\x1b[2J`."),
    ],
)
def test_wrong_usage(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show(*arguments) == 2
    assert told in capsys.readouterr().err


def test_a_release_that_is_not_supported(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather", "--paddle", "1.8") == 2
    assert "supported are 2.6.2, 3.0.0" in capsys.readouterr().err


def test_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather", "torch.gather(x, dim=1, index=i)") == 0
    written = capsys.readouterr()
    assert written.out == "paddle.gather(x, dim=1, index=i)\n"
    assert written.err == (
        "for Paddle 3.3.1\n"
        "torch.gather: 2 further limits, not silent, and 2 on rare inputs: `--all`; "
        "gotchas gather-index-rank. See lint-mappings show torch.gather\n"
    )
    assert show("torch.gather", "torch.gather(x, dim=1, index=i)", "--paddle", "3.2") == 0
    out = capsys.readouterr().out
    assert out == "paddle.take_along_axis(x, indices=i, axis=1, broadcast=False)\n"
    assert show("torch.nn.LSTM(3, 4)") == 0
    assert capsys.readouterr().out == "paddle.nn.LSTM(3, 4, time_major=True)\n"


# The limits of a made-up entry: of a value, of what the call says, of a release, with an error.
LIMITED = """\
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
cases:
"""
LIMITS = (
    ("input.dtype == int8", "raises", ""),
    ("some(isnan(input))", "gradient", ""),
    ("given(out)", "differs", ""),
    ("input.dtype == int8 and out is not None", "crashes", ""),
    ("some(isinf(input))", "differs", "    paddle: '<3.2'\n"),
)
LIMIT = """\
  - when: {}
    departs: {}
{}    example: {{inputs: {{x: "int8[2]"}}, torch: result = torch.abs(x)}}
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        # What few inputs have.
        ("torch.abs(x)", ["gradient-differs", "refused"]),
        ("torch.abs(x, out=None)", ["gradient-differs", "refused"]),
        ("torch.abs(x, out=y)", ["differs", "gradient-differs", "crashes", "refused"]),
        ("f(x)", []),
    ],
)
def test_limits_that_the_code_does_not_rule_out_are_told(
    code: str, told: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = LIMITED + "".join(LIMIT.format(*limit) for limit in LIMITS)
    write(tmp_path, {**BASE, "mappings/torch/torch.abs.yaml": text})
    assert show(code, "--format", "json", root=tmp_path) == 0
    assert [limit["then"] for limit in json.loads(capsys.readouterr().out)["limits"]] == told
    show(code, root=tmp_path)
    lines = capsys.readouterr().err.splitlines()
    ordinary = [line for line in lines if ": Where " in line]
    assert len(ordinary) == ("differs" in told)
    rare = len(told) - len(ordinary)
    limits = f"{rare} limit{'s' if rare > 1 else ''} on rare inputs"
    counted = f"torch.abs: {limits}: `--all`. See lint-mappings show torch.abs"
    assert lines == ["for Paddle 3.3.1", *ordinary, *([counted] if rare else [])]
    show(code, "--all", root=tmp_path)
    lines = capsys.readouterr().err.splitlines()
    assert [": Where " in line for line in lines] == [False] + [True] * len(told)


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("torch.abs(x, out=y)", ""),
        ("a = 1\ntorch.abs(x, out=y)", "line 2: "),
        ("torch.abs(x)\n\ntorch.abs(x, out=y)", "line 3: "),
        ("torch.abs(x, out=y)\n" * 2, "lines 1 and 2: "),
        ("torch.abs(x, out=y)\n" * 9, "lines 1, 2, 3, 4, 5 and 4 more: "),
    ],
)
def test_of_several_lines_those_are_named_where_the_result_differs(
    code: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = LIMITED + LIMIT.format("out is not None", "differs", "")
    write(tmp_path, {**BASE, "mappings/torch/torch.abs.yaml": text})
    show(code, root=tmp_path)
    (told,) = [line for line in capsys.readouterr().err.splitlines() if "Where " in line]
    assert told.startswith(f"{place}torch.abs: Where ")


def test_a_call_for_which_the_mapping_departs_gets_the_code_that_holds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In one line as in a file; the mapping's own code raises there."""
    code = "torch.optim.lr_scheduler.ExponentialLR(optimizer, {})"
    assert main(["show", code.format("0.9")]) == 0
    assert "paddle.optimizer.lr.ExponentialDecay" in capsys.readouterr().out
    assert main(["show", code.format("1.1")]) == 0
    out = capsys.readouterr()
    assert "paddle.optimizer.lr.LambdaDecay" in out.out
    assert "further limit" not in out.err


@pytest.mark.parametrize(
    ("condition", "passed", "told"),
    [
        ("out == -2", "-1", []),
        ("out == -2", "-2", ["differs"]),
        ("out == inf", 'float("inf")', ["differs"]),
        ("out == 1", 'float("inf")', []),
    ],
)
def test_values_of_several_parts_rule_limits_out(
    condition: str, passed: str, told: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Writing the code leaves the arguments as they were."""
    text = LIMITED + LIMIT.format(condition, "differs", "")
    write(tmp_path, {**BASE, "mappings/torch/torch.abs.yaml": text})
    assert show(f"torch.abs(x, out={passed})", "--format", "json", root=tmp_path) == 0
    assert [limit["then"] for limit in json.loads(capsys.readouterr().out)["limits"]] == told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", [60, 140])
def test_an_answer_is_as_wide_as_the_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    show("torch.nn.CrossEntropyLoss")
    prose = [line for line in out.getvalue().splitlines() if line.startswith("  - ")]
    assert columns - 20 < max(map(len, prose)) <= columns


@pytest.mark.parametrize(
    ("when", "then", "line"),
    [
        ("input.ndim == 2", "raises", "torch.abs: 1 further limit, not silent. "),
        ("input.ndim == 2", "differs", "torch.abs: Where `input` has 2 dimensions, "),
        ("input.size == 0", "raises", "torch.abs: 1 limit on rare inputs: `--all`. "),
        ("some(isinf(input))", "crashes", "torch.abs: 1 limit on rare inputs: `--all`. "),
        ("input.ndim == 2 and some(isnan(input))", "differs", "torch.abs: 1 limit on rare inputs"),
    ],
)
def test_ordinary_silent_limits_are_told_and_the_rest_counted(
    when: str, then: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = LIMITED + LIMIT.format(when, then, "")
    write(tmp_path, {**BASE, "mappings/torch/torch.abs.yaml": text})
    assert show("torch.abs(x)", root=tmp_path) == 0
    _, told = capsys.readouterr().err.splitlines()
    assert told.startswith(line)


@pytest.mark.parametrize(
    ("asked", "code", "written"),
    [
        ("Tensor.permute", "x.permute(0, 2, 3, 1)", "x.permute([0, 2, 3, 1])"),
        ("Tensor.permute", "self.x.permute(0, 1)", "self.x.permute([0, 1])"),
        ("Tensor.permute", "f(x)[0].permute(0, 1)", "f(x)[0].permute([0, 1])"),
        ("Tensor.permute", "y = f(x)\ny.permute(0, 1)", "y = f(x)\ny.permute([0, 1])"),
        # The code itself knows better.
        ("Tensor.train", "m = torch.nn.ReLU()\nm.train()", "m = paddle.nn.ReLU()\nm.train()"),
        # Of another member nothing is said.
        ("Tensor.permute", "f(x).repeat(2, 3)", "f(x).repeat(2, 3)"),
        ("torch.permute", "f(x).permute(0, 1)", "f(x).permute(0, 1)"),
    ],
)
def test_the_api_says_what_has_its_member(
    asked: str, code: str, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show(asked, code)
    out = capsys.readouterr().out
    assert out == (f"{written}\n" if asked != "Tensor.train" else "")


def test_a_gotcha(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("parameter-groups") == 0
    text = capsys.readouterr().out
    assert text.startswith("parameter-groups: The learning rate of a parameter group is a factor")
    assert "\n  torch   result = torch.optim.SGD([{" in text and "\n  paddle  " in text
    assert show("warmup", "--format", "json", "--language", "zh") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["gotcha"] == "warmup" and told["releases"] == list(PADDLE)
    assert {check["shows"] for check in told["checks"]} <= {"the trap", "the way round"}


def test_names_that_only_gotchas_speak_of_lead_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gotcha = (
        "id: own\ntitle: {en: 'Do `torch.optim.Nonesuch`.', zh: '`torch.optim.Nonesuch`。'}\n"
        "topic: tensors\ntext: {en: 'Write a loop.', zh: '写循环。'}\n"
    )
    write(tmp_path, {**BASE, "mappings/gotchas/own.yaml": gotcha})
    for asked in ("Nonesuch", "torch.optim.Nonesuch", "optim.Nonesuch"):
        assert show(asked, root=tmp_path) == 0
        told = capsys.readouterr()
        assert told.out == "own: Do `torch.optim.Nonesuch`.\n\n  Write a loop.\n"
        assert f"There is no entry for `{asked}`" in told.err


def test_a_name_of_paddle(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("paddle.take_along_axis") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "paddle.take_along_axis is written for"
    assert lines[1] == "  torch.gather" and "  torch.take_along_dim" in lines
    assert show("take_along_axis") == 0
    assert capsys.readouterr().out.splitlines() == lines
    assert show("paddle.nn.Layer.full_name") == 0
    assert "No entry writes paddle.nn.Layer.full_name" in capsys.readouterr().out
    assert show("paddle.nn.initializer.Normal", "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["paddle"] == "paddle.nn.initializer.Normal" and told["ported"]


@pytest.mark.parametrize(
    ("error", "names"),
    [
        (
            "AttributeError: 'Tensor' object has no attribute 'permute'",
            ["torch.Tensor.permute", "transpose-perm"],
        ),
        ("TypeError: sum() got an unexpected keyword argument 'dim'", ["torch.sum"]),
        ("AttributeError: module 'paddle' has no attribute 'take_along_dim'", ["torch.take_al"]),
        ("AttributeError: module 'paddle.optimizer' has no attribute 'AdamWW'", []),
        (
            'Traceback (most recent call last):\n  File "a.py", line 1\nRuntimeError: Error(s) in '
            "loading state_dict for ResNet: size mismatch for fc.weight",
            ["load-state-dict"],
        ),
        ("ValueError: too many values to unpack (expected 2) paddle.max", ["max-returns"]),
        ("how do warm-ups wrap a schedule", ["warmup"]),
        ("学习率 预热", ["warmup"]),
    ],
)
def test_an_error_and_words(
    error: str, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = show(error, "--format", "json")
    told = capsys.readouterr()
    if not names:
        return
    assert code == 0, told.err
    found = [one["name"] for one in json.loads(told.out)["found"]]
    for name in names:
        assert any(one.startswith(name) for one in found[:4]), found


def test_recorded_errors_lead_to_where_they_were_seen() -> None:
    """As the record has them, though some are raised by many APIs."""
    shelf = Shelf(ROOT / "mappings")
    seen: list[tuple[str, bool]] = []
    for name in by_use(shelf.names())[:240:6]:
        details = {
            detail
            for results in read_record(record_path(ROOT / "mappings", name)).values()
            for one in results.values()
            for detail in (one.detail, one.drop_in_detail)
            if detail and re.match(r"(Value|Runtime|Type)Error: ", detail)
        }
        for detail in sorted(details):
            lasts = {found.rpartition(".")[2] for _, found in hits(shelf, detail)}
            seen.append((detail, name.rpartition(".")[2] in lasts))
    right = [detail for detail, led in seen if led]
    assert len(seen) > 30
    assert len(right) >= 0.75 * len(seen), [detail for detail, led in seen if not led]


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "model.py"
    file.write_text("import torch\ny = torch.zeros(2, 3)\n")
    assert show(str(file)) == 0
    assert capsys.readouterr().out == "import paddle\ny = paddle.zeros([2, 3])\n"
    for content, told in (
        (b"import torch\ny = (\n", "model.py:2: This is not Python: '(' was never closed"),
        (b"y = '\xff'\n", "model.py:1: This is not UTF-8"),
    ):
        file.write_bytes(content)
        assert show(str(file)) == 2
        assert told in capsys.readouterr().err
    assert show(str(tmp_path / "modle.py")) == 2
    assert "modle.py. Did you mean `model.py`?" in capsys.readouterr().err
    file.unlink()
    file.symlink_to("/dev/zero")
    assert show(str(file)) == 2
    assert "cannot be read: this is a link" in capsys.readouterr().err
    assert show("a.ipynb") == 2
    assert "torch-to-paddle a.ipynb" in capsys.readouterr().err


def test_options_may_stand_between(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather", "--paddle", "3.2", "torch.gather(x, 1, i)") == 0
    out = capsys.readouterr().out
    assert out == "paddle.take_along_axis(x, i, 1, broadcast=False)\n"


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("nn.LSTM(3, 4)", "paddle.nn.LSTM(3, 4, time_major=True)"),
        ("    y = F.relu(x)\n    torch.abs(y)", "y = paddle.nn.functional.relu(x)\npaddle.abs(y)"),
        ("F.relu(x, inplace=True)", "paddle.nn.functional.relu_(x)"),
        ("def f(F): return F.relu(x)", "def f(F): return F.relu(x)"),
        ("nn = 3\nnn.LSTM(3, 4)", "nn = 3\nnn.LSTM(3, 4)"),
        ("import numpy as F\nF.relu(x)", "import numpy as F\nF.relu(x)"),
        ("from .model import F\nF.relu(x)", "from .model import F\nF.relu(x)"),
    ],
)
def test_the_usual_names_of_modules_are_known(
    code: str, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show(code)
    assert capsys.readouterr().out == f"{written}\n"


def test_what_a_release_refuses_is_left_to_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("w = torch.nn.Parameter()", "--paddle", "2.6") == 1
    assert "Paddle makes no empty parameter there" in capsys.readouterr().err
    assert show("w = torch.nn.Parameter()", "--paddle", "3.0") == 0
    assert capsys.readouterr().out.startswith("parameter = paddle.create_parameter([0], ")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "written"),
    [
        (_Terminal(), 'paddle.abs("\\x1b[2J")\nx\n'),
        (io.StringIO(), 'paddle.abs("\x1b[2J")\nx\n'),
    ],
)
def test_code_is_written_as_it_is_but_to_a_terminal(out: io.StringIO, written: str) -> None:
    print_converted(Converted('paddle.abs("\x1b[2J")\nx', "3.3.1", (), ()), out, io.StringIO())
    assert out.getvalue() == written


def test_cases_and_parts_of_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = (
        "torch: torch.max\ncategory: composite\npaddle: paddle.amax\n"
        "text: {en: S., zh: S。}\ncases:\n"
        "  - {when: 'isa(dim, int)', code: 'a = 1\n\n      a'}\n"
        "  - {when: given(out), call: paddle.amax}\n"
        "  - {text: {en: Think., zh: 想。}}\n"
        "  - {code: {values: paddle.max(input)}}\n"
    )
    write(tmp_path, {"mappings/torch/torch.max.yaml": entry})
    assert show("torch.max", root=tmp_path) == 0
    assert capsys.readouterr().out.endswith(
        "  Where `dim` is an integer:\n      a = 1\n      a\n"
        "  Where `out` is passed: paddle.amax\n"
        "  Otherwise: Think.\n"
        "  .values: paddle.max(input)\n"
    )
    assert show("torch.max") == 0
    assert "  For calls where `dim` is an integer.\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "asked",
    [
        *(
            "torch.gather",
            "torch.absolute",
            "torch.max",
            "torch.Tensor.pow",
            "torch.nn.LSTM",
            "torch.nn.Linear",
            "torch.optim.Adam",
        ),
        *("torch.abs(x)", "torch.add(x, y)", "y = torch.nonesuch(x)", "warmup", "paddle.concat"),
        "TypeError: sum() got an unexpected keyword argument 'dim'",
    ],
)
def test_json_is_as_its_schema_says(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert show(asked, "--format", "json") in (0, 1)
    shown = json.loads(capsys.readouterr().out)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(shown)
    # Every key is described.
    known = {key for part in schema["$defs"].values() for key in part.get("properties", {})}
    assert {*shown} - known == {"format"}
    for way in shown.get("ways", ()):
        assert {*way} <= known


def test_attributes_of_a_layer(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("LayerNorm") == 0
    text = capsys.readouterr().out
    for part in (
        "Attributes of the layer m, on Paddle 3.3.1\n",
        "  eps                 m._epsilon\n",
        "  - PyTorch heeds `eps` where it is written to after building. In Paddle writing to this",
    ):
        assert f"\n{part}" in text
    assert show("torch.nn.NLLLoss", "--format", "json") == 0
    (table,) = json.loads(capsys.readouterr().out)["attributes"]
    assert {"torch": "weight", "paddle": "m._weight", "text": None} in table["rows"]
    assert "`state_dict()` lacks `weight`." in table["notes"]
    assert show("torch.gather", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["attributes"] == []


NORM = "norm = torch.nn.LayerNorm(4)\n"
HOLDER = """\
class A(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(4)
    def forward(self, x):
        {0}
"""


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (f"{NORM}y = norm.eps", "y = norm._epsilon"),
        (f"{NORM}norm.eps = 0.5", "norm._epsilon = 0.5"),
        (f"{NORM}y = norm.normalized_shape", "y = tuple(norm._normalized_shape)"),
        (f"{NORM}y = norm.weight", "y = norm.weight"),
        ("def f(m: torch.nn.LayerNorm):\n    return m.eps", "    return m._epsilon"),
        (HOLDER.format("return self.norm.eps"), "        return self.norm._epsilon"),
        (HOLDER.format("self.norm.eps = 1"), "        self.norm._epsilon = 1"),
        ("m = torch.nn.BatchNorm1d(4)\nm.momentum = 0.25", "m._momentum = 0.75"),
        ("m = torch.nn.BatchNorm1d(4)\nm.momentum = y", "m._momentum = 1 - y"),
        ("m = torch.nn.modules.batchnorm.BatchNorm1d(4)\ny = m.eps", "y = m._epsilon"),
        ("m = torch.nn.Dropout(0.5)\nm.p = 0.1", "m.p = 0.1"),
        ("m = torch.nn.ZeroPad2d(1)\nm.padding = (1, 1, 1, 1)", "m.padding = (1, 1, 1, 1)"),
        # Nobody knows what it is, or it is a class's own.
        ("y = m.eps", "y = m.eps"),
        (
            "class A:\n    def f(self):\n        return self.norm.eps",
            "        return self.norm.eps",
        ),
    ],
)
def test_attributes_of_layers_are_written(
    code: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show(code)
    written = capsys.readouterr()
    assert written.out.rstrip("\n").split("\n")[-1] == line
    assert ".eps is left" not in written.err


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("c = torch.nn.Conv2d(1, 2, 3)\nc.stride = (2, 2)", "does not heed `stride`"),
        ("m = torch.nn.BatchNorm1d(4)\ny = m.num_batches_tracked", "has no counterpart"),
    ],
)
def test_attributes_that_a_person_must_decide_are_told(
    code: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show(code) == 1
    written = capsys.readouterr()
    assert written.out.rstrip("\n").split("\n")[-1] == code.split("\n")[-1]
    assert told in written.err


def test_attributes_are_those_of_the_class_that_a_release_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = "m = torch.nn.Linear(3, 4)\ny = m.in_features"
    assert show(code) == 0
    assert capsys.readouterr().out.endswith("\ny = m.in_features\n")
    assert show(code, "--paddle", "3.2") == 0
    assert capsys.readouterr().out.endswith("\ny = m.weight.shape[0]\n")


def test_only_what_is_needed_is_read() -> None:
    code = (
        "import sys\n"
        "seen = []\n"
        "sys.addaudithook(lambda event, args: event == 'open' and seen.append(str(args[0])))\n"
        "from lint_mappings.__main__ import main\n"
        f"main(['show', '--root', {str(ROOT)!r}, '--paddle', '3.1', 'torch.gather'])\n"
        "data = [f for f in seen if '/snapshots/' in f or '/mappings/' in f]\n"
        "print(sorted({f.rpartition('/')[2] for f in data}), file=sys.stderr)\n"
        "heavy = {'jsonschema', 'numpy', 'mkdocs', 'jinja2', 'lint_mappings.rules'}\n"
        "print(sorted(heavy & {*sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    files, heavy = done.stderr.splitlines()
    assert ast.literal_eval(files) == [
        *("cases.yaml", "gather-index-rank.yaml", "glossary.yaml", "paddle-3.1.1.json"),
        *("torch-2.13.0.json", "torch.gather.json", "torch.gather.yaml"),
    ]
    assert heavy == "[]"


def test_what_a_person_must_decide_is_told_beside_the_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert show("y = torch.nonesuch(x)") == 1
    written = capsys.readouterr()
    assert written.out == "y = torch.nonesuch(x)\n"
    assert written.err == (
        "for Paddle 3.3.1\n"
        "line 1: torch.nonesuch is left as it is. There is no entry for `torch.nonesuch`.\n"
    )


def test_a_number_is_not_put_where_another_signature_has_a_tensor(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Paddle 3.3.1 raises an error for `group_norm(x, 3, 0, w, b)`: it takes 0 for the weight."""
    assert show("torch.nn.functional.group_norm(x, 3, w, b, 0)") == 0
    written = "paddle.nn.functional.group_norm(x, 3, epsilon=0, weight=w, bias=b)\n"
    assert capsys.readouterr().out == written


def test_a_broken_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"mappings/torch/torch.abs.yaml": "torch: [\n"})
    assert show("torch.abs", root=tmp_path) == 2
    assert "mappings/torch/torch.abs.yaml:" in capsys.readouterr().err


@pytest.mark.parametrize("when", ["foo(input)", "1 +", "input.__class__"])
@pytest.mark.parametrize("asked", ["torch.abs", "torch.abs(x)"])
def test_a_condition_that_cannot_be_read_is_no_bug(
    when: str, asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = (
        "torch: torch.abs\npaddle: paddle.abs\ncategory: renamed-params\n"
        f'params: [{{torch: input, paddle: x}}]\ncases: [{{when: "{when}", departs: differs, '
        "example: {inputs: {x: [1.0]}, torch: result = torch.abs(x)}}]\n"
    )
    write(tmp_path, {"mappings/torch/torch.abs.yaml": entry})
    assert show(asked, root=tmp_path) == 2
    assert "A mapping cannot be read. " in capsys.readouterr().err


def test_text_of_strangers_is_shown_not_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = (
        "torch: torch.abs\npaddle: paddle.abs\ncategory: renamed-params\n"
        'notes: [{en: "\\e[2J.", zh: "。"}]\n'
    )
    write(tmp_path, {"mappings/torch/torch.abs.yaml": entry})
    assert show("torch.abs", root=tmp_path) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_broken_record_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = "mappings/results/torch/torch.abs.json"
    write(tmp_path, {**BASE, record: '{\n"1": {\n<<<<<<< ours\n'})
    assert show("torch.abs", root=tmp_path) == 2
    told = capsys.readouterr().err
    assert f"{record}:3: not a record of runs" in told
    assert told.endswith("Restore it with git.\n")
