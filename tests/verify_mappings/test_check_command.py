"""`verify-mappings check`: all that a change of an entry takes, in order, and where it stops."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from mapping_model.corpus import Corpus
from mapping_model.outcomes import Outcome
from mapping_model.records import read_record, record_path, render_record
from mapping_model.results import Applied, Result
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.__main__ import main
from verify_mappings.command import checking
from verify_mappings.command.lacking import cases_of_all, unfalsified, unprobed, unrun
from verify_mappings.command.selection import Chosen
from verify_mappings.processor import this_processor
from verify_mappings.runs import executing
from verify_mappings.runs.cases import Task, Verified

ROOT = Path(__file__).parents[2]
NAME = "torch.abs"
ENTRY = "mappings/torch/torch.abs.yaml"
# What the entry speaks of.
NEEDED = (
    *("*.yaml", "samples/*", "gotchas/*", "results/gotchas/*"),
    "**/torch.Tensor.transpose.*",
)


@pytest.fixture
def root(tmp_path: Path, shared_workers: None) -> Path:
    """A project with one entry, its records, and what that speaks of."""
    mappings = ROOT / "mappings"
    needed = (path for pattern in NEEDED for path in mappings.glob(pattern))
    for file in (*mappings.rglob(f"{NAME}.*"), *needed):
        place = tmp_path / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    return tmp_path


EXAMPLE = (
    "  - title: {en: Of a list of numbers., zh: 一列数。}\n"
    "    inputs: {x: [1.0, -2.0, 3.0]}\n"
    "    torch: result = torch.abs(x)\n"
    "    paddle: result = paddle.abs(x)\n"
)


def edit(root: Path, old: str, new: str) -> None:
    path = root / ENTRY
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def commit(root: Path, *paths: str) -> None:
    for given in (
        ["init", "-q"],
        ["add", *paths],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "base"],
    ):
        subprocess.run(["git", *given], cwd=root, check=True, capture_output=True)


def chosen(root: Path) -> Chosen:
    corpus = Corpus.load(root / "mappings")
    return Chosen(root, corpus, cases_of_all(corpus, [NAME]), False, None)


def asked(root: Path) -> tuple[set[tuple[str, str]], set[str], set[str]]:
    """What `check` would run, by name and key, which examples falsify, which entries probe."""
    found = chosen(root)
    tasks = unrun(found, found.cases, PADDLE[-1:], TORCH, as_expected=True)
    return (
        {(task.case.name, task.case.key) for task in tasks},
        {case.key for case in unfalsified(found, found.cases)},
        set(unprobed(found, [NAME])),
    )


def check(root: Path, *more: str) -> int:
    return main(["check", "--root", str(root), NAME, *more])


def test_a_change_ends_green(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A contributor writes an example, and does what CONTRIBUTING says, among all mappings."""
    shutil.copytree(ROOT / "mappings", root / "mappings", dirs_exist_ok=True)
    edit(root, "examples:\n", f"examples:\n{EXAMPLE}")
    assert check(root) == 0
    told = " ".join(capfd.readouterr().err.split())
    assert [f"{number}. " in told for number in range(1, 6)] == [True] * 5
    assert "All is well." in told
    # No environment is there, and none is made.
    assert f"Not run on Paddle {', '.join(PADDLE[:-1])}: a workflow does that" in told
    assert "verify-mappings matrix torch.abs" in told


