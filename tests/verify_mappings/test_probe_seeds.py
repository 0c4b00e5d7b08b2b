"""What probes are made of: the calls of examples in other ways."""

from __future__ import annotations

from typing import Any

import pytest

from mapping_model.building import build_entry
from verify_mappings.probing.calling import seeds


def codes(torch: str, *examples: str | dict[str, Any]) -> dict[str, str]:
    """The code of each seed of an entry with these examples, by its origin."""
    given = [{"torch": e, "paddle": ""} if isinstance(e, str) else e for e in examples]
    entry = build_entry({"torch": torch, "category": "same-params", "examples": given})
    return {seed.origin: seed.code.strip() for seed in seeds(entry)}


@pytest.mark.parametrize(
    ("torch", "example", "way", "expected"),
    [
        ("torch.sum", "result = torch.sum(x, 1)", "by name", "result = torch.sum(input=x, dim=1)"),
        ("torch.sum", "y = torch.sum(input=x, dim=1)", "by position", "y = torch.sum(x, 1)"),
        ("torch.sum", "y = torch.sum(x, dim=1)", "dim=-1", "y = torch.sum(x, dim=-1)"),
        ("torch.sum", "y = torch.sum(x, (0, 1))", "dim from the end", "y = torch.sum(x, (-1, -2))"),
        (
            "torch.sum",
            "y = torch.sum(x, 1)",
            "and keepdim=True",
            "y = torch.sum(x, 1, keepdim=True)",
        ),
        ("torch.clamp", "y = torch.clamp(x, 0.5, 2)", "min=0.1", "y = torch.clamp(x, 0.1, 2)"),
        ("torch.Tensor.gather", "y = x.gather(1, i)", "by name", "y = x.gather(dim=1, index=i)"),
    ],
)
def test_calls_are_made_in_other_ways(torch: str, example: str, way: str, expected: str) -> None:
    assert codes(torch, example)[f"example 1: {way}"] == expected


def test_parameters_that_examples_show_alone_are_put_together() -> None:
    found = codes("torch.clamp", "y = torch.clamp(x, min=0)", "y = torch.clamp(x, max=2)")
    assert found["example 1: and max=2"] == "y = torch.clamp(x, min=0, max=2)"
    assert found["example 2: and min=0"] == "y = torch.clamp(x, max=2, min=0)"


def test_variables_are_not_put_into_other_examples() -> None:
    found = codes("torch.clamp", "y = torch.clamp(x, min=low)", "y = torch.clamp(x, max=2)")
    assert not any("and min" in told for told in found)


@pytest.mark.parametrize(
    "more",
    [
        {"compare": {"random": True}},
        {"compare": {"raises": {"torch": "ValueError", "paddle": "ValueError"}}},
        {"cannot_run": "network"},
        {"expect": "differs"},
    ],
)
def test_examples_that_are_not_there_to_be_equal_are_left_out(more: dict[str, Any]) -> None:
    assert codes("torch.abs", {"torch": "y = torch.abs(x)", "paddle": "", **more}) == {}
