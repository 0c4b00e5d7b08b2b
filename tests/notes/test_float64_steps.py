"""Steps of optimizers with float64 parameters, to ten digits, in both libraries."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from whole_numbers import ROOT, asked

from mapping_model.applying.code import candidates
from mapping_model.applying.typing import TENSOR
from mapping_model.corpus import Corpus
from mapping_model.snapshots import PADDLE, load_snapshot

GOTCHA = "numbers-in-float32"
CALLS = {
    "SGD": ("", ", momentum=0.9"),
    "Adam": ("", ", amsgrad=True"),
    "AdamW": ("",),
    "Adamax": ("",),
    "Adagrad": ("",),
    "Adadelta": ("",),
    "NAdam": ("",),
    "RAdam": ("",),
}
INPUTS = {"w": ["literal parameter", [0.5, 1.1, -1.7], "float64"]}


def _otherwise(python: Path, corpus: Corpus) -> set[str]:
    """The optimizers whose parameters differ after two steps, by more than float64 explains."""
    codes = {
        f"{name}{more}": (
            f"o = torch.optim.{name}([w], lr=0.1{more})\nfor _ in range(2):\n"
            "    (w * w * w).sum().backward()\n    o.step()\n    o.zero_grad()\nresult = w * 1"
        )
        for name, options in CALLS.items()
        for more in options
    }
    release = load_snapshot("paddle", PADDLE[-1])
    written = []
    for code in codes.values():
        *_, one = candidates(code, corpus.resolve, release, {"w": TENSOR})
        assert not one.undone, code
        written.append(one.code)
    torch = asked(python, "torch", [(code, INPUTS) for code in codes.values()])
    paddle = asked(python, "paddle", [(code, INPUTS) for code in written])
    return {
        name
        for name, one, other in zip(codes, torch, paddle, strict=True)
        if isinstance(other, str) or not np.allclose(one, other, rtol=1e-9, atol=0)
    }


def test_optimizers_that_round_to_float32_are_told(libraries: Path) -> None:
    corpus = Corpus.load(ROOT / "mappings")
    found = _otherwise(libraries, corpus)
    assert found == {"SGD, momentum=0.9", "Adamax", "NAdam", "RAdam"}
    for name in found:
        assert GOTCHA in corpus.entries[f"torch.optim.{name.partition(',')[0]}"].gotchas
    text = corpus.gotchas[GOTCHA].text.en
    assert all(f"`{name}`" in text for name in ("Momentum", "Adamax", "NAdam", "RAdam"))
