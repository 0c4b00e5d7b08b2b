"""What gotchas say of functions, asked of their in-place twins; see `twins.py`."""

from __future__ import annotations

from pathlib import Path

from twins import KNOWN, ROOT, calls, told, twin

from mapping_model.corpus import Corpus
from mapping_model.snapshots import PADDLE


def test_gotchas_hold_in_place_or_say_what_does_not(libraries: Path) -> None:
    found = list(calls(Corpus.load(ROOT / "mappings")))
    assert len(found) > 5
    seen = dict(told(libraries, found))
    # That of `clip` is there to be found: an error for the function, a wrong result in place.
    assert seen["clip-bounds"] == "raises, in place differs: x.clip_(min=low)"
    assert seen.keys() == KNOWN.keys()


def test_a_call_in_place() -> None:
    release = PADDLE[-1]
    assert twin("result = paddle.clip(x, min=low)", release) == "x.clip_(min=low)\nresult = x"
    assert twin("result = torch.clamp(x, 0)", "torch") == "x.clamp_(0)\nresult = x"
    assert twin("result = paddle.nn.functional.linear(x, w)", release) is None
