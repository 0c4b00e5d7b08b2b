"""What a mapping says of attributes that are written to is written."""

from __future__ import annotations

import pytest

from mapping_model.applying.code import rewrite
from mapping_model.applying.typing import TENSOR
from mapping_model.snapshots import PADDLE, load_snapshot
from whole import corpus

CASES = {
    "torch.Tensor.imag": "x.imag()[...] = y",
    "torch.Tensor.real": "x.real()[...] = y",
    "torch.Tensor.data": "x.data = y",
    "torch.Tensor.grad": "x.clear_gradient(False)",
    "torch.backends.cudnn.benchmark": 'paddle.set_flags({"FLAGS_cudnn_exhaustive_search": y} '
    "if paddle.is_compiled_with_cuda() else {})",
    "torch.backends.cudnn.deterministic": 'paddle.set_flags({"FLAGS_cudnn_deterministic": y} '
    "if paddle.is_compiled_with_cuda() else {})",
}


@pytest.mark.parametrize("api", CASES)
def test_it_is_written(api: str) -> None:
    place = api.replace("torch.Tensor.", "x.")
    value = "None" if api == "torch.Tensor.grad" else "y"
    kinds = {"x": TENSOR, "y": TENSOR}
    release = load_snapshot("paddle", PADDLE[-1])
    found = rewrite(f"{place} = {value}", corpus().resolve, release, kinds)
    assert not found.undone
    assert found.code.strip() == CASES[api]


def test_all_are_here() -> None:
    asking = {
        name
        for name, entry in corpus().entries.items()
        for variant in entry.variants
        if any("written()" in (case.when or "") for case in variant.write)
    }
    assert asking == CASES.keys()
