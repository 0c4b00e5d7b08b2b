"""What is linted: text on standard input, and files that are no ordinary ones."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from entries import abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main
from lint_mappings.running import sources as module
from lint_mappings.running.sources import read_sources
from mapping_model import reading
from mapping_model.naming import document_names
from mapping_model.records import placed_records

ABS = "mappings/torch/torch.abs.yaml"
ALIAS = "mappings/torch/torch.absolute.yaml"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a small project."""
    write(tmp_path, BASE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_folders_that_are_one_where_case_is_ignored(root: Path, capsys: Capture) -> None:
    """As git makes them on macOS; here by a link, which is not followed when files are listed."""
    owners = ("torch.autograd.Function", "torch.autograd.function")
    names = [
        f"{owner}.{name}" for owner, name in zip(owners, ("backward", "Function"), strict=True)
    ]
    entry = "torch: {}\ncategory: no-counterpart\n"
    for kind, ending in (("", "yaml"), ("results/", "json")):
        texts = [entry.format(name) if ending == "yaml" else "{\n}\n" for name in names]
        files = {
            f"mappings/{kind}{owners[0]}/{n}.{ending}": t for n, t in zip(names, texts, strict=True)
        }
        write(root, files)
        link = root / f"mappings/{kind}{owners[1]}"
        if not link.exists():
            link.symlink_to(owners[0])
    listed = dict.fromkeys(document_names(root / "mappings"))
    assert {f"mappings/{owner}/{name}.yaml" for owner, name in zip(owners, names, strict=True)} <= {
        *listed
    }
    assert {name for name, _ in placed_records(root / "mappings")} == {*names}
    main(["--select", "PM201", "--format", "concise"])
    assert "PM201" not in capsys.readouterr().out


def test_a_folder_in_another_case_is_wrong_elsewhere(root: Path, capsys: Capture) -> None:
    text = (root / ABS).read_text("utf-8").replace("torch.abs", "torch.linalg.det")
    write(root, {"mappings/torch.Linalg/torch.linalg.det.yaml": text})
    if not (root / "mappings/torch.linalg").exists():
        assert main(["--select", "PM201", "--format", "concise"]) == 1
        assert "PM201" in capsys.readouterr().out


def give(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))


def test_the_text_given_is_linted_instead_of_the_file(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    give(monkeypatch, abs_entry(category="same-params"))
    assert main(["--stdin-filename", ABS]) == 1
    out = capsys.readouterr().out
    assert f"{ABS}\n  3:11    PM203" in out
    assert "| category: same-params" in out
    assert out.endswith("; 1 file checked.\n")
    assert "renamed-params" in (root / ABS).read_text("utf-8")


def test_a_file_that_is_not_there_yet(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    give(monkeypatch, "torch: torch.absolute\nalias_of: torch.abs\n")
    assert main(["--stdin-filename", str(root / ALIAS)]) == 0
    give(monkeypatch, "torch: torch.absolute\nalias_of: torch.abz\n")
    assert main(["--stdin-filename", ALIAS]) == 1
    assert "`torch.abz` has no entry." in capsys.readouterr().out
    assert not (root / ALIAS).exists()


def test_the_diff_of_a_text(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    give(monkeypatch, abs_entry(category="same-params"))
    assert main(["--diff", "--stdin-filename", ABS]) == 1
    assert "-category: same-params\n+category: renamed-params\n" in capsys.readouterr().out


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"\x00", b"a: [", b"- " * 5000])
def test_any_bytes_are_a_problem_and_no_crash(
    root: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    give(monkeypatch, raw)
    assert main(["--stdin-filename", ABS]) == 1


def test_what_is_no_mapping_is_left_out(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    give(monkeypatch, "{}")
    assert main(["--stdin-filename", "mappings/results/torch/torch.abs.json"]) == 0
    assert "left out, since it is not a mapping" in capsys.readouterr().err


def test_a_directory_called_like_an_entry(root: Path, capsys: Capture) -> None:
    (root / "mappings" / "torch" / "torch.x.yaml").mkdir()
    assert main(["--format", "concise", "mappings/torch"]) == 0


def test_links_out_of_the_tree_are_not_followed(root: Path, capsys: Capture, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    write(outside, {"torch.x.yaml": "torch: torch.x\n"})
    (root / "mappings" / "away").symlink_to(outside)
    (root / "mappings" / "torch" / "torch.y.yaml").symlink_to(outside / "torch.x.yaml")
    assert main(["--format", "concise", "mappings/torch"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "mappings/torch/torch.y.yaml:1:1: PM101 This is a link or another special file."
    ]
    assert main(["--fix", "mappings/torch"]) == 1
    assert (outside / "torch.x.yaml").read_text("utf-8") == "torch: torch.x\n"
    assert not any("away" in name for name in read_sources(root / "mappings").files)


def test_an_error_of_reading_is_a_problem(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    read = reading.read_ordinary

    def fail(path: str, most: int) -> bytes:
        if path.endswith("torch.abs.yaml"):
            raise PermissionError(13, "Permission denied")
        return read(path, most)

    monkeypatch.setattr(reading, "read_ordinary", fail)
    assert main(["--format", "concise", ABS]) == 1
    assert "PM101 The file cannot be read: Permission denied." in capsys.readouterr().out


@pytest.mark.parametrize("paths", [[], ["mappings/torch"], ["mappings"]])
def test_a_folder_that_cannot_be_read_is_a_problem(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, paths: list[str]
) -> None:
    scan = os.scandir

    def fail(path: str | Path) -> object:
        if str(path).rstrip("/").endswith("mappings/torch"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", fail)
    assert main(["--format", "concise", "--select", "PM101", *paths]) == 1
    assert capsys.readouterr().out == (
        "mappings/torch:1:1: PM101 The folder cannot be read: Permission denied.\n"
    )


def test_a_file_that_vanishes_while_files_are_read(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    read = module.read_raw

    def vanish(path: str, name: str) -> object:
        if path.endswith("torch.absolute.yaml"):
            Path(path).unlink()
        return read(path, name)

    monkeypatch.setattr(module, "read_raw", vanish)
    write(root, {ALIAS: "torch: torch.absolute\nalias_of: torch.no\n"})
    main(["--format", "concise", "mappings/torch"])
    assert capsys.readouterr().out == ""


def test_a_file_deleted_after_it_was_read_is_still_shown(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    write(root, {ABS: abs_entry(category="same-params")})
    sources = read_sources(root / "mappings")
    monkeypatch.setattr("lint_mappings.running.project.read_sources", lambda _: sources)
    (root / ABS).unlink()
    assert main(["--ignore", "PM2,PM3"]) in (0, 1)
    assert main(["--select", "PM203", "mappings"]) == 1
    assert "| category: same-params" in capsys.readouterr().out


def test_a_pipe_among_the_results_is_told_and_not_waited_for(root: Path) -> None:
    write(root, {"mappings/results/torch/torch.sin.json": "{}"})
    os.mkfifo(root / "mappings/results/torch/torch.abs.json")
    command = [sys.executable, "-m", "lint_mappings", "--format", "concise", ABS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    told = (
        "mappings/results/torch/torch.abs.json:1: not a record of runs: this is a link or another"
    )
    assert done.returncode == 1
    assert done.stdout.count(told) == 1
