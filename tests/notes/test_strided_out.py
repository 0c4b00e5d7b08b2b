"""What is written to an `out` that is not contiguous; see `strided_out.py`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from strided_out import ROOT, elsewhere, out_calls

from mapping_model.corpus import Corpus


def test_limits_tell_what_writes_elsewhere(libraries: Path) -> None:
    calls = out_calls(Corpus.load(ROOT / "mappings"))
    assert len(calls) > 150
    assert [call.torch for call, _ in elsewhere(libraries, calls)] == []


def test_what_is_told_is_found_without_its_limit(libraries: Path) -> None:
    calls = out_calls(Corpus.load(ROOT / "mappings"), every=True)
    found = {call.api for call, _ in elsewhere(libraries, calls)}
    assert {"torch.any", "torch.amax", "torch.cat", "torch.topk", "torch.linalg.svd"} <= found


def test_other_code_is_seen(libraries: Path) -> None:
    calls = out_calls(Corpus.load(ROOT / "mappings"), every=True)
    call = next(one for one in calls if one.api == "torch.any")
    right = replace(call, paddle="paddle.assign(paddle.any(x, 1), y)")
    wrong = replace(call, paddle="paddle.assign(~paddle.any(x, 1), y)")
    assert [one for one, _ in elsewhere(libraries, [right, wrong])] == [wrong]
