"""What methods do to the views that they are called on, held against both libraries."""

from __future__ import annotations

from pathlib import Path

import pytest
from view_calls import ROOT, ViewCall, differing, plain_calls

from mapping_model.corpus import Corpus

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
