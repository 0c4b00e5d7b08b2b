"""Entries that follow from another: what is told of them, where, and what is never fixed there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from entries import ABS_EXAMPLE, abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main
from mapping_model.problems import Problem

Expect = Callable[..., None]
FORM = "torch: torch.Tensor.abs_\nform_of: ▸torch.abs\n"
ABS = "mappings/torch/torch.abs.yaml"
METHOD = "mappings/torch.Tensor/torch.Tensor.abs_.yaml"
SAID = 'notes: [{en: "The second parameter is new.", zh: "第二个参数是新的。"}]\n'


def test_a_form_of_a_clean_entry_is_clean(expect: Expect) -> None:
    expect(FORM.replace("▸", ""))


@pytest.mark.parametrize(
    ("others", "of", "message"),
    [
        ({}, "torch.sin", "`torch.sin` has no entry."),
        ({}, "torch.ab", "`torch.ab` has no entry. Did you mean `torch.abs`?"),
        (
            {"mappings/torch/torch.absolute.yaml": "torch: torch.absolute\nalias_of: torch.abs\n"},
            "torch.absolute",
            "`torch.absolute` has no entry of its own.",
        ),
        (
            {
                "mappings/torch.Tensor/torch.Tensor.abs.yaml": (
                    "torch: torch.Tensor.abs\nform_of: torch.abs\n"
                )
            },
            "torch.Tensor.abs",
            "`torch.Tensor.abs` has no entry of its own.",
        ),
    ],
)
def test_the_other_entry_must_be_one_of_its_own(
    expect: Expect, others: dict[str, str], of: str, message: str
) -> None:
    expect(FORM.replace("torch.abs\n", f"{of}\n"), f"PM212 {message}", others=others)


def test_what_does_not_follow_is_to_be_written(expect: Expect) -> None:
    others = {ABS: abs_entry(more=SAID)}
    expect(
        FORM,
        f"PM212 `notes` does not follow from {ABS}:4: it tells of a parameter by its place "
        "(“second parameter”).",
        others=others,
    )
    expect(FORM.replace("▸", "") + "notes: [{en: It is new., zh: 是新的。}]\n", others=others)
    expect(FORM.replace("▸", "") + "notes: ~\n", others=others)


@pytest.mark.parametrize("whole", [True, False])
def test_a_problem_of_what_follows_is_told_once_or_with_its_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    whole: bool,
) -> None:
    said = 'notes:\n  - {en: "It is new.", zh: "是(全)新的。"}\n'
    own = 'text: {en: "It is old.", zh: "旧, 的。"}\n'
    form = FORM.replace("▸", "")
    write(tmp_path, {**BASE, ABS: abs_entry(more=said), METHOD: form + own})
    monkeypatch.chdir(tmp_path)
    assert main(["--format", "concise", "--select", "PM704", *([] if whole else [METHOD])]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if "PM704" in line]
    repeated = [line for line in lines if f"It follows from {ABS}:5." in line]
    assert len(repeated) == (0 if whole else 2)
    assert len(lines) - len(repeated) == (3 if whole else 1)  # its own text is told in any case


def test_what_an_entry_writes_itself_is_told_at_its_own_line(expect: Expect) -> None:
    written = FORM.replace("▸", "") + "notes:\n  - {en: No sto▸p, zh: 完整。}\n"
    message = "PM701 The text does not end with `.`."
    expect(written, message)


@pytest.mark.parametrize("text", ["notes:\n  - {en: No stop, zh: 完整。}\n", ""])
def test_what_follows_is_fixed_where_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    rows = "\n  - {torch: out, paddle: out}\n  - {torch: input, paddle: x}\n"
    entry = abs_entry(more=text, rows=rows, category="same-params")
    form = FORM.replace("▸", "")
    write(tmp_path, {**BASE, ABS: entry, METHOD: form})
    monkeypatch.chdir(tmp_path)
    main(["--fix"])
    assert (tmp_path / METHOD).read_text("utf-8") == form
    assert "No stop," not in (tmp_path / ABS).read_text("utf-8")


def test_a_kept_report_is_of_both_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {**BASE, ABS: abs_entry(), METHOD: FORM.replace("▸", "")})
    monkeypatch.chdir(tmp_path)
    for examples, code in ((ABS_EXAMPLE, 0), (ABS_EXAMPLE.replace("abs(x)", "abs(*x)"), 1)):
        (tmp_path / ABS).write_text(abs_entry(examples=examples), "utf-8")
        assert main([METHOD, "--format", "concise"]) == code
    assert "it passes no `input`" in capsys.readouterr().out


REPEATED = """\
torch: ▸torch.Tensor.abs
paddle: paddle.Tensor.abs
category: paddle-more-params
params:
  - {paddle: out}
examples:
  - inputs: {x: [-1, 2]}
    torch: result = x.abs()
    paddle: result = x.abs()
"""


def test_what_another_entry_says_is_not_repeated(expect: Expect) -> None:
    expect(
        REPEATED,
        "PM502 It repeats the entry of `torch.abs`: 4 of its 9 lines follow from that.",
    )


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        # Another target, other code: what follows would be something else.
        ("paddle: paddle.Tensor.abs\n", "paddle: paddle.Tensor.absolute\n"),
        ("examples:\n", 'cases: [{code: "self.abs()"}]\nexamples:\n'),
    ],
)
def test_what_leads_to_other_code_repeats_nothing(
    lint: Callable[..., list[Problem]], written: str, instead: str
) -> None:
    text = REPEATED.replace("▸", "").replace(written, instead)
    name = "mappings/torch.Tensor/torch.Tensor.abs.yaml"
    assert "PM502" not in {problem.code for problem in lint({name: text})}
