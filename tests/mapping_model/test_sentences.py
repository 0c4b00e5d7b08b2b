"""Conditions in words; the words are decided by people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapping_model.categories import Text
from mapping_model.corpus import Corpus
from mapping_model.entry import Case
from mapping_model.language.sentences import calls, heading

ROOT = Path(__file__).parents[2]
# What PM703 reports in the texts of people.
_TOUCHING = re.compile(r"[\u3400-\u9fff](?=[A-Za-z0-9`])|[A-Za-z0-9`](?=[\u3400-\u9fff])")


@pytest.mark.parametrize(
    ("when", "english", "chinese"),
    [
        ("given(out)", "Where `out` is passed:", "传入 `out` 时："),
        ("not given(out)", "Where `out` is not passed:", "未传入 `out` 时："),
        (
            "isa(min, tensor) and max is None",
            "Where `min` is a tensor and `max` is `None`:",
            "`min` 为 Tensor 且 `max` 为 `None` 时：",
        ),
        (
            "not (p == 0 or p == 1)",
            "Where `p` is neither `0` nor `1`:",
            "`p` 既不为 `0` 也不为 `1` 时：",
        ),
        ("p in (0, 1)", "Where `p` is `0` or `1`:", "`p` 为 `0` 或 `1` 时："),
        ("p not in (0, 1)", "Where `p` is neither `0` nor `1`:", "`p` 不为 `0` 或 `1` 时："),
        (
            "p not in (0, 1, 2)",
            "Where `p` is none of `0`, `1` and `2`:",
            "`p` 不为 `0`、`1` 或 `2` 时：",
        ),
        ("p == 0 and q == 0", "Where `p` and `q` are `0`:", "`p` 与 `q` 均为 `0` 时："),
        ("not keepdim", "Where `keepdim` is false:", "`keepdim` 为假时："),
        ("p >= 0", "Where `p >= 0`:", "`p >= 0` 时："),
        ("not called()", "Where it is not called:", "只写出名称时："),
        ("decorates()", "Where it is a decorator without brackets:", "作为不带括号的装饰器时："),
        ("entered()", "Where it is what `with` takes:", "用于 `with` 时："),
        ("not entered()", "Where it is not what `with` takes:", "不用于 `with` 时："),
        ("wraps()", "Where it is a decorator with brackets:", "作为带括号的装饰器时："),
        ("written()", "Where it is assigned:", "对其赋值时："),
    ],
)
def test_when_a_case_counts(when: str, english: str, chinese: str) -> None:
    assert heading(Case(when), first=True) == Text(english, chinese)


@pytest.mark.parametrize(
    ("case", "first", "english", "chinese"),
    [
        (Case(), True, "Always:", "始终写作："),
        (Case(), False, "Otherwise:", "其他情况："),
        (Case(until="3.0"), True, "Up to Paddle 3.0:", "Paddle 3.0 及之前的版本："),
        (Case(since="3.1"), True, "From Paddle 3.1 on:", "自 Paddle 3.1 起："),
        (
            Case(since="3.0", until="3.1"),
            False,
            "On Paddle 3.0 to 3.1:",
            "在 Paddle 3.0 至 3.1 上：",
        ),
        (
            Case("given(p)", until="3.0"),
            True,
            "Up to Paddle 3.0, where `p` is passed:",
            "Paddle 3.0 及之前的版本，传入 `p` 时：",
        ),
    ],
)
def test_for_which_releases_a_case_counts(
    case: Case, first: bool, english: str, chinese: str
) -> None:
    assert heading(case, first) == Text(english, chinese)


def test_which_calls_a_variant_is_for() -> None:
    said = calls("isa(dim, int)")
    assert said == Text("For calls where `dim` is an integer.", "适用于 `dim` 为整数的情况。")


def test_every_condition_of_the_entries_is_told_with_blanks_where_chinese_meets_latin() -> None:
    corpus = Corpus.load(ROOT / "mappings")
    said = [
        heading(Case(when), True).zh
        for entry in corpus.entries.values()
        for variant in entry.variants
        for when in (variant.when, *(case.when for case in variant.write))
        if when
    ]
    assert [text for text in said if _TOUCHING.search(text)] == []
