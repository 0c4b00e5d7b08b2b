"""What limits of empty tensors say of memory that shows in results; see `memory.py`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from memory import ROOT, asked, showing, untold

from mapping_model.categories import Text
from mapping_model.corpus import Corpus


def test_limits_say_where_memory_shows(libraries: Path) -> None:
    corpus = Corpus.load(ROOT / "mappings")
    assert len(list(asked(corpus))) > 250
    assert untold(libraries, corpus) == []


def test_a_limit_that_speaks_of_zeros_is_found(libraries: Path) -> None:
    """As it was: Paddle "returns zeros", which is what fresh memory holds."""
    corpus = Corpus.load(ROOT / "mappings")
    zeros = Text("Paddle returns zeros.", "Paddle 返回零。")
    shared = {
        name: tuple(replace(one, text=zeros) for one in limits)
        if name == "extremum-of-nothing"
        else limits
        for name, limits in corpus.limits.items()
    }
    planted = replace(corpus, limits=shared)
    assert {name for name, _ in untold(libraries, planted)} >= {"torch.amax", "torch.Tensor.amin"}


def test_what_is_written_does_not_show_memory(libraries: Path) -> None:
    corpus = Corpus.load(ROOT / "mappings")
    limit = next(one for name, one, _ in asked(corpus) if name == "torch.amax")
    codes = ["result = paddle.zeros([3])", "result = paddle.empty([3])"]
    assert showing(libraries, [(code, limit.example) for code in codes]) == [False, True]
