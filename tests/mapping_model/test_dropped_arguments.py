"""What is left where a call passes nothing but what is dropped can be called in Paddle."""

from __future__ import annotations

import pytest
from calls_left import all_broken

from mapping_model.building import build_entry
from mapping_model.snapshots import PADDLE, load_snapshot, paddle_snapshot
from whole import corpus

PLANTED = {
    "torch": "torch.Tensor.cpu",
    "paddle": "paddle.Tensor.to",
    "category": "torch-more-params",
    "params": [{"torch": "memory_format", "do": "drop"}],
}
TEXT = {"en": "Nothing is left.", "zh": "没有参数。"}
SHOWN = {"inputs": {"x": "float32[2]"}, "torch": "result = x.cpu()"}
CASE = {
    "when": "given(memory_format)",
    "departs": "raises",
    "code": "self",
    "text": TEXT,
    "example": SHOWN,
}


def test_a_planted_call_is_found() -> None:
    """`x.cpu(memory_format=f)` cannot be `x.to()`, which Paddle refuses; a case has `x`."""
    entries = {"torch.Tensor.cpu": build_entry(PLANTED)}
    found = all_broken(["torch.Tensor.cpu"], entries.get, paddle_snapshot())
    assert "own.cpu(memory_format=a_memory_format): own.to(): `device` is not passed" in found
    mended = {"torch.Tensor.cpu": build_entry({**PLANTED, "cases": [CASE]})}
    assert all_broken(["torch.Tensor.cpu"], mended.get, paddle_snapshot()) == []


@pytest.mark.sweeps
@pytest.mark.parametrize("release", PADDLE)
def test_all_that_is_left_can_be_called(release: str) -> None:
    """`x.to(blocking=b)` alone works, though the signatures that Paddle tells do not have it."""
    entries = corpus().entries
    found = all_broken(sorted(entries), corpus().resolve, load_snapshot("paddle", release))
    assert [one for one in found if ": own.to(blocking=not a_non_blocking): " not in one] == []
