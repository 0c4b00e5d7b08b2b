"""Samples of torch's own tests: frozen the same each time, run with what the mapping writes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import ENTRY, write_entries, write_project

from mapping_model.conformance import frozen as frozen_sets
from mapping_model.conformance.frozen import Part, digest_of, frozen, numbers
from mapping_model.conformance.samples import FOLDER, read_samples, rendered, sample
from mapping_model.packing import packed_mappings
from mapping_model.records import SAMPLES_OF, Record, read_record, read_results, record_path
from mapping_model.results import Applied, DropIn, Outcome
from mapping_model.snapshots import PADDLE
from verify_mappings.__main__ import main

ROOT = Path(__file__).parents[2]
NEWEST = PADDLE[-1]
SINE = {"torch.sin": [sample("torch.sin(x0)", {"x0": [0.5, 1.5]})]}
NAME = f"{SAMPLES_OF}torch.sin"


@pytest.fixture
def root(tmp_path: Path, shared_workers: None) -> Path:
    """A project with two entries, one of which has a sample."""
    write_entries(tmp_path, "abs", "sin")
    (tmp_path / "mappings" / FOLDER).mkdir()
    (tmp_path / "mappings" / FOLDER / "2.jsonl").write_text(rendered(SINE), "utf-8")
    return tmp_path


def record(root: Path) -> Record:
    return read_record(record_path(root / "mappings", NAME))


def run(root: Path, *options: str) -> int:
    return main(["run", "--root", str(root), *options])


def test_a_sample_is_run_unchanged_and_with_what_the_mapping_writes(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "--write") == 0
    assert "3 examples" in capsys.readouterr().out
    assert record(root).keys() == {"2.1"}
    result = record(root)["2.1"][NEWEST]
    told = (result.outcome, result.applied, result.drop_in, result.gradient)
    # `paddle.sin` of this release calls its parameter as torch does, or takes it by position.
    assert told == (Outcome.EQUAL, Applied.EQUAL, DropIn.EQUAL, "equal")
    assert run(root, "--check") == 0
    # Nobody else reads of it: no page, no figure of examples, no search; and no wheel brings it.
    (found,) = read_results(root / "mappings")
    assert found.entries.keys() == {"torch.abs", "torch.sin"}
    assert b"samples" not in packed_mappings(root / "mappings")


def test_without_a_record_samples_are_not_run(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root) == 0
    assert "2 examples" in capsys.readouterr().out


def test_a_changed_mapping_makes_the_result_stale(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "--write") == 0
    changed = ENTRY.format(name="sin", more="").replace("paddle.sin\n", "paddle.sinh\n")
    write_project(root, {"torch/torch.sin.yaml": changed})
    capsys.readouterr()
    assert run(root, "torch.sin", "--check", "--format", "json") == 1
    rows = {row["name"]: row["recorded"] for row in json.loads(capsys.readouterr().out)}
    assert rows[NAME].keys() >= {"mapping", "outcome", "applied"}
    # It is counted as it comes out, and claims nothing.
    assert run(root, "torch.sin", "--write") == 0
    result = record(root)["2.1"][NEWEST]
    assert (result.outcome, result.applied, result.as_expected) == ("differs", "differs", True)


def test_what_is_left_to_a_person_is_told(root: Path) -> None:
    left = ENTRY.format(name="sin", more="").rstrip() + "\ncases: [{text: {en: A., zh: 甲。}}]\n"
    write_project(root, {"torch/torch.sin.yaml": left})
    assert run(root, "--write") == 0
    result = record(root)["2.1"][NEWEST]
    told = (result.outcome, result.applied, result.drop_in)
    assert told == (Outcome.NOT_EXECUTABLE, Applied.UNWRITTEN, DropIn.EQUAL)
    assert run(root, "--check") == 0


def test_results_go_with_their_samples(root: Path) -> None:
    assert run(root, "--write") == 0
    (root / "mappings" / FOLDER / "2.jsonl").unlink()
    assert run(root, "--check") == 1
    assert run(root, "torch.sin", "--write") == 0
    assert not record_path(root / "mappings", NAME).exists()


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Copies of the sets; the number of the newest."""
    shutil.copytree(frozen_sets._SETS, tmp_path / "sets")
    monkeypatch.setattr(frozen_sets, "_SETS", tmp_path / "sets")
    return lambda: numbers()[-1]


@pytest.mark.usefixtures("shared_workers")
def test_freezing_gives_the_same_each_time(tmp_path: Path, sets: Callable[[], int]) -> None:
    """The samples that are kept, when they are drawn again, and when they are there already."""
    names = ("torch.amax", "torch.gather", "torch.nn.Linear", "torch.polar")
    for name in names:
        path = tmp_path / "mappings" / name.rpartition(".")[0] / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "mappings" / path.parent.name / path.name, path)
    for name in ("glossary.yaml", "cases.yaml"):
        shutil.copy(ROOT / "mappings" / name, tmp_path / "mappings" / name)
    old, kept = sets(), read_samples(ROOT / "mappings")
    assert main(["conformance", "--root", str(tmp_path), "--freeze"]) == 0
    assert sets() == old + 1
    first = frozen(sets(), Part.SAMPLES).calls
    assert first == {name: frozen(2, Part.SAMPLES).calls[name] for name in names}
    drawn = read_samples(tmp_path / "mappings")
    for name in names:
        wanted = {digest_of(one) for key, one in kept[name].items() if key.startswith("2.")}
        assert {digest_of(one) for one in drawn[name].values()} == wanted
    assert main(["conformance", "--root", str(tmp_path), "--freeze"]) == 0
    assert frozen(sets(), Part.SAMPLES).calls == first
    # They stand in one file only.
    assert read_samples(tmp_path / "mappings") == drawn
