"""Files of the user's: two folders may have modules of the same names, as a model and its port."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from port_models.models import load, load_function

TRAIN = """
from layers import NAME

def build():
    return NAME

def train():
    from helpers.losses import LOSS
    import layers
    return NAME, layers.NAME, LOSS
"""


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[list[Path]]:
    known, path = {*sys.modules}, [*sys.path]
    found = [tmp_path / name for name in ("before", "after")]
    for folder in found:
        (folder / "helpers").mkdir(parents=True)
        (folder / "train.py").write_text(TRAIN)
        (folder / "layers.py").write_text(f"NAME = {folder.name!r}")
        (folder / "helpers" / "losses.py").write_text(f"LOSS = {folder.name!r}")
    yield found
    for name in {*sys.modules} - known:
        del sys.modules[name]
    sys.path[:] = path


def test_each_file_imports_what_lies_beside_it(folders: list[Path]) -> None:
    trains = [load_function(f"{folder}/train.py:train") for folder in folders]
    for _ in range(2):
        for train, folder in zip(trains, folders, strict=True):
            assert train() == (folder.name,) * 3
    assert [load(f"{folder}/train.py:build") for folder in folders] == ["before", "after"]


def test_other_modules_stay(folders: list[Path]) -> None:
    before = {name: id(sys.modules[name]) for name in ("ast", "pathlib", "pytest")}
    for folder in folders:
        load(f"{folder}/train.py:build")
    assert {name: id(sys.modules[name]) for name in before} == before
