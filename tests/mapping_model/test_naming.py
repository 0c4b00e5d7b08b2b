"""Where an entry lives, by the name of its API."""

from __future__ import annotations

from collections import Counter

import pytest

from mapping_model.naming import CASE_TIES, path_for, slug_of
from mapping_model.snapshots import torch_snapshot


@pytest.mark.parametrize(
    ("api", "path"),
    [
        ("torch.gather", "torch/torch.gather.yaml"),
        ("torch.nn.functional.conv2d", "torch.nn.functional/torch.nn.functional.conv2d.yaml"),
        ("torch.Tensor.t", "torch.Tensor/torch.Tensor.t.yaml"),
        ("torch.Tensor.T", "torch.Tensor/torch.Tensor.T-capital.yaml"),
        ("torch.Tensor", "torch/torch.Tensor-capital.yaml"),
        ("torch.tensor", "torch/torch.tensor.yaml"),
    ],
)
def test_path_follows_from_the_name(api: str, path: str) -> None:
    assert str(path_for(api)) == path


def test_ties_are_the_capitalised_of_torch_names_that_differ_only_in_case() -> None:
    names = torch_snapshot().names()
    count = Counter(name.casefold() for name in names)
    ties = {name for name in names if count[name.casefold()] > 1}
    lower = {name for name in ties if name.rpartition(".")[2][0].islower()}
    assert ties - lower == CASE_TIES


def test_no_two_torch_apis_share_a_path_where_case_is_ignored() -> None:
    names = torch_snapshot().names()
    assert len({slug_of(name).casefold() for name in names}) == len(names)
    assert len({str(path_for(name)).casefold() for name in names}) == len(names)
