"""The code in the head of a page is what code has most often."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapping_model.ways import read_ways
from published.entry import PublishedEntry
from render_mappings.data.reference import load_reference
from render_mappings.views.entry_view import verdicts

MAPPINGS = Path(__file__).parents[2] / "mappings"
# A way of which that many calls were counted, and that share, is one that a reader expects to see.
OFTEN, SHARE = 30, 0.5
# What such a call gives is not compared, or its entry shows what surrounds it.
ELSEWHERE = {
    "torch.Tensor.as_subclass",
    "torch.nn.Module",
    "torch.nn.init.normal_",
}


@pytest.fixture(scope="module")
def entries() -> dict[str, PublishedEntry]:
    return dict(load_reference(MAPPINGS).published)


def test_the_commonest_call_is_shown(entries: dict[str, PublishedEntry]) -> None:
    missing = []
    for name, ways in read_ways().items():
        entry, (way, count) = entries[name], max(ways.items(), key=lambda pair: pair[1])
        if count < OFTEN or count < SHARE * sum(ways.values()) or entry.form_of:
            continue
        shown = {answer.way for answer in (*entry.answers.values(), *entry.common)}
        if way not in shown:
            missing.append(name)
    assert {*missing} == ELSEWHERE


@pytest.mark.parametrize(
    ("api", "first", "often"),
    [
        # Counted: 6,000 calls with sizes, 11 with a dtype.
        ("torch.Tensor.view", "x.view(3, -1)", []),
        ("torch.zeros", "torch.zeros(2, 3)", []),
        ("torch.Tensor.sum", "x.sum(0)", ["x.sum()"]),
        ("torch.gather", "torch.gather(x, 1, i)", []),
    ],
)
def test_the_first_call_is_what_most_code_has(
    entries: dict[str, PublishedEntry], api: str, first: str, often: list[str]
) -> None:
    entry = entries[api]
    assert next(iter(entry.answers.values())).torch == first
    told = [answer.torch for answer in entry.common]
    assert [call for call in told if call in often] == often


def test_another_name_that_paddle_has_too_may_stay(entries: dict[str, PublishedEntry]) -> None:
    """`paddle.concat` is there on all releases, `paddle.cat` only on newer ones."""
    assert {one.mark for one in verdicts(entries["torch.concat"])} == {"unchanged"}
    assert verdicts(entries["torch.cat"])[0].mark == "code"
