"""Types of Python where torch asks for a dtype: `dtype=float` is float64, as Paddle is told."""

from __future__ import annotations

import builtins
import re

import pytest
from test_layout import IMPORTS, NEWEST, SHELF

from convert_torch.converting import convert
from render_mappings.data.reference import Reference

# As torch itself takes them, which `test_torch_takes_these_types_so` asks.
TYPES = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}
_DTYPE = re.compile(rf"\bdtype=torch\.({'|'.join(TYPES.values())})\b")
_TYPE_OF = {dtype: name for name, dtype in TYPES.items()}


def written(code: str) -> str:
    return convert(f"{IMPORTS}{code}", SHELF, NEWEST).code


@pytest.mark.parametrize(
    ("code", "paddle"),
    [
        ("torch.tensor(z, dtype=float)", "dtype=paddle.float64)"),
        ("torch.empty(2, dtype=complex)", "dtype=paddle.complex128)"),
        ("nn.Linear(2, 3, dtype=float)", "dtype=paddle.float64)"),
        ("torch.rand(2).to(float)", ".to(paddle.float64)"),
        ("torch.rand(2).to(dtype=int)", ".to(dtype=paddle.int64)"),
        ("torch.rand(2).new_tensor([1], dtype=bool)", "paddle.to_tensor([1], dtype=paddle.bool)"),
        ("float = torch.float32\ntorch.tensor(z, dtype=float)", "tensor(z, dtype=float)"),
        ("def f(int):\n    return torch.rand(2).to(int)", ".to(int)"),
    ],
)
def test_a_type_of_python_is_written_as_a_dtype(code: str, paddle: str) -> None:
    assert paddle in written(code)


def test_every_example_with_a_dtype_is_written_alike_with_the_type(reference: Reference) -> None:
    """`dtype=float` leads to what `dtype=torch.float64` leads to, which is run."""
    seen = 0
    for entry in reference.entries.values():
        for _, example in entry.examples():
            if not _DTYPE.search(example.torch):
                continue
            typed = "".join(f"{name}: torch.Tensor = {name}\n" for name, _ in example.inputs)
            code = _DTYPE.sub(lambda found: f"dtype={_TYPE_OF[found[1]]}", example.torch)
            made = convert(f"{IMPORTS}{typed}{code}", SHELF, NEWEST)
            if not made.findings:  # what is left to a person says so
                assert made.code == written(typed + example.torch)
                seen += 1
    assert seen > 60


def test_torch_takes_these_types_so(both_libraries: None) -> None:
    import torch

    for name, dtype in TYPES.items():
        found = torch.empty(1, dtype=getattr(builtins, name)).dtype
        assert found == getattr(torch, dtype)
