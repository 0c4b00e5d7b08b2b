"""No text takes long to be linted, however it repeats itself."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from fuzz import Input, lint
from mutants.texts import REPEATED, repeated_to

from mapping_model import shape
from mapping_model.reading import MAX_BYTES
from mapping_model.shape import MAX_TEXT

# Of the processor. A single text once took 65 s.
SECONDS = 10.0
NAME = "mappings/torch/torch.abs.yaml"
HEAD = "torch: torch.abs\ncategory: missing\ntext: {en: None., zh: 无。}\nnotes:\n"


def spent(tmp_path: Path, text: str, count: int) -> tuple[float, set[str]]:
    """The seconds that an entry takes with so many notes, and the codes that are found."""
    written = json.dumps(text, ensure_ascii=False)
    raw = (HEAD + f"  - {{en: {written}, zh: {written}}}\n" * count).encode()
    assert len(raw) < MAX_BYTES
    start = time.process_time()
    codes = set(lint(Input({NAME: raw}, None, {}), tmp_path, fixing=False, everything=False))
    return time.process_time() - start, codes


def long(part: str) -> str:
    """A text of one part that fills a file, in both languages."""
    written = len(json.dumps(part, ensure_ascii=False).encode()) - len('""')
    return repeated_to(part, (MAX_BYTES - 500) // 2 * len(part) // written)


@pytest.mark.parametrize("part", REPEATED)
def test_some_of_the_longest_texts(tmp_path: Path, part: str) -> None:
    seconds, codes = spent(tmp_path, repeated_to(part, MAX_TEXT), 2)
    assert not codes & {"PM105", "PM101"}
    assert seconds < SECONDS


@pytest.mark.parametrize("part", REPEATED)
def test_one_text_that_fills_a_file(tmp_path: Path, part: str) -> None:
    seconds, codes = spent(tmp_path, long(part), 1)
    assert codes >= {"PM105"}
    assert seconds < SECONDS


@pytest.mark.parametrize("part", ["1.", "1.1 ", "<a ", "a.", "A1.", "Up to "])
def test_rules_need_no_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr(shape, "MAX_TEXT", MAX_BYTES)
    seconds, codes = spent(tmp_path, long(part), 1)
    assert "PM105" not in codes
    assert seconds < SECONDS / 3


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_brackets_without_end_behind_what_is_no_yaml(tmp_path: Path, opening: str) -> None:
    before = 'torch: torch.abs\ncases:\n  - {code: "x(self, "('
    raw = (before + opening * (120_000 // len(opening))).encode()
    assert len(raw) < MAX_BYTES
    start = time.process_time()
    assert "PM102" in set(lint(Input({NAME: raw}, None, {}), tmp_path, False, False))
    assert time.process_time() - start < SECONDS
