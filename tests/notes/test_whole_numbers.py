"""Whole numbers where examples pass floats; see `whole_numbers.py`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from whole_numbers import ROOT, changed, pieces, refused

from mapping_model.corpus import Corpus


def test_what_refuses_a_whole_number_is_found(libraries: Path) -> None:
    """As if nothing were told of the learning rate."""
    corpus = Corpus.load(ROOT / "mappings")
    left = {piece.argument for piece in pieces(corpus, ["torch.optim.SGD"])}
    assert "lr" not in left and "1" not in left
    corpus = replace(corpus, limits={**corpus.limits, "learning-rate": ()})
    names = ["torch.optim.SGD", "torch.nn.functional.leaky_relu"]
    told = {piece.api for piece, _ in refused(libraries, list(pieces(corpus, names)))}
    assert told == {"torch.optim.SGD"}


def test_a_number_that_gives_something_else_is_found(libraries: Path) -> None:
    corpus = Corpus.load(ROOT / "mappings")
    right = next(pieces(corpus, ["torch.nn.functional.leaky_relu"]))
    wrong = replace(right, paddle="result = paddle.nn.functional.leaky_relu(x, 0.5)")
    assert [piece for piece, _ in refused(libraries, [right, wrong])] == [wrong]


def test_one_float_at_a_time() -> None:
    code = "result = torch.clamp(x, 0.25, max=2.75)"
    assert list(changed(code, "torch.clamp")) == [
        ("1", "result = torch.clamp(x, 1, max=2.75)"),
        ("max", "result = torch.clamp(x, 0.25, max=3)"),
    ]
