"""The look at layers in evaluation finds a gradient that is another there alone."""

from __future__ import annotations

from pathlib import Path

from layer_calls import ROOT, layer_calls
from layer_evaluating import calls, otherwise

from mapping_model.corpus import Corpus

NORM = "torch.nn.BatchNorm2d"


def test_a_gradient_of_running_statistics_is_found(libraries: Path) -> None:
    """As if nothing were told of batch normalisation."""
    corpus = Corpus.load(ROOT / "mappings")
    wanted = [one for one in layer_calls(corpus) if one.layer in (NORM, "torch.nn.GroupNorm")]
    assert {one.api for one, _ in calls(corpus, wanted)} == {"torch.nn.GroupNorm"}
    told = [*otherwise(libraries, [*calls(corpus, wanted, every=True)])]
    assert {one.api for one, _ in told} == {NORM}
    assert all("track_running_stats=False" in one.torch for one, _ in told)
    assert any(what.startswith("gradient") for _, what in told)
