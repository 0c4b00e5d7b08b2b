"""The list of known problems: what it leaves out, and what is wrong with its lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from entries import abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main

KNOWN = "mappings/.known-problems.txt"
ABS = "mappings/torch/torch.abs.yaml"
BAD = abs_entry(category="same-params", more='notes: [{en: "A", zh: "甲。"}]\n')
GLOSSARY = 'input: {en: "I.", zh: "输入。"}\nout: {en: "O.", zh: "输出。"}\n'
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a project whose one entry has a PM203 and a PM701."""
    write(tmp_path, {**BASE, ABS: BAD, "mappings/glossary.yaml": GLOSSARY})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(capsys: Capture, *options: str) -> list[str]:
    main(["--format", "concise", *options])
    return [line.removeprefix("mappings/") for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    "target", ["torch.abs", "mappings/torch/torch.abs.yaml", "torch/torch.abs.yaml"]
)
def test_a_line_leaves_one_code_of_one_file_out(root: Path, capsys: Capture, target: str) -> None:
    write(root, {KNOWN: f"# Why.\n\n  PM203\t{target}   # Under discussion # 3.\n"})
    assert [line.split()[1] for line in found(capsys)] == ["PM701"]
    assert main(["--select", "PM203,PM9"]) == 0
    assert capsys.readouterr().out == "No problems; 4 files checked; 1 known problem left out.\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("PM203 torch.abs", "This is not a code, an API or a path, and a reason. The reason is"),
        ("PM203 torch.abs  #  ", "This is not a code, an API or a path, and a reason."),
        ("PM203", "This is not a code, an API or a path, and a reason. The reason is missing."),
        ("PM204x torch.abs # x", "There is no rule `PM204x`. Did you mean `PM204`?"),
        ("PM000 torch.abs # x", "There is no rule `PM000`."),
        ("PM901 torch.abs # x", "PM901 is about this list and cannot be left out."),
        ("PM203 torch.aabs # x", "No entry and no file is called `torch.aabs`. Did you mean"),
        ("PM203 mappings/no.yaml # x", "No entry and no file is called `mappings/no.yaml`."),
    ],
)
def test_a_wrong_line_leaves_nothing_out(
    root: Path, capsys: Capture, line: str, message: str
) -> None:
    write(root, {KNOWN: f"# Why.\n{line}\n"})
    first, *others = found(capsys)
    assert first.startswith(f".known-problems.txt:2:1: PM902 {message}")
    assert [line.split()[1] for line in others] == ["PM203", "PM701"]


def test_a_retired_code_leads_to_its_successor(root: Path, capsys: Capture) -> None:
    write(root, {KNOWN: "PM205 torch.abs # x\n"})
    told = (
        ".known-problems.txt:1:1: PM902 The rule `PM205` was retired; `PM203` does now what it did."
    )
    assert found(capsys)[0] == told


def test_two_lines_for_the_same(root: Path, capsys: Capture) -> None:
    write(root, {KNOWN: "PM203 torch.abs # x\nPM701 torch.abs # y\nPM203 torch.abs # z\n"})
    lines = found(capsys)
    assert ".known-problems.txt:3:1: PM902 Line 1 says the same already." in lines
    assert not [line for line in lines if "PM203 The" in line]


def test_a_needless_line_is_removed_by_fix(root: Path, capsys: Capture) -> None:
    write(root, {KNOWN: "# Why.\nPM203 torch.abs  # x\nPM603 torch.abs  # y\n"})
    assert found(capsys) == [
        ".known-problems.txt:3:1: PM901 `torch.abs` has no PM603 any more.",
        "torch/torch.abs.yaml:4:15: PM701 The text does not end with `.`.",
    ]
    assert main(["--fix"]) == 0
    assert (root / KNOWN).read_text("utf-8") == "# Why.\nPM203 torch.abs  # x\n"
    assert "same-params" in (root / ABS).read_text("utf-8")


@pytest.mark.parametrize(
    "options", [["--ignore", "PM6"], [KNOWN], [KNOWN, "mappings/glossary.yaml"]]
)
def test_what_was_not_looked_for_is_not_needless(
    root: Path, capsys: Capture, options: list[str]
) -> None:
    write(root, {KNOWN: "PM603 torch.abs  # y\n"})
    assert not [line for line in found(capsys, *options) if "PM901" in line]


def test_the_list_is_reported_on_only_when_named(root: Path, capsys: Capture) -> None:
    write(root, {KNOWN: "nonsense\n"})
    assert [line.split()[1] for line in found(capsys, ABS)] == ["PM203", "PM701"]
    assert [line.split()[1] for line in found(capsys, KNOWN)] == ["PM902"]
    assert [line.split()[1] for line in found(capsys, "mappings")] == ["PM902", "PM203", "PM701"]


def test_a_list_that_cannot_be_read(root: Path, capsys: Capture) -> None:
    write(root, {KNOWN: b"PM203 torch.abs  # \xff\n"})
    assert found(capsys)[0] == ".known-problems.txt:1:1: PM902 Byte 0xff is not valid UTF-8."
    (root / KNOWN).unlink()
    (root / KNOWN).symlink_to("/etc/hostname")
    assert found(capsys)[0].endswith("PM902 This is a link or another special file.")
    (root / KNOWN).unlink()
    (root / KNOWN).mkdir()
    assert found(capsys)[0].endswith("PM902 This is a link or another special file.")


def test_a_line_about_two_files_is_judged_where_both_are(root: Path, capsys: Capture) -> None:
    """The other file of the API may have the problem that the line leaves out."""
    again = "mappings/torch/torch.abs.yml"
    write(root, {KNOWN: "PM203 torch.abs # Under discussion.\n", again: abs_entry()})
    assert found(capsys, "--select", "PM203,PM9", again, KNOWN) == []
    write(root, {ABS: abs_entry()})
    assert found(capsys, "--select", "PM203,PM9", again, KNOWN) == []
    assert len(found(capsys, "--select", "PM203,PM9", ABS, again, KNOWN)) == 1
