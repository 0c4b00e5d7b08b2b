"""What methods do to the views that they are called on, held against both libraries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from view_calls import ROOT, ViewCall, differing, filling_calls, plain_calls, silent_copies

from mapping_model.corpus import Corpus
from whole import corpus

_TOLD = {"torch.Tensor.contiguous"}
# PyTorch returns the tensor itself where it is real.
_COPIED = {"torch.Tensor.conj", "torch.Tensor.conj_physical"}


@pytest.fixture(scope="module")
def found(libraries: Path) -> dict[str, str]:
    calls = list(plain_calls(Corpus.load(ROOT / "mappings")))
    assert len(calls) > 250
    return {one.api: told for one, told in differing(libraries, calls)}


def test_no_other_method_takes_a_view_from_its_base(found: dict[str, str]) -> None:
    assert found.keys() == _TOLD | _COPIED
    assert {found[one] for one in _COPIED} == {"the result is not `x`"}
    assert found["torch.Tensor.contiguous"] == "`x` has other memory, the result is `x`"


@pytest.mark.parametrize(
    ("paddle", "told"),
    [
        ("result = x.contiguous()", "`x` has other memory, the result is `x`"),
        ("result = x", "the result is `x`"),
        ("result = x.clone()", ""),
    ],
)
def test_what_is_planted_is_found(libraries: Path, paddle: str, told: str) -> None:
    inputs = {"x": ["random", [[2, 3], None, None], "float32"]}
    planted = ViewCall("torch.Tensor.clone", "result = x.clone()", paddle, inputs)
    assert [one for _, one in differing(libraries, [planted])] == ([told] if told else [])


@pytest.mark.parametrize(
    ("paddle", "told"),
    [
        ("result = x.flatten().clone()", "the result is a copy of `x`"),
        ("result = x.flatten()", ""),
    ],
)
def test_a_copy_of_what_is_no_view_is_found(libraries: Path, paddle: str, told: str) -> None:
    inputs = {"x": ["random", [[2, 3], None, None], "float32"]}
    planted = ViewCall("torch.square", "result = x.view(-1)", paddle, inputs, whole=True)
    found = list(differing(libraries, [planted]))
    assert [one for _, one in found] == ([told] if told else [])
    assert list(silent_copies(corpus(), found)) == ([planted] if told else [])


def test_copies_of_what_is_no_view_are_told(libraries: Path) -> None:
    """All methods; those of examples, `run_views.py --whole` has."""
    calls = [replace(one, whole=True) for one in plain_calls(corpus())]
    assert list(silent_copies(corpus(), differing(libraries, calls))) == []


def test_initialisers_fill_what_a_view_is_of(libraries: Path) -> None:
    """As `show` writes them; all functions that fill something, `run_views.py --fill` has."""
    calls = [one for one in filling_calls(corpus()) if one.api.startswith("torch.nn.init.")]
    assert len({one.api for one in calls}) > 10
    assert list(differing(libraries, calls)) == []


@pytest.mark.parametrize(
    ("paddle", "told"),
    [
        ("paddle.nn.init.normal_(x.data)", "`x` is not filled"),
        ("x.data.normal_()", ""),
    ],
)
def test_what_fills_something_else_is_found(libraries: Path, paddle: str, told: str) -> None:
    inputs = {"x": ["random", [[2, 3], None, None], "float32"]}
    torch = "torch.nn.init.normal_(x.data)"
    planted = ViewCall("torch.nn.init.normal_", torch, paddle, inputs, whole=True)
    assert [one for _, one in differing(libraries, [planted])] == ([told] if told else [])
