"""Layers called with the keywords of PyTorch's `forward` are called as Paddle's take it."""

from __future__ import annotations

from pathlib import Path

import pytest
from layer_calls import ROOT, layer_calls
from layer_keywords import differing, forwards, pairs
from silent_calls import Call

from mapping_model.applying import layers
from mapping_model.applying.code import rewrite
from mapping_model.corpus import Corpus
from mapping_model.snapshots import paddle_snapshot

Pairs = list[tuple[Call, Call]]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load(ROOT / "mappings")


@pytest.fixture(scope="module")
def names(libraries: Path) -> dict[str, list[str]]:
    return forwards(libraries)


def test_calls_with_keywords_give_what_those_by_position_give(
    libraries: Path, corpus: Corpus, names: dict[str, list[str]]
) -> None:
    found = list(pairs(layer_calls(corpus), names, corpus.resolve))
    assert len(found) > 150 and len({one.api for one, _ in found}) > 120
    assert differing(libraries, found) == []


def test_a_name_that_paddle_does_not_know_is_found(
    libraries: Path,
    corpus: Corpus,
    names: dict[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the names of all were those of most losses."""
    monkeypatch.setattr(layers, "_PLACES", {})
    loss = "torch.nn.PoissonNLLLoss"
    calls = [one for one in layer_calls(corpus) if one.layer in (loss, "torch.nn.L1Loss")]
    told = differing(libraries, list(pairs(calls, names, corpus.resolve)))
    assert told and all(loss in one for one in told)


@pytest.mark.parametrize("name", ["QuantStub", "DeQuantStub"])
def test_what_marks_a_place_is_called_by_position(corpus: Corpus, name: str) -> None:
    """Of `paddle.nn.Identity` the input has another name."""
    code = f"m = torch.ao.quantization.{name}()\nresult = m(x=t)"
    found = rewrite(code, corpus.resolve, paddle_snapshot())
    assert found.code == "m = paddle.nn.Identity()\nresult = m(t)"
