"""Methods of layers that a class overrides: which of them PyTorch calls and Paddle does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from library_programs import answers
from mapping_model.corpus import Corpus

ROOT = Path(__file__).parents[2]
GOTCHA = "overridden-train"
Called = dict[str, dict[str, list[str]]]


@pytest.fixture(scope="module")
def sides(libraries: Path) -> tuple[Called, Called]:
    torch, paddle = (_asked(libraries, library) for library in ("torch", "paddle"))
    return torch, paddle


def _asked(python: Path, library: str) -> Called:
    found: Called
    (found,) = answers(python, Path(__file__).parent / "overridden.py", library, None)
    return found


def missed(torch: Called, paddle: Called) -> dict[str, set[str]]:
    """By the method that is called, those of layers inside and its own that Paddle leaves out."""
    found: dict[str, set[str]] = {}
    for place, calls in torch.items():
        for name, called in calls.items():
            found.setdefault(name, set()).update(set(called) - {*paddle[place][name]})
    return {name: left for name, left in found.items() if left}


def test_every_override_that_is_not_called_is_told(sides: tuple[Called, Called]) -> None:
    corpus = Corpus.load(ROOT / "mappings")
    text = corpus.gotchas[GOTCHA].text.en
    found = missed(*sides)
    # What PyTorch merely walks through; an override of these returns what the original does.
    walks = {"named_children", "children", "get_submodule"}
    for name, left in found.items():
        for one in left - walks:
            assert f"`{one}`" in text, f"{name} does not call {one}"
    # Those that an override of `named_modules` changes are left to the text of the gotcha.
    linked = {n for n, left in found.items() if left - walks - {"named_modules"}}
    assert linked == {"train", "eval", "state_dict", "load_state_dict"}
    for name in (*(f"torch.nn.Module.{one}" for one in linked), "torch.nn.Module"):
        assert GOTCHA in corpus.entries[name].gotchas, name


def test_what_is_called_on_both_sides_is_as_the_gotcha_says(sides: tuple[Called, Called]) -> None:
    paddle = sides[1]["inside"]
    assert "apply" in paddle["apply"] and "_apply" in paddle["to"]
    assert paddle["extra_repr"] == ["extra_repr"]


def test_an_override_that_is_not_called_is_found(sides: tuple[Called, Called]) -> None:
    torch, paddle = sides
    planted = {place: dict(calls) for place, calls in paddle.items()}
    planted["inside"]["extra_repr"] = []
    assert missed(torch, planted)["extra_repr"] == {"extra_repr"}
    assert "extra_repr" not in missed(torch, paddle)
