"""How pages write the inputs of examples."""

from __future__ import annotations

import math

import pytest

from render_mappings.views.example_view import written_input


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        (3, "3"),
        ({"value": [True, None, "same"]}, "[True, None, 'same']"),
        ("float32[2, 3] in 0..1", "float32[2, 3] in 0..1"),
        ([[0, 1], [2, 0]], "tensor([[0, 1], [2, 0]])"),
        ({"tensor": [1.0, math.nan, -math.inf]}, "tensor([1.0, nan, -inf])"),
        ({"tensor": 0, "dtype": "int16"}, "tensor(0, dtype=int16)"),
        ({"tensor": ["1+2j"], "dtype": "complex64"}, "tensor([1+2j], dtype=complex64)"),
        ({"parameter": "float32[2]"}, "Parameter(float32[2])"),
        ({"module": "Linear(4, 2)"}, "Linear(4, 2)"),
        ({"module": {"torch": "GRU(3, 5)", "paddle": "nn.GRU(3, 5)"}}, "GRU(3, 5) / nn.GRU(3, 5)"),
    ],
)
def test_inputs_are_shown_as_python_writes_them(spec: object, shown: str) -> None:
    assert written_input(spec) == shown
