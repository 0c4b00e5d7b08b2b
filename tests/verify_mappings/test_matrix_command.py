"""The matrix: every example on every release, kept by entry, never run twice."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from projects import ENTRY, GOTCHA, write_entries, write_project

from mapping_model.corpus import Corpus
from mapping_model.processors import Processor
from mapping_model.records import (
    read_record,
    read_results,
    record_files,
    record_path,
    render_record,
)
from mapping_model.results import (
    HARNESS,
    Applied,
    DropIn,
    Outcome,
    Result,
    Results,
    Stamp,
    example_hash,
)
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.__main__ import main
from verify_mappings.command import commands
from verify_mappings.job import Answer, Job
from verify_mappings.processor import this_processor
from verify_mappings.runs import executing, records
from verify_mappings.runs.cases import Verified, all_cases
from verify_mappings.runs.pool import Pool, Versions
from verify_mappings.runs.records import Keeper

OLD, NEW = PADDLE[-2:]
SERIES = NEW.rpartition(".")[0]
NAMES = ("abs", "sin", "cos", "tan", "exp", "erf", "tanh", "sqrt", "ceil", "floor", "sign", "neg")


class Jobs:
    """A pool with a crew for each release that is asked for; counts what each is asked to run.

    All are the same two workers of the installed releases.
    """

    def __init__(self, pool: Pool) -> None:
        self.directory = pool.directory
        self.counts: Counter[str] = Counter()
        self.walls = pool.walls
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
def two_releases(libraries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two releases that are the installed one."""
    monkeypatch.setattr(commands, "environment_of", lambda root, release, console: libraries)


