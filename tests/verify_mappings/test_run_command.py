"""The command: what it runs, prints, keeps and returns."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from projects import ENTRY, GOTCHA, write_project

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.records import read_results, record_files, record_path
from mapping_model.results import Gradient
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.__main__ import main
from verify_mappings.command import commands
from verify_mappings.command.environments import find_interpreter
from verify_mappings.command.selection import choose_cases

KEYS = ["name", "example", "torch", "paddle", "processor", "outcome", "as_expected"]
KEYS += ["max_diff", "gradient", "gradient_detail", "detail", "drop_in", "drop_in_detail"]
KEYS += ["applied", "applied_detail", "newer", "newer_detail", "hash", "mapping"]
KEYS += ["compat", "compat_detail", "seconds", "recorded", "open"]


@pytest.fixture
def root(shared_workers: None, tmp_path: Path) -> Path:
    """A project with an entry that is right, one that is wrong, an alias and a gotcha."""
    files = {
        "torch/torch.abs.yaml": ENTRY.format(name="abs", more=""),
        "torch/torch.sin.yaml": ENTRY.format(name="sin", more=" * 2"),
        "torch/torch.absolute.yaml": "torch: torch.absolute\nalias_of: torch.abs\n",
        "gotchas/odd.yaml": GOTCHA,
    }
    return write_project(tmp_path, files)


@pytest.mark.parametrize(
    ("arguments", "library", "version"),
    [(["--torch"], "torch", TORCH), (["--paddle", PADDLE[-1]], "paddle", PADDLE[-1])],
)
def test_snapshot(
    arguments: list[str], library: str, version: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    monkeypatch.setattr(commands, "make_snapshot", lambda *given: made.append(given))
    assert main(["snapshot", "--root", str(root), *arguments]) == 0
    out = commands.DIRECTORY / f"{library}-{version}.json"
    assert made == [(Path(sys.executable), library, out)]


def run(root: Path, *arguments: str) -> int:
    return main(["run", "--root", str(root), *arguments])


def test_everything(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root) == 1
    out, told = capsys.readouterr()
    assert told.startswith("verify-mappings: examples run behind Landlock, a system-call filter")
    assert "torch.sin" in out
    assert "differs (unexpected)" in out
    assert "torch.abs" not in out
    assert f"3 examples on torch {TORCH} and Paddle {PADDLE[-1]}: 1 not as expected" in out


WRONG = {
    "values off by 1e-3": ("torch.abs(x)", "paddle.abs(x) + 1e-3", "values differ"),
    "transposed": ("x.matmul(y)", "paddle.matmul(x, y).t()", "values differ"),
    "not in place": ("x.add_(y)", "x.add(y)", "input x: 9 of 9 values differ"),
}


@pytest.mark.usefixtures("shared_workers")
@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_entry_is_found(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch, paddle, told = WRONG[case]
    text = ENTRY.format(name="abs", more="")
    text = text.replace('"float32[2]"', '"float32[3, 3]", y: "float32[3, 3]"')
    text = text.replace("torch.abs(x)", torch).replace("paddle.abs(x)", paddle)
    root = write_project(tmp_path, {"torch/torch.abs.yaml": text})
    assert run(root) == 1
    out = capsys.readouterr().out
    assert "differs (unexpected)" in out
    assert told in out
    right = text.replace(" + 1e-3", "").replace(".t()", "").replace("x.add(y)", "x.add_(y)")
    write_project(tmp_path, {"torch/torch.abs.yaml": right})
    assert run(root) == 0


def test_json(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "--format", "json") == 1
    rows = json.loads(capsys.readouterr().out)
    assert [list(row) for row in rows] == [KEYS] * 3
    told = [(row["name"], row["outcome"], row["as_expected"]) for row in rows]
    assert told == [
        ("torch.abs", "equal", True),
        ("torch.sin", "differs", False),
        ("gotcha:odd", "differs", True),
    ]


def test_what_the_mapping_makes_wrong_is_told(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ENTRY.format(name="sin", more="").replace("paddle.sin\n", "paddle.sinh\n")
    write_project(root, {"torch/torch.sin.yaml": text})
    assert run(root) == 0
    assert "the mapping makes" not in capsys.readouterr().out
    assert run(root, "--write") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "What the mapping makes of torch code, where that is not right:"
    told = "torch.sin 1 main differs result: 2 of 2 values differ"
    assert " ".join(lines[2].split()).startswith(told)


def test_results_are_kept_and_merged(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mappings = root / "mappings"
    assert run(root, "--write") == 1
    (first,) = read_results(mappings)
    assert first.paddle == PADDLE[-1]
    assert set(first.entries) == {"torch.abs", "torch.sin", "gotcha:odd"}
    result = first.entries["torch.abs"]["1"]
    assert (result.gradient, result.drop_in) == (Gradient.EQUAL, DropIn.EQUAL)
    sin = mappings / "torch" / "torch.sin.yaml"
    sin.write_text(ENTRY.format(name="sin", more=""), "utf-8")
    (mappings / "gotchas" / "odd.yaml").unlink()
    assert run(root, "--write", "--verbose", str(sin)) == 0
    (second,) = read_results(mappings)
    assert second.entries["torch.sin"]["1"].outcome is Outcome.EQUAL
    assert second.entries["torch.abs"] == first.entries["torch.abs"]
    assert "1 example on" in capsys.readouterr().out
    # Who runs everything also removes what is of no use any more.
    assert "gotcha:odd" in second.entries
    assert run(root, "--write") == 0
    assert {name for name, _ in record_files(mappings)} == {"torch.abs", "torch.sin"}


def test_what_cannot_be_read_keeps_its_results(root: Path) -> None:
    assert run(root, "--write") == 1
    (root / "mappings" / "torch" / "torch.sin.yaml").write_text("[", "utf-8")
    assert run(root, "--write") == 0
    assert "torch.sin" in dict(record_files(root / "mappings"))


@pytest.mark.parametrize(
    ("was", "tampered", "noticed"),
    [('"drop_in": "equal", ', "", (1, 0)), ('"run"', '"outcome": "differs", "run"', (1, 1))],
)
def test_without_the_unchanged_code(
    was: str, tampered: str, noticed: tuple[int, int], root: Path
) -> None:
    """With `--ported` nothing is said of what that would show; all else is held as ever."""
    names = ["torch.abs", "gotcha:odd"]
    assert run(root, "--write", *names) == 0
    assert run(root, "--check", "--ported", *names) == 0
    record = record_path(root / "mappings", "torch.abs")
    text = record.read_text("utf-8")
    assert was in text
    record.write_text(text.replace(was, tampered), "utf-8")
    found = (run(root, "--check", *names), run(root, "--check", "--ported", *names))
    assert found == noticed


def test_what_is_ported_alone_is_not_recorded(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "--ported") == 2
    assert "--ported says what to leave out of --check" in capsys.readouterr().err


def test_writing_and_checking_exclude_each_other(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "--write", "--check") == 2
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["torch.absolute"], ["torch.abs"]),
        (["gotcha:odd", "torch.abs", "gotcha:odd"], ["gotcha:odd", "torch.abs"]),
        (["mappings/torch"], ["torch.abs", "torch.sin"]),
        (["mappings/gotchas/odd.yaml"], ["gotcha:odd"]),
    ],
)
def test_names(
    names: list[str], chosen: list[str], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = Corpus.load(root / "mappings")
    monkeypatch.chdir(root)
    assert [case.name for case in choose_cases(corpus, names, root)] == chosen


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["torch.abd"], "There is no entry `torch.abd`. Did you mean `torch.abs`?"),
        (["gotcha:even"], "There is no gotcha `even`."),
        (["torch.\x1b[2J"], "There is no entry `torch.\\x1b[2J`."),
        (["nowhere/a.yaml"], "there is no such file"),
        (["--paddle", "../x"], "expected a release such as 3.3.1, not '../x'"),
        ([""], "There is no entry ``."),
        (["a" * 5000], "There is no entry `aaa"),
        (["/" + "a" * 5000], "there is no such file"),
        (["--python", "/nowhere/python"], "/nowhere/python cannot be run: [Errno 2] No such file"),
        (["--jobs", "0"], "expected a number from 1 on, not '0'"),
        *(
            (["--timeout", text], f"expected seconds, more than 0 and at most a day, not '{text}'")
            for text in ("0", "-1", "nan", "inf", "1e300", "x")
        ),
        (["--format", "xml"], "invalid choice"),
    ],
)
def test_wrong_usage(
    arguments: list[str], told: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, *arguments) == 2
    assert told in capsys.readouterr().err


def test_an_interpreter_that_may_not_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may look at everything: the error that others get comes from the system call."""

    def refuse(path: object, **options: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "stat", refuse)
    with pytest.raises(UsageError, match="cannot be run"):
        find_interpreter(tmp_path / "python", ("torch",))


