"""What Paddle's transforms lack is told: every public member, and `==`, by which they differ."""

from __future__ import annotations

import pytest
from test_layout import IMPORTS, NEWEST, SHELF

from convert_torch.converting import convert
from convert_torch.finding import Finding
from mapping_model.snapshots import torch_snapshot

_OWNER = "torch.distributions."
_ARGUMENTS = {
    "AffineTransform": "a, a",
    "ComposeTransform": "[torch.distributions.ExpTransform()]",
    "IndependentTransform": "torch.distributions.ExpTransform(), 1",
    "PowerTransform": "a",
    "ReshapeTransform": "(2, 3), (6,)",
    "StackTransform": "[torch.distributions.ExpTransform()]",
}
_NAMES = torch_snapshot().names()
TRANSFORMS = [
    name.removeprefix(_OWNER)
    for name in _NAMES
    if name.startswith(_OWNER) and name.endswith("Transform") and name.count(".") == 2
]


def told(transform: str, line: str) -> list[Finding]:
    made = f"torch.distributions.{transform}({_ARGUMENTS.get(transform, '')})"
    code = f"{IMPORTS}a = torch.tensor(2.0)\nt = {made}\nr = {line.format(made=made)}\n"
    found = convert(code, SHELF, NEWEST).findings
    last = code.count("\n")
    return [one for one in found if one.line == last]


@pytest.mark.parametrize("transform", TRANSFORMS)
def test_members_of_transforms_are_told(transform: str) -> None:
    owners = (f"{_OWNER}{transform}.", f"{_OWNER}Transform.")
    members = {name.removeprefix(o) for o in owners for name in _NAMES if name.startswith(o)}
    assert {"inv", "sign", "bijective"} <= members
    assert [one for one in sorted(members) if not told(transform, f"t.{one}")] == []


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("line", ["t == {made}", "{made} != t", "x == t"])
def test_that_transforms_are_compared_is_told(transform: str, line: str) -> None:
    assert any(one.api == "torch.distributions.Transform.__eq__" for one in told(transform, line))


def test_other_comparisons_are_no_matter() -> None:
    code = f"{IMPORTS}t = torch.distributions.Normal(0.0, 1.0)\nr = t == t\ns = 1 == 2\n"
    assert not any("__eq__" in one.api for one in convert(code, SHELF, NEWEST).findings)
