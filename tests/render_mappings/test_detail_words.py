"""What comparisons have told, in Chinese; usages that differ silently, the most met first."""

from __future__ import annotations

import re

import pytest

from render_mappings.data.truth import met, silently_different
from render_mappings.views.detail_words import detail
from whole import reference

ENGLISH = re.compile(r"\b(torch|gives|has|differ|differs|values|first|result|input|gradient)\b")


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("input x: 6 of 6 values differ", "输入 x：6 个值中有 6 个不同"),
        ("gradient of x: Paddle gives none", "x 的梯度：Paddle 没有给出"),
        (
            "result: torch gives a sequence of 2, Paddle a tensor float32[3, 1]",
            "结果：PyTorch 给出长度为 2 的序列，Paddle 给出 Tensor float32[3, 1]",
        ),
        (
            "result[1]: 3 of 3 values differ; first at [0]: torch 0.5, Paddle -inf",
            "结果[1]：3 个值中有 3 个不同；首处 [0]，PyTorch 为 0.5，Paddle 为 -inf",
        ),
    ],
)
def test_a_detail_in_chinese(told: str, said: str) -> None:
    assert detail(told).zh == said
    assert detail(told).en == told


def test_no_detail_that_is_listed_stays_english() -> None:
    told = [one for found in silently_different(reference()) for one in found.details]
    assert len(told) > 100
    # Of what PyTorch itself refuses here its message is told.
    listed = [one for one in told if not one.startswith("torch raises ")]
    assert [one for one in listed if ENGLISH.search(detail(one).zh)] == []


def test_what_most_code_meets_comes_first() -> None:
    found = silently_different(reference())
    assert [met(one) for one in found] == sorted(map(met, found), reverse=True)
    names = [one.name for one in found]
    for rare in ("torch.linspace", "torch.rot90", "torch.bitwise_xor"):
        if rare in names:
            assert names.index("torch.nn.functional.dropout") < names.index(rare)
            assert names.index("torch.nn.CrossEntropyLoss") < names.index(rare)
