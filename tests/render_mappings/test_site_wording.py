"""Chinese pages print the wording that the format specification fixes; expected texts are its."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_html import article, page

# Category, page, the line with its name, and the sentence that the summary begins with (C1, S2).
FIXED = [
    ("torch.Tensor.t", "1.1", "无参数", "两者功能一致，无参数。"),
    ("torch.Tensor.clip", "1.2", "参数完全一致", "两者功能一致，参数完全一致，具体如下："),
    (
        "torch.abs",
        "1.3",
        "仅参数名不一致",
        "两者功能一致且参数用法一致，仅参数名不一致，具体如下：",
    ),
    (
        "torch.nn.ZeroPad2d",
        "1.4",
        "paddle 参数更多",
        "Paddle 相比 PyTorch 支持更多其他参数，具体如下：",
    ),
    (
        "torch.linalg.svd",
        "1.5",
        "仅参数默认值不一致",
        "两者功能一致且参数用法一致，仅参数默认值不一致，具体如下：",
    ),
    ("torch.gather", "2", "torch 参数更多", "PyTorch 相比 Paddle 支持更多其他参数，具体如下："),
    ("torch.max", "3", "参数不一致", "参数 input 用法不一致，具体如下："),
    ("torch.addcmul", "4", "组合替代实现", "Paddle 无此 API，需要组合实现。"),
    ("torch.hamming_window", "6", "对应 API 不在主框架", "对应 API 不在主框架。"),
]


@pytest.mark.parametrize(("name", "number", "category", "sentence"), FIXED)
def test_category_and_sentence(
    site: Path, name: str, number: str, category: str, sentence: str
) -> None:
    lines = page(site, f"zh/api/{name}")
    assert any(line.startswith(f"类别 {number}：{category}。") for line in lines)
    assert sentence in lines


def test_context_change_says_that_designs_differ(site: Path) -> None:
    text = "\n".join(page(site, "zh/api/torch.nn.utils.clip_grad_value_"))
    assert "类别 5：用法不同：涉及上下文修改。" in text
    assert "设计思路与用法不同，需要分析上下文并联动修改" in text
    assert "Paddle 在优化器中裁剪，需将其作为 grad_clip 传给优化器。" in text


# Page, and lines of its table that are fixed but for the description (P2, P4 to P8).
REMARKS = [
    ("torch.abs", "输入 Tensor，仅参数名不一致。"),
    ("torch.nn.ZeroPad2d", "维度的排列顺序，PyTorch 无此参数，Paddle 保持默认即可。"),
    (
        "torch.gather",
        "是否先把 indices 广播到 arr 的形状，PyTorch 无此参数，Paddle 需设置为 False。",
    ),
    (
        "torch.gather",
        "对 input 的梯度是否为稀疏 Tensor，"
        "Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。",
    ),
    ("torch.nn.utils.clip_grad_value_", "要裁剪的参数，Paddle 无此参数，需要转写。"),
    ("torch.max", "用于存放结果的 Tensor，Paddle 无此参数，暂无转写方式。"),
    ("torch.max", "输入 Tensor，PyTorch 会提升数据类型，Paddle 不会，需要转写。"),
    ("torch.max", "PyTorch 返回具名元组，暂无转写方式。"),
]


@pytest.mark.parametrize(("name", "remark"), REMARKS)
def test_remarks(site: Path, name: str, remark: str) -> None:
    assert any(line.startswith(remark) for line in page(site, f"zh/api/{name}"))


def test_a_blank_stands_between_chinese_and_latin_where_texts_meet(site: Path) -> None:
    told = "\n".join(page(site, "zh/api/torch.sum"))
    assert "当 input 的数据类型为 int8 时，Paddle 报错" in told


def test_differing_default_names_both(site: Path) -> None:
    remark = next(
        line for line in page(site, "zh/api/torch.linalg.svd") if "是否计算完整的方阵" in line
    )
    assert "PyTorch 默认值为 True，Paddle 默认值为 False" in remark
    assert "Paddle 需设置为 True" in remark


def test_table_has_three_columns_and_a_dash_for_a_missing_side(site: Path) -> None:
    lines = page(site, "zh/api/torch.gather")
    # Above the table stands the sentence that leads to it.
    head = lines.index("PyTorch 相比 Paddle 支持更多其他参数，具体如下：")
    assert lines[head + 1 : head + 4] == ["PyTorch", "PaddlePaddle", "备注"]
    assert lines[head + 4 : head + 6] == ["input", "arr"]
    at = lines.index("sparse_grad", head)
    assert lines[at + 1] == "-"
    assert lines[lines.index("broadcast", head) - 1] == "-"


def test_return_value_is_a_row_of_its_own(site: Path) -> None:
    lines = page(site, "zh/api/torch.max")
    assert lines[lines.index("返回值") + 1] == "返回值"


def test_no_params_has_no_table(site: Path) -> None:
    assert "参数映射" not in page(site, "zh/api/torch.Tensor.t")
    assert "<table" not in article(site, "zh/api/torch.Tensor.t")


def test_examples_stand_under_their_headings(site: Path) -> None:
    lines = page(site, "zh/api/torch.gather")
    at = lines.index("index：以关键字方式调用；第二和第三个参数的位置互换")
    assert lines.index("转写示例") < at
    code = lines.index("# PyTorch 写法", at)
    assert lines[code + 1] == "result = torch.gather(input=x, dim=0, index=i)"
    paddle = lines.index("# Paddle 写法", code)
    expected = "result = paddle.take_along_axis(arr=x, indices=i, axis=0, broadcast=False)"
    assert lines[paddle + 1] == expected
    english = page(site, "api/torch.gather")
    assert "# PyTorch" in english
    assert "# Paddle" in english


def test_example_of_a_parameter_names_what_it_does(site: Path) -> None:
    # X2: the parameter and its function, from the row's own description.
    assert "parameters：要裁剪的参数" in page(site, "zh/api/torch.nn.utils.clip_grad_value_")
    assert "parameters: What is clipped" in page(site, "api/torch.nn.utils.clip_grad_value_")


def test_composite_shows_its_formula(site: Path) -> None:
    lines = page(site, "zh/api/torch.addcmul")
    assert "计算 tensor1 与 tensor2 及 value 的乘积，再加上 input。" in lines
    assert "公式out = input + value * tensor1 * tensor2" in lines


def test_both_documentations_are_linked_in_the_language_of_the_page(site: Path) -> None:
    english, chinese = article(site, "api/torch.abs"), article(site, "zh/api/torch.abs")
    assert "https://docs.pytorch.org/docs/stable/generated/torch.abs.html" in english
    assert "https://docs.pytorch.org/docs/stable/generated/torch.abs.html" in chinese
    assert "/documentation/docs/en/api/paddle/abs_en.html" in english
    assert "/documentation/docs/zh/api/paddle/abs_cn.html" in chinese
