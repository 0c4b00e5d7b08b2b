"""`lint-mappings show`: an entry, and torch code as Paddle code, without a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_project import write

from lint_mappings.__main__ import main

ROOT = Path(__file__).parents[2]


def show(*arguments: str, root: Path = ROOT) -> int:
    return main(["show", "--root", str(root), *arguments])


def test_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather") == 0
    text = capsys.readouterr().out
    for part in (
        "paddle.take_along_axis   [2 PyTorch takes more parameters]",
        "  paddle  result = paddle.take_along_axis(x, i, 1, broadcast=False)",
        "  dim          axis       The dimension to work along. Only the name differs.",
        "Paddle       2.6.2        3.0.0        3.1.1        3.2.2        3.3.1",
        "the call     code         code         code         code         unchanged",
        "out          fails        fails        fails        code         unchanged",
        "  gather-index-rank: `paddle.gather` is not `torch.gather`.",
    ):
        assert f"{part}\n" in text


def test_for_one_release_and_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--paddle", "3.1", "--language", "zh", "--format", "json")
    assert show("torch.gather", *options) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["usages"][0] == {
        "variant": 1,
        "param": None,
        "verdicts": {"3.1.1": "code"},
        "unchanged": {"3.1.1": "refused"},
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
        ("", "API is empty"),
        ("torch.gatherr", "Did you mean `torch.gather`?"),
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


def test_a_release_that_is_not_supported(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather", "--paddle", "1.8") == 2
    assert "supported are 2.6.2, 3.0.0" in capsys.readouterr().err


def test_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("torch.gather", "torch.gather(x, dim=1, index=i)") == 0
    written = capsys.readouterr()
    assert written.out == "paddle.gather(x, dim=1, index=i)\n"
    assert written.err == ""
    assert show("torch.gather", "torch.gather(x, dim=1, index=i)", "--paddle", "3.2") == 0
    out = capsys.readouterr().out
    assert out == "paddle.take_along_axis(x, indices=i, axis=1, broadcast=False)\n"
    assert show("torch.nn.LSTM(3, 4)") == 0
    assert capsys.readouterr().out == "paddle.nn.LSTM(3, 4, time_major=True)\n"


def test_what_a_person_must_decide_is_told_beside_the_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert show("y = torch.nonesuch(x)") == 1
    written = capsys.readouterr()
    assert written.out == "y = torch.nonesuch(x)\n"
    assert written.err == (
        "line 1: torch.nonesuch is left as it is. There is no entry for `torch.nonesuch`.\n"
    )


def test_a_broken_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"mappings/torch/torch.abs.yaml": "torch: [\n"})
    assert show("torch.abs", root=tmp_path) == 2
    assert "mappings/torch/torch.abs.yaml:" in capsys.readouterr().err


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
