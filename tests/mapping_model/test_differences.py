"""Which of several differences counts: the order is that of the categories, 1.1 to 7."""

from __future__ import annotations

from typing import Any

import pytest

from mapping_model.categories import Category, Text
from mapping_model.differences import RowKind, derive_category, row_kind
from mapping_model.entry import Action, Case, Example, Outside, Row, Variant

SAME = Row("input", "input")
RENAMED = Row("input", "x")
PADDLE_ONLY = Row(None, "axis")
DEFAULT_DIFFERS = Row("dim", "axis", set="-1")
TORCH_ONLY = Row("out", None, action=Action.DROP)
DIFFERS = Row("dim", "axis", action=Action.REWRITE)
SAID = Text("It differs.", "用法不同。")
OUTSIDE = Outside("paddlenlp", "paddlenlp.x", "pip install paddlenlp")
# Each wins over all that stand before it.
RISING = (
    (RowKind.SAME, SAME),
    (RowKind.RENAMED, RENAMED),
    (RowKind.PADDLE_ONLY, PADDLE_ONLY),
    (RowKind.DEFAULT_DIFFERS, DEFAULT_DIFFERS),
    (RowKind.TORCH_ONLY, TORCH_ONLY),
    (RowKind.DIFFERS, DIFFERS),
)


@pytest.mark.parametrize(("kind", "row"), RISING)
def test_a_row_states_one_kind(kind: RowKind, row: Row) -> None:
    assert row_kind(row) is kind


def test_a_parameter_to_be_rewritten_differs_whatever_is_set() -> None:
    row = Row("dim", "axis", set="-1", action=Action.REWRITE)
    assert row_kind(row) is RowKind.DIFFERS
    assert derive_category(Variant(Category.SAME_PARAMS, "paddle.x", (row,))) is (
        Category.PARAMS_DIFFER
    )


@pytest.mark.parametrize("number", range(1, len(RISING)))
def test_the_highest_row_counts_wherever_it_stands(number: int) -> None:
    rows = [row for _, row in RISING[: number + 1]]
    expected = list(Category)[number + 1]
    for order in (rows, rows[::-1]):
        variant = Variant(Category.SAME_PARAMS, "paddle.x", tuple(order))
        assert derive_category(variant) is expected


def test_what_is_said_of_the_whole_counts_before_the_rows() -> None:
    variant = {"category": Category.SAME_PARAMS, "paddle": None, "params": (DIFFERS,)}
    assert derive_category(Variant(**variant)) is Category.MISSING
    variant["write"] = (Case(code="f(x)"),)
    assert derive_category(Variant(**variant)) is Category.COMPOSITE
    variant["context"] = SAID
    assert derive_category(Variant(**variant)) is Category.CONTEXT_CHANGE
    variant["outside"] = OUTSIDE
    assert derive_category(Variant(**variant)) is Category.OUTSIDE_CORE


@pytest.mark.parametrize(
    "more",
    [
        {"write": (Case(code="f(x)"),)},
        {"fields": (("values", "f(x)"),)},
        {"examples": (Example("result = torch.x()", "result = f(x)"),)},
        {"formula": "out = f(x)"},
    ],
)
def test_without_a_target_something_is_missing_unless_it_is_shown(more: dict[str, Any]) -> None:
    assert derive_category(Variant(Category.COMPOSITE, summary=SAID)) is Category.MISSING
    assert derive_category(Variant(Category.MISSING, **more)) is Category.COMPOSITE
