"""Methods of tensors that are named by their class: `torch.Tensor.float(x)`, and for `map`."""

from __future__ import annotations

import pytest

from mapping_model.applying.code import rewrite
from mapping_model.snapshots import paddle_snapshot
from mapping_model.types import Type
from whole import corpus

_KNOWN = {"x": Type("Tensor"), "xs": Type("list")}


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("torch.Tensor.float(x)", "x.float()"),
        ("torch.Tensor.sum(x, 0)", "x.sum(0)"),
        ("torch.Tensor.permute(x, 1, 0)", "x.permute([1, 0])"),
        ("torch.Tensor.max(x, dim=1)[0]", "x.max(axis=1)"),
        ("torch.Tensor.__add__(x, 1)", "x + 1"),
        ("map(torch.Tensor.float, xs)", "map(lambda tensor: tensor.float(), xs)"),
        ("max(xs, key=torch.Tensor.item)", "max(xs, key=lambda tensor: tensor.item())"),
    ],
)
def test_what_is_written(torch: str, paddle: str) -> None:
    found = rewrite(torch, corpus().resolve, paddle_snapshot(), _KNOWN)
    assert (found.code, found.undone) == (paddle, ())


@pytest.mark.parametrize(
    "code",
    [
        "torch.Tensor.view(x)",
        "map(torch.Tensor.add, xs, xs)",
        "f = torch.Tensor.add",
        "map(torch.Tensor.map_, xs)",
        "torch.Tensor.float(*xs)",
        "torch.Tensor.untold(x)",
        # Of one tensor, which is not what `map` passes.
        "map(x.size, range(3))",
        "sorted(xs, key=x.sum)",
    ],
)
def test_what_is_left_to_a_person(code: str) -> None:
    """What has no tensor to be called on, is called with several, or cannot be written."""
    found = rewrite(code, corpus().resolve, paddle_snapshot(), _KNOWN)
    assert len(found.undone) == 1
    assert found.code == code


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("nn.Module.__init__(self)", "paddle.nn.Module.__init__(self)"),
        ("nn.Linear.__init__(self, 2, 3)", "nn.Linear.__init__(self, 2, 3)"),
        ("nn.Module.train(self, mode)", "nn.Module.train(self, mode)"),
    ],
)
def test_what_layers_call_of_their_class_stays_one_of_a_class(torch: str, paddle: str) -> None:
    """`self.train(mode)` would call itself."""
    found = rewrite(torch, corpus().resolve, paddle_snapshot())
    assert (found.code, not found.undone) == (paddle, torch != paddle)
