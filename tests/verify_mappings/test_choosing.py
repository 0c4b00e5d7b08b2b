"""Which examples a run is about: what a branch has changed, one part of everything."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from projects import ENTRY, GOTCHA, write_entries, write_project

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.probes import probe_path
from mapping_model.records import record_path
from verify_mappings.__main__ import main
from verify_mappings.command.selection import changed_names, in_shard

NAMES = ("abs", "sin", "cos", "tan", "exp", "erf")


def git(root: Path, *arguments: str) -> None:
    options = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *options, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path, message: str) -> None:
    git(root, "add", ".")
    git(root, "commit", "-qm", message)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a folder that holds a project, as it is on the branch `main`."""
    root = write_entries(tmp_path / "project", *NAMES)
    even = GOTCHA.replace("id: odd", "id: even")
    write_project(root, {"gotchas/odd.yaml": GOTCHA, "gotchas/even.yaml": even})
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path, "base")
    git(tmp_path, "switch", "-qc", "branch")
    return root


def changed(root: Path, base: str = "main") -> list[str]:
    return changed_names(Corpus.load(root / "mappings"), base)


def test_what_a_branch_has_changed(root: Path) -> None:
    assert changed(root) == []
    write_project(root, {"gotchas/odd.yaml": GOTCHA.replace("result = 2", "result = 3")})
    record = record_path(root / "mappings", "torch.tan")
    record.parent.mkdir(parents=True)
    record.write_text("{}")
    commit(root, "a gotcha, a record")
    write_project(root, {"torch/torch.cos.yaml": ENTRY.format(name="cos", more=" * 1")})
    write_project(root, {"torch/torch.neg.yaml": ENTRY.format(name="neg", more="")})
    (root / "mappings/torch/torch.exp.yaml").unlink()
    (root / "mappings/torch/torch.abs.yaml").rename(root / "mappings/torch/torch.Abs.yaml")
    wanted = {"torch.abs", "torch.cos", "torch.neg", "torch.tan", "gotcha:odd"}
    assert set(changed(root)) == wanted
    commit(root, "entries")
    assert set(changed(root)) == wanted


def test_a_record_of_probes_counts_as_the_entry(root: Path) -> None:
    path = probe_path(root / "mappings", "torch.tan")
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    assert changed(root) == ["torch.tan"]


def test_what_an_entry_follows_from_counts_as_its_own(root: Path) -> None:
    form = "torch: torch.Tensor.cos\nform_of: torch.cos\n"
    write_project(root, {"torch.Tensor/torch.Tensor.cos.yaml": form})
    commit(root, "a form")
    git(root, "branch", "later")
    write_project(root, {"torch/torch.cos.yaml": ENTRY.format(name="cos", more=" * 1")})
    assert set(changed(root, "later")) == {"torch.cos", "torch.Tensor.cos"}


def test_what_the_base_has_changed_meanwhile_does_not_count(root: Path) -> None:
    git(root, "switch", "-q", "main")
    write_project(root, {"torch/torch.sin.yaml": ENTRY.format(name="sin", more=" * 1")})
    commit(root, "on main")
    git(root, "switch", "-q", "branch")
    assert changed(root) == []


@pytest.mark.usefixtures("libraries")
@pytest.mark.parametrize("base", ["nowhere", "--output=x", ""])
def test_what_is_no_commit(base: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--root", str(root), f"--changed={base}"]) == 2
    assert f"--changed: git knows no commit `{base}`" in capsys.readouterr().err


def test_where_there_is_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    write_entries(tmp_path, "abs")
    with pytest.raises(UsageError, match=r"--changed: .*not a git repository"):
        changed(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="--changed needs git"):
        changed(tmp_path)


def test_nothing_that_has_changed_is_nothing_to_run(
    libraries: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--root", str(root), "--changed", "main", "--check"]) == 0
    assert capsys.readouterr().out.startswith("0 examples on torch")
    assert main(["run", "--root", str(root), "--changed", "main", "torch.abs"]) == 2
    assert "leave the names out" in capsys.readouterr().err


def test_each_name_is_of_one_part_and_stays_there() -> None:
    names = [f"torch.{number}" for number in range(1000)]
    parts = [[name for name in names if in_shard(name, (part, 4))] for part in (1, 2, 3, 4)]
    assert sorted(name for part in parts for name in part) == sorted(names)
    assert all(200 < len(part) < 300 for part in parts)
    # The same on every machine: parts of one run are made on several.
    assert [part for part in (1, 2, 3, 4) if in_shard("torch.abs", (part, 4))] == [4]


def test_a_part_is_held_against_its_part_of_the_record(
    shared_workers: None, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["run", "--root", str(root), "--format", "json"]
    assert main([*command, "--write"]) == 0
    (root / "mappings/torch/torch.erf.yaml").unlink()
    capsys.readouterr()
    found = []
    for part in ("1/2", "2/2"):
        code = main([*command, "--check", "--shard", part])
        rows = json.loads(capsys.readouterr().out)
        assert (code == 1) == ("torch.erf" in [row["name"] for row in rows])
        found += [row["name"] for row in rows]
    names = [f"torch.{name}" for name in NAMES]
    assert sorted(found) == sorted([*names, "gotcha:even", "gotcha:odd"])


@pytest.mark.parametrize("given", ["0/4", "5/4", "1", "1/", "a/b", "-1/4"])
def test_what_is_no_part(given: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--root", str(root), f"--shard={given}"]) == 2
    assert "expected a part such as 1/4" in capsys.readouterr().err