def test_no_mappings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path) == 2
    assert "there is no directory `mappings`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 0", "has no torch. Install the libraries: pip install torch=="),
        ("case $2 in *metadata*) echo 9.9;; *) exit 1;; esac", "cannot import torch: it ended"),
        ("exit 1", "cannot be run"),
    ],
)
def test_missing_libraries(
    script: str, told: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    python = root / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    assert run(root, "--python", str(python)) == 2
    assert told in capsys.readouterr().err


def test_our_own_bug(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "execute", lambda *arguments: 1 / 0)
    assert run(root) == 3
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "ended by SIGTERM")],
)
def test_an_interrupted_run_leaves_nothing_behind(
    root: Path, tmp_path: Path, number: signal.Signals, code: int, said: str
) -> None:
    sin = root / "mappings" / "torch" / "torch.sin.yaml"
    text = ENTRY.format(name="sin", more="")
    sin.write_text(text.replace("result = paddle", "while True: pass\n      result = paddle"))
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "verify_mappings", "run", "--root", str(root), "--timeout=60"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not list(temporary.glob(f"*/*/{PADDLE[-1]}/**/scratch")):
        time.sleep(0.05)
    process.send_signal(number)
    assert process.stderr
    assert said in process.stderr.read()
    assert process.wait(timeout=60) == code
    assert list(temporary.iterdir()) == []
    deadline = time.monotonic() + 30  # what was killed may take a moment to be gone
    while str(temporary) in "".join(_working_directories()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert str(temporary) not in "".join(_working_directories())


def _working_directories() -> list[str]:
    """Where all processes work."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            found.append(str(path.readlink()))
    return found