@pytest.fixture
def jobs(pool: Pool, two_releases: None, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many jobs torch and the two releases are asked to run."""
    shared = Jobs(pool)
    monkeypatch.setattr(executing, "open_pool", lambda *given: contextlib.nullcontext(shared))
    return shared.counts


def matrix(root: Path, *arguments: str) -> int:
    return main(["matrix", "--root", str(root), *arguments, "--paddle", OLD, NEW])


def kept(root: Path, release: str = NEW) -> Results:
    found = {results.paddle: results for results in read_results(root / "mappings")}
    return found.get(release, Results(release, {}))


def texts(root: Path) -> dict[str, str]:
    """The records as they are written."""
    return {name: path.read_text("utf-8") for name, path in record_files(root / "mappings")}


def forget(root: Path, release: str) -> None:
    """Take the results on a release out of all records."""
    for _, path in record_files(root / "mappings"):
        record = read_record(path)
        for found in record.values():
            del found[release]
        path.write_text(render_record(record), "utf-8")


def edit(root: Path, old: str, new: str, name: str = "torch.abs") -> None:
    """Change a record by hand."""
    path = record_path(root / "mappings", name)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with two entries that are right and a gotcha."""
    write_project(tmp_path, {"gotchas/odd.yaml": GOTCHA})
    return write_entries(tmp_path, "abs", "sin")


def test_every_release_has_workers_and_results(
    root: Path, two_releases: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert matrix(root) == 0
    for release in (OLD, NEW):
        results = kept(root, release)
        assert set(results.entries) == {"torch.abs", "torch.sin", "gotcha:odd"}
        result = results.entries["torch.abs"]["1"]
        assert (result.outcome, result.drop_in) == (Outcome.EQUAL, DropIn.EQUAL)
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        assert result.stamp == Stamp(
            today, TORCH, platform.python_version(), HARNESS, (this_processor(),)
        )
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines if line.startswith((OLD, NEW))]
    assert rows[:2] == [[r, "2", "1", "0", "0", "0", "0", "3"] for r in (OLD, NEW)]
    assert rows[2:4] == [[r, "2", "0", "0", "0", "0"] for r in (OLD, NEW)]
    assert rows[4:] == [[r, "3", "0", "0"] for r in (OLD, NEW)]
    assert lines[-1] == f"3 examples on the newest release, Paddle {NEW}: all as expected"


def test_torch_runs_once_for_all_releases(root: Path, jobs: Counter[str]) -> None:
    assert matrix(root) == 0
    assert jobs == {"torch": 3, OLD: 6, NEW: 8}


def test_what_has_a_current_result_is_not_run_again(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    for name in texts(root):
        edit(root, '"run": "20', '"run": "19', name)
    before = texts(root)
    jobs.clear()
    assert matrix(root) == 0
    assert not jobs
    assert matrix(root, "--fresh", "torch.abs") == 0
    assert jobs == {"torch": 1, OLD: 2, NEW: 3}
    # What is the same stays the same, to the byte and the date.
    assert texts(root) == before


def test_a_new_result_leaves_the_others_as_they_are(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    edit(root, '"run": "20', '"run": "19')
    before = texts(root)
    text = ENTRY.format(name="abs", more="")
    example = text[text.index("  - inputs") :].replace("(x)", "(x * 2)")
    write_project(root, {"torch/torch.abs.yaml": text + example})
    assert matrix(root) == 0
    after = texts(root)
    assert {name for name in after if after[name] != before[name]} == {"torch.abs"}
    assert set(before["torch.abs"].splitlines()) <= {*after["torch.abs"].splitlines(), "}"}


def test_a_changed_example_is_run_again(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    changed = ENTRY.format(name="sin", more=" * 2")
    write_project(root, {"torch/torch.sin.yaml": changed})
    (root / "mappings" / "gotchas" / "odd.yaml").unlink()
    jobs.clear()
    assert matrix(root) == 1
    # Its code is no longer that of the mapping, which is run as well.
    assert jobs == {"torch": 1, OLD: 3, NEW: 4}
    assert set(kept(root).entries) == {"torch.abs", "torch.sin"}
    assert kept(root).entries["torch.sin"]["1"].outcome is Outcome.DIFFERS


def test_results_go_with_their_examples_though_nothing_is_run(
    root: Path, jobs: Counter[str]
) -> None:
    matrix(root)
    before = texts(root)
    (root / "mappings" / "gotchas" / "odd.yaml").unlink()
    jobs.clear()
    assert matrix(root) == 0
    assert not jobs
    assert texts(root) == {name: before[name] for name in ("torch.abs", "torch.sin")}


def test_a_changed_mapping_is_run_again(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    changed = ENTRY.format(name="sin", more="").replace("paddle.sin\n", "paddle.sinh\n")
    write_project(root, {"torch/torch.sin.yaml": changed})
    jobs.clear()
    assert matrix(root) == 0
    # The example's own code, torch's code, and what the mapping says.
    assert jobs == {"torch": 1, OLD: 3, NEW: 4}
    result = kept(root).entries["torch.sin"]["1"]
    assert (result.outcome, result.applied) == (Outcome.EQUAL, Applied.DIFFERS)
    assert str(result.applied_detail).startswith("result: 2 of 2 values differ")
    noted = changed.replace("examples:", "notes: [{en: A., zh: 甲。}]\nexamples:")
    write_project(root, {"torch/torch.sin.yaml": noted})
    jobs.clear()
    assert matrix(root) == 0
    assert not jobs


def test_only_a_release_that_lacks_results_is_run(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    forget(root, OLD)
    jobs.clear()
    matrix(root)
    assert jobs == {"torch": 3, OLD: 6}


@pytest.mark.parametrize(
    ("old", "new"),
    [(f" {TORCH} ", " 1.0 "), (f" {HARNESS} ", f" {HARNESS - 1} ")],
    ids=["another torch", "another harness"],
)
def test_what_was_run_otherwise_is_run_again(
    old: str, new: str, root: Path, jobs: Counter[str]
) -> None:
    matrix(root)
    before = texts(root)
    edit(root, old, new)
    jobs.clear()
    assert matrix(root) == 0
    assert jobs == {"torch": 1, OLD: 2, NEW: 3}
    assert texts(root) == before


def test_a_broken_record_is_told_before_anything_is_run(
    root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    matrix(root)
    edit(root, '"1": {', "<<<<<<< HEAD")
    jobs.clear()
    for arguments in ((), ("torch.abs",), ("--check",)):
        assert matrix(root, *arguments) == 2
        assert "torch.abs.json:2: not a record of runs: " in capsys.readouterr().err
    assert matrix(root, "torch.sin") == 0
    assert not jobs


def test_results_in_another_place_are_told(
    root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    matrix(root)
    path = record_path(root / "mappings", "torch.abs")
    stray = root / "mappings/results/torch.nn/torch.abs.json"
    stray.parent.mkdir()
    stray.write_bytes(path.read_bytes())
    for arguments in ((), ("--check",)):
        assert matrix(root, *arguments) == 2
        told = f"{stray}:1: not a record of runs: results of `torch.abs` belong in results/torch/"
        assert told in capsys.readouterr().err


def test_what_cannot_be_written_is_told(
    root: Path,
    jobs: Counter[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(path: Path, content: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(records, "write_atomically", full)
    assert matrix(root) == 2
    told = capsys.readouterr().err
    assert "Results cannot be kept: [Errno 28] No space left on device: " in told
    assert "Traceback" not in told


def test_other_files_beside_the_records_do_not_matter(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    path = record_path(root / "mappings", "torch.abs")
    for name in (f".{path.name}.swp", f".{path.name}.4913.swp", f"{path.name}~", "README"):
        path.with_name(name).write_text("nonsense")
    before = texts(root)
    assert matrix(root, "--fresh") == 0
    assert texts(root) == before


def test_two_runs_at_once_lose_nothing(root: Path, jobs: Counter[str]) -> None:
    cases = [case for cases in all_cases(Corpus.load(root / "mappings")).values() for case in cases]
    versions = {name: Versions(TORCH, "3.11") for name in ("torch", OLD, NEW)}
    keepers = [Keeper(root / "mappings", cases, False, Processor.AVX2, versions) for _ in range(8)]

    def keep(number: int) -> None:
        for case in cases:
            result = Result(Outcome.EQUAL, True, example_hash(case.example))
            keepers[number].add(Verified(case, f"1.{number}", result))
            keepers[number].save()

    versions |= {f"1.{number}": Versions("", "3.11") for number in range(8)}
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(keep, range(8)))
    found = read_results(root / "mappings")
    assert [results.paddle for results in found] == [f"1.{n}" for n in reversed(range(8))]
    for results in found:
        assert set(results.entries) == {case.name for case in cases}


DROPPED = '{"hash": "0123456789ab", "run": "2026-01-01 2.13.0 3.11.7 2 avx512"}'
FORGED = {
    "outcome": ('{"gradient"', '{"outcome": "differs", "gradient"', "equal"),
    "as_expected": ('{"gradient"', '{"as_expected": false, "gradient"', "True"),
    "gradient": ('"gradient": "equal"', '"gradient": "skipped"', "equal"),
    "drop_in": ('"drop_in": "equal"', '"drop_in": "refused"', "equal"),
    "detail": ('{"gradient"', '{"detail": "as if", "gradient"', "nothing"),
    "applied": (', "hash"', ', "applied": "raises", "hash"', "equal"),
    "compat": (', "hash"', ', "compat": "refused", "hash"', "equal"),
    "mapping": ('", "run"', '0", "run"', ""),
    "hash": ('"hash": "', '"hash": "f', ""),
    "torch": (f" {TORCH} ", " 1.0 ", TORCH),
    "harness": (f" {HARNESS} ", f" {HARNESS + 1} ", str(HARNESS)),
}


@pytest.mark.parametrize("field", FORGED)
def test_a_forged_record_is_found(
    field: str, root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, seen = FORGED[field]
    matrix(root)
    capsys.readouterr()
    assert matrix(root, "--check") == 0
    assert "all as recorded" in capsys.readouterr().out
    edit(root, old, new)
    before = texts(root)
    assert matrix(root, "--check") == 1
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if line.startswith("torch.abs") and f" {field} " in line)
    assert row.split()[:4] == ["torch.abs", "1", OLD, field]
    assert row.rstrip().endswith(seen)
    assert texts(root) == before
    # By itself the newest release is held against its record, too.
    assert main(["run", "--root", str(root), "--check", "--format", "json", "torch.abs"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    # What a difference or error is, is said once where the code of the mapping has the same.
    assert [name for name in told["recorded"] if name != "applied_detail"] == [field]
    assert str(told.get(field)) != str(told["recorded"][field])


def test_processors_may_give_other_numbers(root: Path, jobs: Counter[str]) -> None:
    matrix(root)
    (detail,) = set(re.findall(r'"detail": "(.*?)"', texts(root)["gotcha:odd"]))
    assert re.search(r"\d$", detail)
    for number in ("7.25", "-7.14e-41"):
        other = re.sub(r"[\d.]+$", number, detail)
        edit(root, detail, other, "gotcha:odd")
        assert matrix(root, "--check") == 0
        edit(root, other, detail, "gotcha:odd")
    edit(root, "number", "text", "gotcha:odd")
    assert matrix(root, "--check") == 1


def test_rounding_is_not_recorded(root: Path, jobs: Counter[str]) -> None:
    text = ENTRY.format(name="abs", more=" * (1 + 2e-7)")
    write_project(root, {"torch/torch.abs.yaml": text})
    matrix(root)
    assert "diff" not in texts(root)["torch.abs"]


def test_a_release_that_is_not_supported_is_left_over(
    root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    matrix(root)
    edit(root, f'"{OLD}": {{', f'"9.9.9": {DROPPED},\n"{OLD}": {{')
    capsys.readouterr()
    assert matrix(root, "--check") == 1
    (row,) = [line.split() for line in capsys.readouterr().out.splitlines() if " 9.9.9 " in line]
    assert row == ["torch.abs", "1", "9.9.9", "result", "equal", "nothing"]


def test_what_is_missing_or_left_over_is_not_as_recorded(
    root: Path, jobs: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    matrix(root)
    record_path(root / "mappings", "torch.abs").unlink()
    (root / "mappings" / "gotchas" / "odd.yaml").unlink()
    capsys.readouterr()
    assert matrix(root, "--check", "torch.sin") == 0
    capsys.readouterr()
    assert matrix(root, "--check") == 1
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if " result " in line]
    assert rows == [
        *(["torch.abs", "1", release, "result", "nothing", "equal"] for release in (OLD, NEW)),
        *(["gotcha:odd", "1", release, "result", "differs", "nothing"] for release in (NEW, OLD)),
    ]
    assert matrix(root, "--check", "--format", "json") == 1
    told = [
        (row["name"], row["outcome"], row["recorded"])
        for row in json.loads(capsys.readouterr().out)
    ]
    assert told == [
        *[("torch.abs", "equal", {"result": None}), ("torch.sin", "equal", None)] * 2,
        *[("gotcha:odd", None, {"result": "differs"})] * 2,
    ]


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
    # A record keeps no rounding, and no time.
    assert again == [{**row, "seconds": None, "max_diff": None} for row in rows]


# Saves after every example; the arguments go to the command.
SAVING = (
    "import sys; from verify_mappings.runs import records; records.SECONDS = 0;"
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
    while process.poll() is None and not texts(root):
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
        shutil.rmtree(tmp_path / "mappings" / "results")
    assert code == (130 if number == signal.SIGINT else -number)
    assert 0 < done < len(NAMES)
    # What a run that was killed while it wrote has left.
    draft = record_path(tmp_path / "mappings", "torch.abs").with_name(".torch.abs.json.0.tmp")
    draft.touch()
    os.utime(draft, (0, 0))
    main(["matrix", "--root", str(tmp_path), "--paddle", NEW])
    assert jobs["torch"] == len(NAMES) - done
    before = texts(tmp_path)
    shutil.rmtree(tmp_path / "mappings" / "results")
    main(["matrix", "--root", str(tmp_path), "--paddle", NEW])
    assert texts(tmp_path) == before
    folder = record_path(tmp_path / "mappings", "torch.abs").parent
    assert {path.suffix for path in folder.iterdir()} == {".json"}


CLAMP = """\
torch: torch.clamp
paddle: paddle.clip
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: min, paddle: min}
  - {torch: max, paddle: max}
cases:
  - when: some(isinf(input)) and max is None
    departs: differs
    code: paddle.clip(input, min, float("inf"))
    example:
      inputs: {x: [0.5, .inf]}
      torch: result = torch.clamp(x, min=1.0)
"""
EXAMPLES = """\
examples:
  - inputs: {x: [0.5, 1.5]}
    torch: result = torch.clamp(x, min=1.0)
    paddle: result = paddle.clip(x, min=1.0)
"""


def test_results_of_limits_go_with_the_last_limit(tmp_path: Path, jobs: Counter[str]) -> None:
    root = write_project(tmp_path, {"torch/torch.clamp.yaml": CLAMP + EXAMPLES})
    path = record_path(root / "mappings", "limits:torch.clamp")
    matrix(root, "torch.clamp")
    assert path.exists()
    entry = CLAMP[: CLAMP.index("cases:")] + EXAMPLES
    (root / "mappings" / "torch" / "torch.clamp.yaml").write_text(entry, "utf-8")
    assert matrix(root, "torch.clamp") == 0
    assert not path.exists()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("", "", 0),
        ("departs: differs", "departs: gradient", 1),
        ("departs: differs", "departs: raises", 1),
        ("[0.5, .inf]", "[0.5, 2.5]", 1),
        ('float("inf")', 'float("nan")', 1),
        ("    departs: differs\n", f"    departs: differs\n    paddle: '<{SERIES}'\n", 1),
    ],
)
def test_a_limit_shows_itself_on_its_releases_and_on_no_other(
    tmp_path: Path, jobs: Counter[str], old: str, new: str, code: int
) -> None:
    entry = CLAMP.replace(old, new) if old else CLAMP
    root = write_project(tmp_path, {"torch/torch.clamp.yaml": entry})
    assert matrix(root, "torch.clamp") == code
    found = read_record(record_path(root / "mappings", "limits:torch.clamp"))
    assert {key: set(results) for key, results in found.items()} == {
        "1.1": {OLD, NEW},
        "1.2": {OLD, NEW},
    }
    wrong = [r for results in found.values() for r in results.values() if not r.as_expected]
    assert bool(wrong) is bool(code)
    assert matrix(root, "torch.clamp") == code
    assert jobs[NEW] == 4  # each code and the unchanged one; nothing is run twice
