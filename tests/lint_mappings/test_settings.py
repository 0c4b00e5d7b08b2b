"""The table `[tool.lint-mappings]` of `pyproject.toml`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from entries import abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main

ABS = "mappings/torch/torch.abs.yaml"
BAD = abs_entry(category="same-params", more='notes: [{en: "A", zh: "甲。"}]\n')
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a project whose one entry has a PM203 and a PM701."""
    write(tmp_path, {**BASE, ABS: BAD})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(root: Path, table: str) -> None:
    write(root, {"pyproject.toml": f'[project]\nname = "x"\n\n[tool.lint-mappings]\n{table}\n'})


def codes(capsys: Capture, *options: str) -> list[str]:
    main(["--format", "concise", ABS, *options])
    return [line.split()[1] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("table", "options", "expected"),
    [
        ("", [], ["PM203", "PM701"]),
        ('select = ["PM2"]', [], ["PM203"]),
        ('select = ["pm203", "PM7"]', [], ["PM203", "PM701"]),
        ('ignore = ["PM2"]', [], ["PM701"]),
        ('select = ["PM2"]', ["--select", "PM7"], ["PM701"]),
        ('select = ["PM2"]', ["--ignore", "PM203"], []),
        ('ignore = ["PM2"]', ["--ignore", "PM7"], ["PM203"]),
    ],
)
def test_options_win_key_by_key(
    root: Path, capsys: Capture, table: str, options: list[str], expected: list[str]
) -> None:
    configure(root, table)
    assert codes(capsys, *options) == expected


@pytest.mark.parametrize(
    ("table", "messages"),
    [
        (
            'selct = []\nignore = "PM2"\nformat = "jsn"',
            [
                "There is no setting `selct`. Did you mean `select`?",
                "`ignore` has to be a list of codes",
                "`format` is one of auto, text, concise, json, github, sarif, junit. "
                "Did you mean `json`?",
            ],
        ),
        (
            'select = ["PM203", "PN203"]\nignore = ["E5", 3]',
            [
                "`select`: No rule has a code that begins with `PN203`. Did you mean `PM203`?",
                "`ignore` has to be a list of codes",
            ],
        ),
        ('select = [""]', ["`select` has to be a list of codes"]),
        ("format = []", ["`format` is one of"]),
    ],
)
def test_all_errors_are_said_at_once(
    root: Path, capsys: Capture, table: str, messages: list[str]
) -> None:
    configure(root, table)
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.removeprefix("lint-mappings: error: ").splitlines()
    assert len(lines) == len(messages)
    for line, message in zip(lines, messages, strict=True):
        assert line.startswith(f"pyproject.toml, [tool.lint-mappings]: {message}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[tool", "pyproject.toml is not TOML: "),
        (b"\xff", "pyproject.toml is not UTF-8: "),
        (b"[tool]\nlint-mappings = 3\n", "This has to be a table."),
    ],
)
def test_a_file_that_cannot_be_read(
    root: Path, capsys: Capture, content: bytes, message: str
) -> None:
    write(root, {"pyproject.toml": content})
    assert main([]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "tool = 3\n", "[tool.other]\nselect = 1\n"])
def test_a_file_without_the_table(root: Path, capsys: Capture, content: str) -> None:
    write(root, {"pyproject.toml": content})
    assert codes(capsys) == ["PM203", "PM701"]


def test_a_directory_of_that_name(root: Path, capsys: Capture) -> None:
    (root / "pyproject.toml").mkdir()
    assert main([]) == 2
    assert "pyproject.toml cannot be read: " in capsys.readouterr().err


@pytest.mark.parametrize("target", ["/dev/zero", "a file"])
def test_a_link_of_that_name(root: Path, capsys: Capture, target: str) -> None:
    (root / "a file").write_text("")
    (root / "pyproject.toml").symlink_to(target)
    assert main([]) == 2
    told = "pyproject.toml cannot be read: this is a link or another special file."
    assert told in capsys.readouterr().err


def test_a_pipe_of_that_name(root: Path, capsys: Capture) -> None:
    os.mkfifo(root / "pyproject.toml")
    assert main([]) == 2
    assert "this is a link or another special file." in capsys.readouterr().err


def test_a_file_that_is_too_large(root: Path, capsys: Capture) -> None:
    write(root, {"pyproject.toml": "#" * 2**21})
    assert main([]) == 2
    assert "pyproject.toml cannot be read: the file is larger than" in capsys.readouterr().err


def test_wrong_codes_of_the_command_line_too(root: Path, capsys: Capture) -> None:
    assert main(["--select", "PM203X", "--ignore", "E5"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "lint-mappings: error: No rule has a code that begins with `PM203X`. Did you mean `PM203`?",
        "No rule has a code that begins with `E5`.",
    ]


def test_a_retired_code_stands_for_its_successor(root: Path, capsys: Capture) -> None:
    configure(root, 'select = ["PM205"]')
    assert codes(capsys) == ["PM203"]
    assert codes(capsys, "--select", "PM2,PM7", "--ignore", "pm205") == ["PM701"]