def test_an_edit_of_texts_runs_nothing(
    root: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is a record written anew because another kind of processors has shown the same."""
    folder = root / "mappings/results"
    for path in folder.rglob("torch.abs.json"):
        text = path.read_text("utf-8")
        path.write_text(text.replace("avx512", "avx2").replace("avx2,avx2", "avx2"), "utf-8")
    commit(root, "mappings/results")
    before = {path: path.read_text("utf-8") for path in root.rglob("torch.abs*.json")}
    edit(root, "\nparams:", '\nnotes:\n  - {en: "It is fast.", zh: 速度很快。}\nparams:')
    monkeypatch.setattr(executing, "open_pool", lambda *given: pytest.fail("something is run"))
    assert check(root) == 0
    told = capfd.readouterr().err
    assert told.count("Nothing is run: ") == 3
    assert "All is well. Commit" in told
    assert "Not run" not in told
    assert {path: path.read_text("utf-8") for path in root.rglob("torch.abs*.json")} == before


def test_what_has_changed_is_run(root: Path) -> None:
    """A planted change of each kind; only what depends on it is run, falsified and probed."""
    commit(root, str(record_path(root / "mappings", NAME)))
    assert asked(root) == (set(), set(), set())
    with (root / ENTRY).open("a", encoding="utf-8") as file:
        file.write(EXAMPLE)
    *old, new = (key for key, _ in Corpus.load(root / "mappings").entries[NAME].examples())
    run, falsified, probed = asked(root)
    assert run == {(NAME, new)}
    assert (falsified, probed) == ({new}, {NAME})
    # What is written is another then; the code of the examples is not.
    edit(root, "paddle: paddle.abs\n", "paddle: paddle.absolute\n")
    run, falsified, probed = asked(root)
    assert {key for name, key in run if name == NAME} == {*old, new}
    assert (falsified, probed) == ({new}, {NAME})


def test_what_is_not_as_expected_is_run_again(root: Path) -> None:
    path = record_path(root / "mappings", NAME)
    text = path.read_text("utf-8").replace('": {"', '": {"as_expected": false, "', 1)
    path.write_text(text, "utf-8")
    assert len(asked(root)[0]) == 1


def test_without_git_all_is_falsified(root: Path) -> None:
    assert asked(root)[1]


def test_results_of_an_example_that_is_gone_go(root: Path) -> None:
    """Then nothing is run, but what is recorded of it proves nothing any more."""
    path = record_path(root / "mappings", NAME)
    kept = path.read_text("utf-8")
    record = read_record(path)
    path.write_text(render_record(record | {"99": record["1"]}), "utf-8")
    chosen(root).keeper(this_processor())({}).save()
    assert path.read_text("utf-8") == kept


OLD = PADDLE[-2]


@pytest.mark.parametrize("right", [False, True])
def test_older_releases_that_are_there_are_run(
    right: bool, root: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails there is told at the end, where it could be thought that all is well."""
    edit(root, "examples:\n", f"examples:\n{EXAMPLE}")
    raises = Result(
        Outcome.RAISES, True, "", applied=Applied.RAISES, applied_detail="NotImplementedError"
    )

    equal = Result(Outcome.EQUAL, True, "", applied=Applied.EQUAL)

    def run_older(options: object, chosen: object, tasks: Sequence[Task]) -> list[Verified]:
        return [
            Verified(task.case, release, replace(equal if right else raises), 0.1)
            for task in tasks
            for release in task.releases
        ]

    monkeypatch.setattr(checking, "has_environment", lambda root, release: release == OLD)
    monkeypatch.setattr(checking, "run_older", run_older)
    monkeypatch.setattr(checking, "_lint", lambda root, more: 0)
    assert check(root) == 0
    told = " ".join(capfd.readouterr().err.split())
    assert f"Examples on Paddle {OLD}, which are here" in told
    if right:
        assert f"examples on Paddle {OLD}: the mapping is right there, too." in told
        return
    assert f"All is well on Paddle {PADDLE[-1]}, but not on {OLD}." in told
    assert f"On Paddle {OLD} what the mapping gives is not right" in told
    assert f'`paddle: "<{PADDLE[-1]}"`' in told
    assert f"Not run on Paddle {', '.join(PADDLE[:-2])}: " in told


def test_it_stops_where_something_is_wrong(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = root / ENTRY
    text = path.read_text("utf-8")
    path.write_text(text.replace("category: renamed-params", "category: composite"), "utf-8")
    assert check(root) == 1
    told = capfd.readouterr().err
    assert "1. " in told
    assert "2. " not in told
    assert told.rstrip().endswith("Then check it again.")


def test_a_file_that_cannot_be_read(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The linter says what is wrong; that there is no such entry would mislead."""
    path = root / ENTRY
    text = path.read_text("utf-8")
    path.write_text(text.replace("category:", "categroy:"), "utf-8")
    assert check(root) == 1
    told = capfd.readouterr()
    assert "PM105" in told.out
    assert "Correct the file" in told.err
    assert "There is no entry" not in told.err


def test_something_must_be_named(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--root", str(root)]) == 2
    assert "Name what is to be checked" in capfd.readouterr().err
