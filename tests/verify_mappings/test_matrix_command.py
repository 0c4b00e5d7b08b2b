"""The matrix: every example on every release, kept in one file each, never run twice."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import ENTRY, GOTCHA, write_entries, write_project

from mapping_model.results import DropIn, Outcome, Results, read_results
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.__main__ import main
from verify_mappings.command import commands
from verify_mappings.job import Answer, Job
from verify_mappings.runs import executing
from verify_mappings.runs.pool import Pool, Versions

OLD, NEW = PADDLE[-2:]
NAMES = ("abs", "sin", "cos", "tan", "exp", "erf", "tanh", "sqrt", "ceil", "floor", "sign", "neg")


class Jobs:
    """A pool with a crew for each release that is asked for; counts what each is asked to run.

    All are the same two workers of the installed releases.
    """

    def __init__(self, pool: Pool) -> None:
        self.directory = pool.directory
        self.counts: Counter[str] = Counter()
        self._pool = pool

    def start(self) -> dict[str, Versions]:
        """As a pool does."""
        versions = {name: worker.ready() for name, worker in self._pool._workers}
        return {"torch": versions["torch"], OLD: versions["paddle"], NEW: versions["paddle"]}

    def run(self, name: str, job: Job) -> Answer:
        """As a pool does."""
        self.counts[name] += 1
        return self._pool.run("torch" if name == "torch" else "paddle", job)

    def stop(self) -> None:
        """The workers go on: other tests need them."""


@pytest.fixture
def two_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two releases that are the installed one."""
    here = Path(sys.executable)
    monkeypatch.setattr(commands, "environment_of", lambda root, release, console: here)


