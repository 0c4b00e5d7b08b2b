"""The table of verdicts on the page "How to read an entry": with the marks that pages show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapping_model.usages import Verdict
from render_mappings.views.entry_view import MARKS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_verdict_stands_with_its_marks(language: str) -> None:
    text = (DOCS / language / "reading.md").read_text("utf-8")
    table = text.partition("#verdict }")[2].partition("\n\n##")[0]
    rows = {
        key: marks for marks, key in re.findall(r"^\| (\S[^|]*?) \|.*?`([a-z-]+)` \|", table, re.M)
    }
    assert rows.keys() == {one.value for one in Verdict}
    for key, marks in rows.items():
        assert MARKS[key] in marks
    assert MARKS["silent"] in rows["code"] and MARKS["crash"] in rows["code"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_mark_is_explained(language: str) -> None:
    text = (DOCS / language / "reading.md").read_text("utf-8")
    assert [mark for mark in MARKS.values() if mark not in text] == []
