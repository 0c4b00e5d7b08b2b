"""`verify-mappings check`: all that a change of an entry takes, in order, and where it stops."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from verify_mappings.__main__ import main

ROOT = Path(__file__).parents[2]
NAME = "torch.abs"
ENTRY = "mappings/torch/torch.abs.yaml"


@pytest.fixture
def root(tmp_path: Path, shared_workers: None) -> Path:
    """The mappings, with their records."""
    shutil.copytree(ROOT / "mappings", tmp_path / "mappings")
    return tmp_path


def check(root: Path, *more: str) -> int:
    return main(["check", "--root", str(root), NAME, *more])


def test_a_change_ends_green(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A contributor writes an example, and does what CONTRIBUTING says."""
    example = (
        "  - title: {en: Of a list of numbers., zh: 一列数。}\n"
        "    inputs: {x: [1.0, -2.0, 3.0]}\n"
        "    torch: result = torch.abs(x)\n"
        "    paddle: result = paddle.abs(x)\n"
    )
    path = root / ENTRY
    text = path.read_text("utf-8")
    path.write_text(text.replace("examples:\n", f"examples:\n{example}"), "utf-8")
    assert check(root) == 0
    told = capfd.readouterr().err
    assert [f"{number}. " in told for number in range(1, 6)] == [True] * 5
    assert "All is well." in told


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
