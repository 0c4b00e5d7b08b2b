"""The code in the head of a page is what code has most often."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapping_model.ways import read_ways
from published.entry import PublishedEntry
from render_mappings.views.entry_view import verdicts
from whole import reference

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
    return dict(reference().published)


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


@pytest.mark.parametrize("release", ["2.6.2", "3.0.0", "3.1.1", "3.2.2", "3.3.1"])
def test_the_ways_to_call_interpolate_are_at_its_head(
    entries: dict[str, PublishedEntry], release: str
) -> None:
    """Counted are few calls by a factor: what code passes there can seldom be told."""
    entry = entries["torch.nn.functional.interpolate"]
    calls = {a.torch: a.written for a in (*entry.answers.values(), *entry.common)}
    code = {
        torch.removeprefix("torch.nn.functional."): next(
            (one.verdict.value, (one.code or "").removeprefix("paddle.nn.functional."))
            for one in written
            if release in one.releases
        )
        for torch, written in calls.items()
    }
    size = 'interpolate(x, size=(8, 9), mode="bilinear", align_corners=False)'
    factor = 'interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)'
    assert code[size] == ("unchanged", size)
    assert code[factor] == ("unchanged", factor)
    verdict, written = code['interpolate(x, size=4, mode="bicubic")']
    assert verdict == "code" and "size=[4]" in written
    # The sentence above is about the first of them.
    assert {one.word for one in verdicts(entry)} == {"first"}


@pytest.mark.parametrize(("api", "layer"), [("LSTM", "LSTM"), ("GRU", "GRU"), ("RNN", "SimpleRNN")])
def test_both_layouts_of_recurrent_layers_are_at_their_heads(
    entries: dict[str, PublishedEntry], api: str, layer: str
) -> None:
    entry = entries[f"torch.nn.{api}"]
    found = {
        a.torch: {one.code for one in a.written} for a in (*entry.answers.values(), *entry.common)
    }
    assert found == {
        f"torch.nn.{api}(4, 3)": {f"paddle.nn.{layer}(4, 3, time_major=True)"},
        f"torch.nn.{api}(4, 3, batch_first=True)": {f"paddle.nn.{layer}(4, 3)"},
    }


def test_heads_name_targets_that_the_newest_release_has(
    entries: dict[str, PublishedEntry],
) -> None:
    changed = 0
    for entry in entries.values():
        newest = entry.known.releases[entry.newest]
        changed += entry.newest_targets != entry.targets
        for name in set(entry.newest_targets) - set(entry.targets):
            assert name in newest, (entry.name, name)
    assert changed > 300
    assert entries["torch.gather"].newest_targets == ["paddle.gather"]
    assert entries["torch.nn.utils.clip_grad_norm_"].newest_targets == [
        "paddle.nn.utils.clip_grad_norm_"
    ]


def test_the_page_of_a_function_of_the_same_name_is_about_that_function(
    entries: dict[str, PublishedEntry],
) -> None:
    """One way is recommended: the body is not about another than the head, on every release."""
    other = {
        entry.name
        for entry in entries.values()
        for variant in entry.variants
        if not entry.alias_of and variant.paddle and (led := {*entry.leads_of(variant).values()})
        if variant.paddle.name not in led
    }
    # Names of one and the same function, and the constructor of tensors.
    assert other == {
        "torch.autograd.grad",
        "torch.cholesky",
        "torch.inverse",
        "torch.nn.functional.tanh",
        "torch.nn.functional.upsample",
        "torch.Tensor",
        "torch.Tensor.inverse",
    }
