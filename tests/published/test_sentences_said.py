"""Sentences that are composed for the pages of all entries: none that nobody would say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mapping_model.categories import Text
from mapping_model.limits.sentences import MOST_WORDS, asked, short_remark
from published.entry import PublishedEntry
from render_mappings.views.wording import labels
from whole import reference

MAPPINGS = Path(__file__).parents[2] / "mappings"
# What stands before something outside of code; a Chinese character.
_TEXT, _HAN = "(?:[^`]|`[^`]*`)*?", "[\u4e00-\u9fff]"
KINDS = {
    "both that and how": r"has to be rewritten\. (Pass|Write|From) ",
    "the result is the result": r"it is `result`\.",
    "a constant as a question": r"`(True|False)` (does not )?hold|`(True|False)` (不)?成立",
    "one of several": r"\b1 (inputs|dtypes|cases)\b",
    "a sum is called by 为": r"`[^`]*[-+*/%][^`]*` 为 `[^`]*[-+*/%]",
    "a full stop, then a comma": r"[^.`\]]\. ?,|。 ?，",
    "a blank after a full stop": r"[。；：] (?! )",
    "depart as the limits say": r"depart as the limits say|如限制所述|fell under the limits",
    "plural verb, one thing": r"` are an? |均为数(?!字)",
    "an option passed, or passed": r"` is passed or `[^`]*` is passed|^当?传入 `[^`]*` 或传入 ",
    "a kind said twice": r"(含|为)[^，。（）`为含]{1,12}或(含|为)(?!空)",
    "not and not": r"is not [^,.;]* and not an? [a-z-]+ tensor|不为[^，。`]* Tensor 且不为",
    "dimensions twice": r"than \d+ dimensions or (more|fewer)",
    "when twice": r"时，求梯度时",
    "what it is": r"what it is a view of|of that one|what is behind it go",
    "code of a condition": r"`isinstance\(|`callable\(",
    "a Chinese mark of half width": rf"^{_TEXT}(?:{_HAN}[,;:?!]|[,;:?!] ?{_HAN})",
    "a thing is what it is called": r"[Ww]here `(dtype|device|str|list|path|file)` is an? \1\b",
    "a possessive of nothing": r"(?<!`)(?<! )[且或、，]的",
    "a number that is no number": r"a number, not a bool|数字(、|且)不为布尔值",
    "another for different": r"only the gradient is another|哪些元素为 NaN 不同",
}


def composed(entry: PublishedEntry) -> Iterator[Text]:
    """What is composed of an entry, in both languages."""
    for variant in entry.variants:
        yield from (row.remark for row in variant.rows)
        yield from (limit.remark for limit in variant.limits)
        yield from filter(None, (limit.plain for limit in variant.limits))
        yield from (case.heading for case in (variant.writing.cases if variant.writing else ()))
        yield from variant.summary
        yield from filter(None, (variant.returns, variant.when))
    for release in reference().releases:
        yield from entry.tried(release)


@cache
def texts() -> tuple[tuple[str, Text], ...]:
    return tuple(
        (name, text)
        for name, entry in reference().published.items()
        if entry.alias_of is None
        for text in composed(entry)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_would_say_it(kind: str) -> None:
    wrong = re.compile(KINDS[kind])
    found = [(name, said) for name, text in texts() for said in (text.en, text.zh)]
    assert not [(name, said) for name, said in found if wrong.search(said)]


# What labels of the site said once.
LABELS = re.compile(
    r"How far Paddle is torch|What is different on|^Beside a|^also:|^never unchanged$|继续阅读"
)


def test_labels_say_what_people_say() -> None:
    said = [one for language in ("en", "zh") for one in labels(language).values()]
    assert [one for one in said if LABELS.search(one)] == []


def test_examples_of_one_title_are_told_apart() -> None:
    entry = reference().published["torch.nn.functional.interpolate"]
    told = [e.about.en for v in entry.variants for e in v.examples if e.about is not None]
    common = [one for one in told if one.startswith("A common call")]
    assert common == [
        "A common call, with `size`, `align_corners`.",
        "A common call, with `scale_factor`, `align_corners`.",
        "A common call, with `scale_factor`.",
    ]


def test_what_stands_at_the_head_is_short() -> None:
    for entry in reference().published.values():
        for limit in (one.limit for variant in entry.variants for one in variant.limits):
            said = short_remark(limit, asked(limit.when))
            assert len(said.en.split()) <= MOST_WORDS, (entry.name, said.en)
