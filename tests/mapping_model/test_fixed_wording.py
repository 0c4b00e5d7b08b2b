"""Categories, sentences and remarks: the fixed wording of the format specification."""

from __future__ import annotations

import pytest

from mapping_model.categories import Category, Text
from mapping_model.differences import derive_category, highest, same_default
from mapping_model.entry import Action, Outside, Returns, Row, Variant
from mapping_model.remarks import returns_remark, row_remark, summary

A = Text("What it is.", "含义。")

# C1, C2: id, name on the Chinese page, in rising precedence.
SPECIFIED = [
    ("1.1", "无参数"),
    ("1.2", "参数完全一致"),
    ("1.3", "仅参数名不一致"),
    ("1.4", "paddle 参数更多"),
    ("1.5", "仅参数默认值不一致"),
    ("2", "torch 参数更多"),
    ("3", "参数不一致"),
    ("4", "组合替代实现"),
    ("5", "用法不同：涉及上下文修改"),
    ("6", "对应 API 不在主框架"),
    ("7", "功能缺失"),
]


def test_categories_are_those_of_the_specification_in_rising_precedence() -> None:
    by_rank = sorted(Category, key=lambda category: category.rank)
    assert [(c.info.id, c.info.name.zh) for c in by_rank] == SPECIFIED


@pytest.mark.parametrize(
    ("category", "sentence"),
    [
        (Category.NO_PARAMS, "两者功能一致，无参数。"),
        (Category.SAME_PARAMS, "两者功能一致，参数完全一致，具体如下："),
        (Category.RENAMED_PARAMS, "两者功能一致且参数用法一致，仅参数名不一致，具体如下："),
        (Category.PADDLE_MORE_PARAMS, "Paddle 相比 PyTorch 支持更多其他参数，具体如下："),
        (
            Category.DIFFERENT_DEFAULTS,
            "两者功能一致且参数用法一致，仅参数默认值不一致，具体如下：",
        ),
        (Category.TORCH_MORE_PARAMS, "PyTorch 相比 Paddle 支持更多其他参数，具体如下："),
    ],
)
def test_summaries_begin_as_specified(category: Category, sentence: str) -> None:  # S2
    assert summary(Variant(category))[0].zh == sentence


def test_a_composite_says_what_it_computes_first() -> None:  # S2
    texts = summary(Variant(Category.COMPOSITE, summary=A))
    assert [text.zh for text in texts] == ["含义。", "Paddle 无此 API，需要组合实现。"]


@pytest.mark.parametrize(
    ("row", "end"),
    [
        (Row("input", "x"), "，仅参数名不一致。"),  # P4
        (Row("x", "x"), "含义。"),
        (Row(None, "axis"), "，PyTorch 无此参数，Paddle 保持默认即可。"),  # P5
        (Row(None, "axis", set="0"), "，PyTorch 无此参数，Paddle 需设置为 `0`。"),  # P5
        (Row("a", None, Action.REWRITE), "，Paddle 无此参数，需要转写。"),  # P7
        (Row("a", None, Action.NONE), "，Paddle 无此参数，暂无转写方式。"),  # P7
        (
            Row("a", None, Action.DROP),
            "，Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。",
        ),  # P7
        (Row("a", "b", Action.REWRITE, note=A), "，需要转写。"),  # P8
        (Row("a", "b", Action.NONE, note=A), "，暂无转写方式。"),  # P8
    ],
)
def test_remarks_end_as_specified(row: Row, end: str) -> None:
    remark = row_remark(row, A)
    assert remark.zh.startswith("含义")
    assert remark.zh.endswith(end)
    assert remark.en.endswith(".")  # P9


def test_a_different_default_names_both_and_what_to_set() -> None:  # P6
    row = Row("full_matrices", "full_matrices", set="True")
    remark = row_remark(row, A, torch_default="True", paddle_default="False")
    assert remark.zh == (
        "含义，PyTorch 默认值为 `True`，Paddle 默认值为 `False`，"
        "Paddle 需设置为 `True` 才能与 PyTorch 一致。"
    )
    assert "`True` in PyTorch and `False` in Paddle; set `True`" in remark.en


def test_a_different_return_value_has_a_remark_of_its_own() -> None:  # P2, P8
    assert returns_remark(Returns(Action.NONE, A)).zh == "含义，暂无转写方式。"


@pytest.mark.parametrize(
    ("variant", "category"),
    [
        (Variant(Category.MISSING, paddle="paddle.a"), Category.NO_PARAMS),
        (Variant(Category.MISSING, "paddle.a", (Row("x", "x"),)), Category.SAME_PARAMS),
        (Variant(Category.MISSING, "paddle.a", (Row("i", "x"),)), Category.RENAMED_PARAMS),
        (
            Variant(Category.MISSING, "paddle.a", (Row("i", "x"), Row(None, "a"))),
            Category.PADDLE_MORE_PARAMS,
        ),
        (
            Variant(Category.MISSING, "paddle.a", (Row(None, "a"), Row("x", "x", set="1"))),
            Category.DIFFERENT_DEFAULTS,
        ),
        (
            Variant(
                Category.MISSING,
                "paddle.a",
                (Row("x", "x", set="1"), Row("o", None, Action.DROP), Row(None, "a")),
            ),
            Category.TORCH_MORE_PARAMS,
        ),
        (
            Variant(
                Category.MISSING,
                "paddle.a",
                (Row("o", None, Action.DROP), Row("x", "y", Action.REWRITE, note=A)),
            ),
            Category.PARAMS_DIFFER,
        ),
        (
            Variant(Category.MISSING, "paddle.a", returns=Returns(Action.NONE, A)),
            Category.PARAMS_DIFFER,
        ),
        (Variant(Category.MISSING, summary=A, formula="out = x + y"), Category.COMPOSITE),
        (Variant(Category.MISSING, "paddle.a", context=A), Category.CONTEXT_CHANGE),
        (Variant(Category.MISSING, outside=Outside("p", "p.a", "i")), Category.OUTSIDE_CORE),
        (Variant(Category.NO_PARAMS, missing=A), Category.MISSING),
        (Variant(Category.COMPOSITE, summary=A), Category.MISSING),
    ],
)
def test_the_category_follows_from_the_data(variant: Variant, category: Category) -> None:
    assert derive_category(variant) is category


def test_the_highest_of_several_categories_wins() -> None:  # C2
    found = highest([Category.TORCH_MORE_PARAMS, Category.PARAMS_DIFFER, Category.NO_PARAMS])
    assert found is Category.PARAMS_DIFFER


@pytest.mark.parametrize(
    ("torch", "paddle", "same"),
    [
        ("1", "1.0", True),
        ("1e-5", "1e-05", True),
        ("'mean'", '"mean"', True),
        ("torch.float32", "'float32'", True),
        ("None", "None", True),
        ("(1, 1)", "[1, 1.0]", True),  # C3: a list or a tuple
        ("(0.9, 0.999)", "(0.9, 0.99)", False),
        ("True", "1", False),
        ("None", "False", False),
        ("-1", "0", False),
        (None, "0", False),
        (None, None, True),
    ],
)
def test_defaults_are_compared_by_meaning(torch: str, paddle: str, same: bool) -> None:
    assert same_default(torch, paddle) is same
