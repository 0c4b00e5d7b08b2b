"""The two sides of a variant: the overload that its rows treat, and the tensor's own parameter."""

from __future__ import annotations

import pytest

from mapping_model.entry import Row
from mapping_model.sides import best_overload, compare, is_member
from mapping_model.snapshots import paddle_releases, torch_snapshot

PADDLE = list(paddle_releases().values())[-1]


@pytest.mark.parametrize("name", ["torch.add", "torch.addcmul"])
def test_of_equals_the_documented_signature_is_meant(name: str) -> None:
    """The other takes the same names in another order, and is deprecated."""
    api = torch_snapshot().get(name)
    assert api is not None
    (documented,), (deprecated,) = api.signatures, api.deprecated
    assert set(documented.names) == set(deprecated.names)
    assert best_overload(api, documented.names) == documented


@pytest.mark.parametrize(
    ("rows", "own"),
    [
        ((), "x"),
        # Every function of Paddle takes `name`, which is never the tensor.
        ((Row("self", "x"),), None),
    ],
)
def test_the_tensors_own_parameter_is_the_first_without_a_row(
    rows: tuple[Row, ...], own: str | None
) -> None:
    name = "torch.Tensor.abs"
    torch, paddle = torch_snapshot().get(name), PADDLE.get("paddle.abs")
    assert compare(name, torch, paddle, rows)[1].own == own


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("torch.Tensor.dtype", True),
        ("torch.finfo.max", True),
        ("torch.backends.cudnn.enabled", False),
    ],
)
def test_attributes_of_objects_are_members_also_where_the_class_is_in_lower_case(
    name: str, member: bool
) -> None:
    assert is_member(torch_snapshot().get(name), name) is member
