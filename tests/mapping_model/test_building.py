"""From what an entry says to records: what a key means depends on what stands beside it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from mapping_model.building import build_entry
from mapping_model.entry import Action, Outside, Row, Variant
from mapping_model.outcomes import Departure
from mapping_model.processors import Feature

SAID = "{en: A., zh: 甲。}"


def variant(text: str) -> Variant:
    head = {"torch": "torch.x", "paddle": "paddle.x", "category": "params-differ"}
    (built,) = build_entry(head | yaml.safe_load(text)).variants
    return built


def row(text: str, more: str = "") -> Row:
    return variant(f"params: [{{{text}}}]\n{more}").params[0]


@pytest.mark.parametrize(
    ("text", "record"),
    [
        # A value that does not ask for its own parameter is the default alone.
        ("torch: dim, paddle: axis, value: '-1'", Row("dim", "axis", set="-1")),
        ("torch: dim, paddle: axis, value: n - 1", Row("dim", "axis", set="n - 1")),
        ("paddle: axis, value: '0'", Row(None, "axis", set="0")),
        (
            "torch: dim, paddle: axis, value: dim - 1",
            Row("dim", "axis", Action.REWRITE, value="dim - 1"),
        ),
        (
            "torch: '*dim', paddle: axis, value: list(dim)",
            Row("*dim", "axis", Action.REWRITE, value="list(dim)"),
        ),
        ("torch: dim, do: drop", Row("dim", None, Action.DROP)),
        ("torch: dim, do: assign", Row("dim", None, Action.REWRITE, form="assign")),
        ("torch: dim, paddle: axis, do: same_default", Row("dim", "axis", same_default=True)),
        ("torch: dim, paddle: axis, desc: input", Row("dim", "axis", term="input")),
    ],
)
def test_a_row_is_what_its_keys_say_together(text: str, record: Row) -> None:
    assert row(text) == record


@pytest.mark.parametrize(
    ("text", "older"),
    [
        ("torch: out, paddle: out", "assign"),
        ("torch: device, paddle: place", "moved"),
        ("torch: requires_grad, paddle: requires_grad", "gradient"),
        ("torch: sorted, paddle: sorted", "left_out"),
        # Left out, it would say something else.
        ("torch: inplace, paddle: inplace", None),
        ("torch: dim, paddle: axis", None),
        ("torch: out", None),
        ("paddle: out", None),
        ("torch: out, paddle: out, do: drop", None),
        ("torch: dtype, paddle: dtype, value: str(dtype)", None),
    ],
)
def test_what_older_releases_take_follows_from_the_name(text: str, older: str | None) -> None:
    assert row(text).older == older


def test_cases_that_name_a_parameter_take_it_up_unless_they_are_for_older_releases() -> None:
    for span, taken in (("", True), (", paddle: '>=3.0'", True), (", paddle: '<3.2'", False)):
        cases = f"cases: [{{when: given(dim), code: f(input){span}}}]"
        assert row("torch: dim", cases).in_code is taken


def test_another_package_is_outside_of_paddle() -> None:
    found = variant("{paddle: visualdl.LogWriter, category: outside-core}")
    assert found.paddle is None
    assert found.outside == Outside("visualdl", "visualdl.LogWriter", "pip install visualdl")
    assert variant("{}").outside is None


def test_the_text_of_what_is_missing_says_why() -> None:
    missing = variant(f"{{category: missing, text: {SAID}}}")
    other = variant(f"{{category: composite, text: {SAID}}}")
    assert missing.missing == other.summary is not None
    assert missing.summary is other.missing is None


CASES = f"""
code:
  both: f(input)
cases:
  - {{call: paddle.y, paddle: ">=3.1", text: {SAID}}}
  - {{call: paddle.x, when: a == 1}}
  - {{code: both, paddle: ">=2.6,<3.1"}}
  - {{text: {SAID}}}
  - {{code: {{values: f(input), indices: "g(input)\\n"}}}}
  - shared
  - departs: sometimes raises
    place: no-avx512
    code: both
    text: {SAID}
    example: {{torch: result = torch.x(input)}}
  - {{departs: gradient, place: cpu, example: {{torch: result = torch.x(input)}}}}
"""


def test_cases_are_told_apart_by_what_they_say() -> None:
    found = variant(CASES)
    (newer,) = found.newer
    assert (newer.paddle, newer.since, newer.write) == ("paddle.y", "3.1", ())
    assert newer.note is not None
    target, code, advice = found.write
    assert (target.when, target.paddle, target.advice) == ("a == 1", "paddle.x", None)
    assert (code.code, code.since, code.until) == ("f(input)", "2.6", "3.0")
    assert (advice.code, advice.advice) == (None, newer.note)
    assert found.fields == (("values", "f(input)"), ("indices", "g(input)"))
    shared, first, second = found.limits
    assert shared == "shared"
    assert not isinstance(first, str) and not isinstance(second, str)
    assert (first.when, first.then, first.sometimes) == ("True", Departure.REFUSED, True)
    assert (first.cpu, first.processor) == (False, Feature.NO_AVX512)
    assert (first.instead, first.example.paddle) == ("f(input)", "")
    assert (second.then, second.sometimes, second.cpu) == (Departure.GRADIENT, False, True)
    assert second.processor is None


def test_cases_know_their_place_in_the_list() -> None:
    found = variant(CASES)
    assert [one.place for one in found.newer] == [0]
    assert [one.place for one in found.write] == [1, 2, 3]
    assert (found.parts_place, dict(found.shared_places)) == (4, {"shared": 5})
    assert [one.place for one in found.limits if not isinstance(one, str)] == [6, 7]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, (False, None, None, None)),
        ({"random": True}, (True, None, None, None)),
        ({"random": "result.T"}, (True, "result.T", None, None)),
        ({"gradient": False, "text": {"en": "A.", "zh": "甲。"}}, (False, None, "A.", None)),
        ({"dtype": False, "text": {"en": "A.", "zh": "甲。"}}, (False, None, None, "A.")),
    ],
)
def test_why_a_comparison_leaves_something_out(
    more: dict[str, Any], told: tuple[bool, str | None, str | None, str | None]
) -> None:
    example = {"torch": "result = 1", "paddle": "result = 1", "compare": more}
    data = {"torch": "torch.x", "category": "missing", "examples": [example]}
    compare = build_entry(data).variants[0].examples[0].compare
    reasons = [one and one.en for one in (compare.gradient_skip, compare.dtype_ignore)]
    assert (compare.random, compare.property, *reasons) == told
