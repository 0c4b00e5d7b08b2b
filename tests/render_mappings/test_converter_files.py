"""What the page that converts code loads: Pyodide, believed for its hash; a complete archive."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.error import URLError

import pytest
from browsing import ROOT

from mapping_model.cache_directory import VARIABLE
from mapping_model.ending import UsageError
from render_mappings.data.reference import load_reference
from render_mappings.engine import pyodide
from render_mappings.engine.pyodide import pyodide_files
from render_mappings.in_browser import compared
from render_mappings.pages.converter_files import converter_archive

ASKED = """
import sys
sys.path.insert(0, sys.argv[1])
from render_mappings.in_browser import Converter
print(Converter(f"{sys.argv[1]}/documents.json").answer(sys.argv[2], "3.3.1", "zh"))
"""


def test_the_archive_needs_nothing_but_python(mappings: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(converter_archive(load_reference(mappings)))) as archive:
        archive.extractall(tmp_path)
    # Neither the installed packages nor this checkout.
    run = [sys.executable, "-I", "-S", "-c", ASKED, tmp_path, "import torch\ntorch.wait(1)\n"]
    done = subprocess.run(run, capture_output=True, check=True, encoding="utf-8", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert "torch.wait(1)" in found["code"]
    assert [one["api"] for one in found["findings"]] == ["torch.wait"]
    assert found["findings"][0]["url"] == "api/torch.wait/"


def test_the_same_data_are_the_same_archive(mappings: Path) -> None:
    first, second = (converter_archive(load_reference(mappings)) for _ in range(2))
    assert hashlib.sha256(first).digest() == hashlib.sha256(second).digest()


def marked(before: str, after: str) -> list[str]:
    """The lines of `after`: `!` before those that are new, `[]` round what is written of them."""
    return [
        f"-{'|'.join(one['gone'])}"
        if "gone" in one
        else ("!" if "new" in one else " ")
        + "".join(f"[{text}]" if written and text else text for text, written in one["parts"])
        for one in compared(before, after)
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a", "a", [" a"]),
        ("a\nb", "b", ["-a", " b"]),
        ("f(a)", "g(a)", ["![g](a)"]),
        ("f(a)\n\nb", "g(a)\n\nb", ["![g](a)", " ", " b"]),
        ("    f(a)", "    # why\n    g.f(a)", ["!    [# why]", "!    [g.]f(a)"]),
        ("", "a", ["![a]"]),
    ],
)
def test_how_lines_are_compared(before: str, after: str, expected: list[str]) -> None:
    assert [one.replace("][", "") for one in marked(before, after)] == expected


@pytest.mark.parametrize(
    ("before", "after", "possible", "expected"),
    [
        ("a\nb.split(2)", "a\nb.split(2)", {2: [".split"]}, [[], [".split"]]),
        ("x\nf(b.split(2))", "g(b.split(2))", {2: [".split"]}, [[".split"]]),
        ("f(a)\nb.split(2)", "g\nh(a)\nk(b.split(2))", {2: [".split"]}, [[], [], [".split"]]),
        ("b\\\n.split(2)", "b\\\n.split(2)", {1: [".split"]}, [[".split"], []]),
        ("a", "a", {}, [[]]),
    ],
)
def test_lines_that_may_be_of_torch_are_told(
    before: str, after: str, possible: dict[int, list[str]], expected: list[list[str]]
) -> None:
    found = compared(before, after, possible)
    assert [one.get("maybe", []) for one in found] == expected


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_without_a_network_and_a_cache_people_are_told(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offline(*_: object, **__: object) -> None:
        raise URLError("no route to host")

    monkeypatch.setattr(pyodide, "urlopen", offline)
    with pytest.raises(UsageError) as told:
        pyodide_files(ROOT)
    assert f"{pyodide.ADDRESS} cannot be fetched: no route to host." in str(told.value)
    assert not list(empty_cache.iterdir())


def test_what_has_another_hash_is_neither_kept_nor_used(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def other(address: str, **_: object) -> io.BytesIO:
        asked.append(address)
        return io.BytesIO(b"other")

    monkeypatch.setattr(pyodide, "urlopen", other)
    empty_cache.mkdir(mode=0o700)
    kept = empty_cache / f"pyodide-{pyodide.VERSION}.tgz"
    kept.write_bytes(b"changed by someone")
    with pytest.raises(UsageError, match="nothing of it is used"):
        pyodide_files(ROOT)
    assert asked == [pyodide.ADDRESS]
    assert kept.read_bytes() == b"changed by someone"
