"""No page says one sentence twice, in different sections of one way of calling."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from published.variants import PublishedVariant
from whole import reference

MAPPINGS = Path(__file__).parents[2] / "mappings"
_SENTENCE = {"en": re.compile(r"(?<=[.!?])\s+(?=[A-Z`])|\n\n"), "zh": re.compile(r"(?<=。)|\n\n")}
# Shorter ones, such as "See below.", say nothing of their own.
_LEAST = {"en": 25, "zh": 6}


def sentences(text: str, language: str) -> Iterator[str]:
    found = (one.strip().rstrip(".。") for one in _SENTENCE[language].split(text))
    yield from (one for one in found if len(one) > _LEAST[language])


def sections(variant: PublishedVariant, language: str) -> Iterator[tuple[str, str]]:
    """What people have written, by the section that shows it; a row may say what another says."""
    for text in variant.summary:
        yield "summary", text.get(language)
    for row in variant.rows:
        if row.row.note:
            yield "rows", row.row.note.get(language)
    if variant.returns:
        yield "returns", variant.returns.get(language)
    for note in variant.variant.notes:
        yield "notes", note.get(language)
    for limit in variant.limits:
        if limit.limit.text:
            yield "limits", limit.limit.text.get(language)


def repeated(found: list[tuple[str, str]], language: str) -> list[str]:
    """The sentences that stand in several sections."""
    where: dict[str, set[str]] = defaultdict(set)
    for section, text in found:
        for one in sentences(text, language):
            where[one].add(section)
    return [one for one, told in where.items() if len(told) > 1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_section_repeats_a_sentence_of_another(language: str) -> None:
    wrong = [
        (entry.name, variant.number, one)
        for entry in reference().published.values()
        for variant in entry.variants
        for one in repeated(list(sections(variant, language)), language)
    ]
    assert wrong == []


def test_a_sentence_that_is_planted_twice_is_found() -> None:
    found = [
        ("notes", "The index raises an error there. Read on below."),
        ("limits", "The index raises an error there."),
    ]
    assert repeated(found, "en") == ["The index raises an error there"]
    assert repeated([("notes", "需要先转换类型。另见下文。"), ("rows", "需要先转换类型。")], "zh")
    assert (
        repeated(
            [
                ("rows", "The index raises an error there."),
                ("rows", "The index raises an error there."),
            ],
            "en",
        )
        == []
    )


def test_the_decay_of_adamw_is_told_once() -> None:
    """That an integer raises an error on 2.6.2 is a note; it was said of the limit again."""
    (variant,) = reference().published["torch.optim.AdamW"].variants
    told = [text for _, text in sections(variant, "en") if re.search(r"integer.*raise", text)]
    assert len(told) == 1
