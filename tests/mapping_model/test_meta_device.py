"""Paddle has no device `meta`: whatever is asked to lie there is left, with what to do instead."""

from __future__ import annotations

import pytest
from calls_left import with_keyword

from mapping_model.applying.code import rewrite
from mapping_model.applying.decisions import Reason
from mapping_model.snapshots import paddle_snapshot, torch_snapshot
from whole import corpus


def _left(code: str) -> list[Reason]:
    found = rewrite(code, corpus().resolve, paddle_snapshot())
    told = [one.decision for one in found.undone]
    assert all("paddle.LazyGuard()" in one.said().en for one in told if one.about == "meta")
    return [one.reason for one in told]


@pytest.mark.parametrize(
    "code",
    [
        "m = torch.nn.Linear(2, 2, device='meta')",
        "d = torch.device('meta')",
        "d = torch.device(type='meta')",
        "torch.zeros(2, device='meta:0')",
        "with torch.device('meta'):\n    m = torch.nn.Linear(2, 2)",
        "s = torch.load(f, map_location='meta')",
    ],
)
def test_it_is_told(code: str) -> None:
    assert Reason.ADVICE in _left(code)


def test_another_word_says_nothing() -> None:
    assert _left("x = torch.nn.functional.interpolate(y, mode='meta')") == []
    assert _left("m = torch.nn.Linear(2, 2, device='cpu')") == []


def test_all_that_take_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """No call of an entry is written that names it."""

    def silent() -> list[str]:
        calls = (
            (name, with_keyword(api, "device", "'meta'"))
            for name in corpus().entries
            if (api := torch_snapshot().get(name)) is not None
        )
        return [
            name
            for name, codes in calls
            for code, kinds in codes
            if not rewrite(code, corpus().resolve, paddle_snapshot(), kinds).undone
        ]

    assert silent() == []
    monkeypatch.setattr("mapping_model.applying.mapping.META", "planted")
    assert len(silent()) > 100
