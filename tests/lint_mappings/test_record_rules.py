"""PM812, PM813: what is recorded of examples, entries, releases and runs that are not there."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_project import BASE, Files, write

from lint_mappings.__main__ import main
from lint_mappings.rules import all_rules
from lint_mappings.running.project import Project
from lint_mappings.running.sources import read_sources
from mapping_model.naming import GOTCHAS
from mapping_model.probes import PROBER
from mapping_model.results import HARNESS
from mapping_model.snapshots import PADDLE, TORCH

ABS = "mappings/torch/torch.abs.yaml"
GOTCHA = "mappings/gotchas/gather-index-rank.yaml"
RESULTS = "mappings/results/torch/torch.abs.json"
OF_LIMITS = "mappings/results/limits/torch/torch.abs.json"
PROBES = "mappings/probes/torch/torch.abs.json"
NEWEST = PADDLE[-1]
RUN = f"2026-11-21 {TORCH} 3.11.7 {HARNESS} avx512"
LATER = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=2)
CODES = ("PM812", "PM813")

Found = list[tuple[str, str, str]]


def results(key: str = "1", release: str = NEWEST, run: str = RUN) -> str:
    return json.dumps({key: {release: {"hash": "0123456789ab 01234567", "run": run}}})


def probes(release: str = NEWEST, run: str = f"{TORCH} 3.11.7 {PROBER}") -> str:
    return json.dumps({release: {"inputs": 1, "equal": 1, "digest": "0", "run": run}})


@pytest.fixture
def told(project: Path) -> Callable[[Files], Found]:
    """A function that adds files and returns what both rules find in the whole project."""

    def check(files: Files) -> Found:
        write(project, files)
        sources = read_sources(project / "mappings")
        report = Project(sources, CODES, None).check(sources)
        assert report.crashes == []
        return [(p.path, p.message, p.hint) for p in report.problems]

    return check


Told = Callable[[Files], Found]
AGAIN = "Delete the file and run: verify-mappings matrix torch.abs"
PROBED = "Delete the file and run: verify-mappings probe torch.abs --write --matrix"
DROP = "Run: verify-mappings run torch.abs --write, which takes it out."


def test_records_of_what_is_there(told: Told) -> None:
    of_gotcha = {f"mappings/results/{GOTCHAS}/gather-index-rank.json": "{}"}
    assert told({RESULTS: results(), PROBES: probes(), OF_LIMITS: "{}", **of_gotcha}) == []


@pytest.mark.parametrize(
    ("path", "text", "message", "hint"),
    [
        (
            RESULTS,
            results("2"),
            "has results of an example `2`, which is not there.",
            f"There are: 1. {DROP}",
        ),
        (
            OF_LIMITS,
            results("1.1"),
            "has results of an example `1.1`, which is not there.",
            "Delete the file.",
        ),
        (
            RESULTS,
            results(release="3.3.7"),
            "has results on Paddle 3.3.7, which is no supported release. Did you mean `3.3.1`?",
            AGAIN,
        ),
        (
            PROBES,
            probes("3.3.7"),
            "has results on Paddle 3.3.7, which is no supported release. Did you mean `3.3.1`?",
            PROBED,
        ),
        (
            RESULTS,
            results(run=f"2023-12-31 {TORCH} 3.11.7 {HARNESS} avx512"),
            f"has a run `2023-12-31 {TORCH} 3.11.7 {HARNESS} avx512`, but nothing was run before "
            "2024-01-01.",
            AGAIN,
        ),
        (
            RESULTS,
            results(run=f"2026-11-21 1.0 3.11.7 {HARNESS} avx512"),
            f"has a run `2026-11-21 1.0 3.11.7 {HARNESS} avx512`, but there is a snapshot of torch "
            f"{TORCH} only.",
            AGAIN,
        ),
        (
            RESULTS,
            results(run=f"2026-11-21 {TORCH} 2.7.18 {HARNESS} avx512"),
            f"has a run `2026-11-21 {TORCH} 2.7.18 {HARNESS} avx512`, but Paddle "
            "runs on Python 3.8 to 3.20.",
            AGAIN,
        ),
        (
            RESULTS,
            results(run=f"2026-11-21 {TORCH} 3.21.0 {HARNESS} avx512"),
            f"has a run `2026-11-21 {TORCH} 3.21.0 {HARNESS} avx512`, but Paddle "
            "runs on Python 3.8 to 3.20.",
            AGAIN,
        ),
        (
            RESULTS,
            results(run=f"2026-11-21 {TORCH} 3.11.7 {HARNESS + 1} avx512"),
            f"has a run `2026-11-21 {TORCH} 3.11.7 {HARNESS + 1} avx512`, but the "
            f"newest harness is {HARNESS}.",
            AGAIN,
        ),
        (
            PROBES,
            probes(run=f"{TORCH} 3.11.7 {PROBER + 1}"),
            f"has a run `{TORCH} 3.11.7 {PROBER + 1}`, but the newest prober is {PROBER}.",
            PROBED,
        ),
        (
            PROBES,
            probes(run=f"{TORCH} 3.11.7 {'9' * 5000}"),
            f"has a run `{TORCH} 3.11.7 {'9' * 46}`, but the newest prober is {PROBER}.",
            PROBED,
        ),
        (
            PROBES,
            probes(run=f"{TORCH} {PROBER}"),
            f"has a run `{TORCH} {PROBER}`, but Paddle runs on Python 3.8 to 3.20.",
            PROBED,
        ),
    ],
)
def test_records_that_do_not_fit_their_entry(
    told: Told, path: str, text: str, message: str, hint: str
) -> None:
    found = told({path: text})
    assert (ABS, f"{path} {message}", hint) in found
    assert {found_in for found_in, _, _ in found} == {ABS}


def test_a_run_that_is_yet_to_come(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = all_rules()["PM812"].check.__globals__  # type: ignore[attr-defined]
    monkeypatch.setitem(rule, "_WRITTEN", datetime.date(2024, 1, 1))
    run = f"{LATER} {TORCH} 3.11.7 {HARNESS} avx512"
    today = LATER - datetime.timedelta(days=2)
    told_of = f"{RESULTS} has a run `{run}`, but today is {today}."
    assert told({RESULTS: results(run=run)}) == [(ABS, told_of, AGAIN)]
    # A clock that is behind the rule itself knows nothing of the future.
    monkeypatch.setitem(rule, "_WRITTEN", LATER)
    assert told({RESULTS: results(run=run)}) == []


def test_each_run_is_told_once(told: Told) -> None:
    run = {"hash": "0", "run": f"2023-12-31 {TORCH} 3.11.7 {HARNESS} avx512"}
    assert len(told({RESULTS: json.dumps({"1": dict.fromkeys(reversed(PADDLE), run)})})) == 1


def test_a_check_that_a_gotcha_has_not(told: Told) -> None:
    path = "mappings/results/gotchas/gather-index-rank.json"
    message = f"{path} has results of an example `1`, which is not there."
    expected = (GOTCHA, message, "Delete the file.")
    assert told({path: results()}) == [expected]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (
            "mappings/results/torch/torch.absolu.json",
            "There is no entry `torch.absolu`. Did you mean `torch.abs`?",
        ),
        (
            "mappings/results/limits/torch/torch.absolu.json",
            "There is no entry `torch.absolu`. Did you mean `torch.abs`?",
        ),
        (
            "mappings/results/samples/torch/torch.absolu.json",
            "There is no entry `torch.absolu`. Did you mean `torch.abs`?",
        ),
        (
            "mappings/probes/torch/torch.absolu.json",
            "There is no entry `torch.absolu`. Did you mean `torch.abs`?",
        ),
        (
            "mappings/results/gotchas/gather-index-rang.json",
            "There is no gotcha `gather-index-rang`. Did you mean `gather-index-rank`?",
        ),
        ("mappings/results/other/torch.abs.json", "Records of `torch.abs` lie elsewhere."),
        ("mappings/probes/torch.abs.json", "Records of `torch.abs` lie elsewhere."),
    ],
)
def test_records_of_nothing(told: Told, path: str, message: str) -> None:
    assert [(name, told_of) for name, told_of, _ in told({path: "{}"})] == [(path, message)]


def test_an_entry_that_cannot_be_read_keeps_its_record(told: Told) -> None:
    found = told({RESULTS: results(), PROBES: probes(), ABS: b"torch: ["})
    assert [path for path, _, _ in found] == []


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_the_command_tells_of_it(
    project: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    path = "mappings/results/torch/torch.absolute.json"
    write(project, {**BASE, path: "{}"})
    assert main(["--root", str(project), "--select", "PM813", "--format", form]) == 1
    assert path in capsys.readouterr().out


def test_other_records_are_not_told_where_one_file_is_linted(project: Path) -> None:
    write(project, {"mappings/results/torch/torch.absolute.json": "{}"})
    sources = read_sources(project / "mappings")
    assert Project(sources, CODES, frozenset([ABS])).check(sources).problems == []
