"""Code of other people, rewritten: what comes out is Python, and says what it said."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from mapping_model.applying import layout
from mapping_model.applying.code import rewrite
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE, Snapshot, load_snapshot

MAPPINGS = Path(__file__).parents[2] / "mappings"


def files(package: str, *folders: str) -> list[Path]:
    """The files of an installed package, which is not imported; none where it is missing."""
    spec = find_spec(package)
    places = (spec and spec.submodule_search_locations) or ()
    return sorted(path for at in places for path in Path(at, *folders).glob("*.py"))


FILES = [
    *(path for package in ("json", "email", "logging") for path in files(package)),
    *files("torch", "nn", "modules"),
]


@pytest.fixture(scope="module")
def release() -> Snapshot:
    return load_snapshot("paddle", PADDLE[-1])


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf(MAPPINGS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_code_that_is_written_again_says_what_it_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be laid out, all of it is printed."""
    code = path.read_text("utf-8")
    tree = ast.parse(code)
    monkeypatch.setattr(layout._Layout, "text", lambda *_: "y = (")
    again = ast.parse(layout.laid_out(code, tree, {}))
    same = ast.dump(again) == ast.dump(tree)  # apart, as pytest is slow to compare so much text
    assert same


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rewritten_code_is_python(path: Path, release: Snapshot, shelf: Shelf) -> None:
    ast.parse(rewrite(path.read_text("utf-8"), shelf.source, release).code)