@pytest.fixture
def jobs(pool: Pool, two_releases: None, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many jobs torch and the two releases are asked to run."""
    shared = Jobs(pool)
    monkeypatch.setattr(executing, "open_pool", lambda crews: contextlib.nullcontext(shared))
    return shared.counts


def matrix(root: Path, *arguments: str) -> int:
    return main(["matrix", "--root", str(root), *arguments, "--paddle", OLD, NEW])


def kept(root: Path, release: str = NEW) -> Results:
    return read_results(results_file(root, release))


def results_file(root: Path, release: str = NEW) -> Path:
    return root / "mappings" / "results" / f"paddle-{release}.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with two entries that are right and a gotcha."""
    write_project(tmp_path, {"gotchas/odd.yaml": GOTCHA})
    return write_entries(tmp_path, "abs", "sin")


def test_every_release_has_workers_and_a_file(
    root: Path, two_releases: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert matrix(root) == 0
    for release in (OLD, NEW):
        results = kept(root, release)
        assert (results.torch, results.paddle) == (TORCH, release)
        assert set(results.entries) == {"torch.abs", "torch.sin", "gotcha:odd"}
        result = results.entries["torch.abs"]["1"]
        assert (result.outcome, result.drop_in) == (Outcome.EQUAL, DropIn.EQUAL)
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines if line.startswith((OLD, NEW))]
    assert rows[:2] == [[r, "2", "1", "0", "0", "0", "0", "3"] for r in (OLD, NEW)]
    # Drop-in needs an example with a keyword, which neither entry has.
    assert rows[2:] == [[r, "0", "0", "0", "2"] for r in (OLD, NEW)]
    assert lines[-1] == f"3 examples on the newest release, Paddle {NEW}: all as expected"


def test_torch_runs_once_for_all_releases(root: Path, jobs: Counter[str]) -> None:
    assert matrix(root) == 0
    assert jobs == {"torch": 3, OLD: 6, NEW: 6}


def test_what_has_a_current_result_is_not_run_again(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    text = results_file(root).read_text("utf-8").replace('"date": "20', '"date": "19')
    results_file(root).write_text(text, "utf-8")
    jobs.clear()
    assert matrix(root) == 0
    assert not jobs
    assert matrix(root, "--fresh", "torch.abs") == 0
    assert jobs == {"torch": 1, OLD: 2, NEW: 2}
    # What is the same stays the same, to the byte and the date.
    assert results_file(root).read_text("utf-8") == text


def test_a_changed_example_is_run_again(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    changed = ENTRY.format(name="sin", more=" * 2")
    write_project(root, {"torch/torch.sin.yaml": changed})
    (root / "mappings" / "gotchas" / "odd.yaml").unlink()
    jobs.clear()
    assert matrix(root) == 1
    assert jobs == {"torch": 1, OLD: 2, NEW: 2}
    assert set(kept(root).entries) == {"torch.abs", "torch.sin"}
    assert kept(root).entries["torch.sin"]["1"].outcome is Outcome.DIFFERS


def test_only_a_release_that_lacks_results_is_run(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    results_file(root, OLD).unlink()
    jobs.clear()
    matrix(root)
    assert jobs == {"torch": 3, OLD: 6}


def test_results_of_another_torch_are_replaced_as_a_whole(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    text = results_file(root).read_text("utf-8")
    results_file(root).write_text(text.replace(TORCH, "1.0"), "utf-8")
    assert matrix(root, "torch.abs") == 2
    jobs.clear()
    assert matrix(root) == 0
    assert jobs == {"torch": 3, NEW: 6}
    assert results_file(root).read_text("utf-8") == text


def test_what_older_releases_do_is_no_failure(
    root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    write_project(root, {"torch/torch.sin.yaml": ENTRY.format(name="sin", more=" * 2")})
    assert matrix(root) == 1
    assert "torch.sin  1        differs (unexpected)" in capsys.readouterr().out
    main(["matrix", "--root", str(root), "--paddle", OLD])
    out = capsys.readouterr().out
    assert "unexpected" not in out.replace("not as expected", "")
    assert main(["matrix", "--root", str(root), "--paddle", OLD]) == 0
    assert not kept(root, OLD).entries["torch.sin"]["1"].as_expected


def test_json(root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert matrix(root, "--format", "json", "torch.abs") == 0
    rows = json.loads(capsys.readouterr().out)
    told = [(row["name"], row["paddle"], row["drop_in"]) for row in rows]
    assert told == [("torch.abs", OLD, "equal"), ("torch.abs", NEW, "equal")]
    assert all(row["seconds"] for row in rows)
    assert matrix(root, "--format", "json", "torch.abs") == 0
    again = json.loads(capsys.readouterr().out)
    assert again == [{**row, "seconds": None} for row in rows]


# Saves after every example; the arguments go to the command.
SAVING = (
    "import sys; from verify_mappings.runs import result_files; result_files.SECONDS = 0;"
    "from verify_mappings.__main__ import main; raise SystemExit(main(sys.argv[1:]))"
)


def interrupted(root: Path, end: Callable[[subprocess.Popen[bytes]], None]) -> int:
    """Start a matrix run and end it when the first results are kept; its exit code."""
    arguments = ["matrix", "--root", str(root), "--paddle", NEW]
    process = subprocess.Popen(
        [sys.executable, "-c", SAVING, *arguments],
        env={**os.environ, "TMPDIR": str(root)},
        stderr=subprocess.DEVNULL,
    )
    while not results_file(root).exists():
        time.sleep(0.005)
    end(process)
    return process.wait(60)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_goes_on_where_it_was(
    number: signal.Signals, tmp_path: Path, jobs: Counter[str]
) -> None:
    write_entries(tmp_path, *NAMES)
    for _ in range(10):  # on a busy machine the run may be over before the signal comes
        code = interrupted(tmp_path, lambda process: process.send_signal(number))
        done = len(kept(tmp_path).entries)
        if done < len(NAMES):
            break
        results_file(tmp_path).unlink()
    assert code == (130 if number == signal.SIGINT else -number)
    assert 0 < done < len(NAMES)
    # What a run that was killed while it wrote has left.
    draft = results_file(tmp_path).parent / f".{results_file(tmp_path).name}.0.tmp"
    draft.touch()
    os.utime(draft, (0, 0))
    main(["matrix", "--root", str(tmp_path), "--paddle", NEW])
    assert jobs["torch"] == len(NAMES) - done
    assert [path.name for path in results_file(tmp_path).parent.iterdir()] == [
        results_file(tmp_path).name
    ]
    text = results_file(tmp_path).read_text("utf-8")
    results_file(tmp_path).unlink()
    main(["matrix", "--root", str(tmp_path), "--paddle", NEW])
    assert results_file(tmp_path).read_text("utf-8") == text
