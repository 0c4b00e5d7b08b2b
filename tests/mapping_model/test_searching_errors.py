"""The names that an error is about."""

from __future__ import annotations

import pytest

from mapping_model.searching.errors import names_in_error


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("(InvalidArgument) The 'shape' in ReshapeOp is invalid", ["reshape"]),
        ("Input(X) of MatMulV2Op should not be null", ["mat_mul", "matmul"]),
        ("from torch.distributed import ReduceOp", []),
        ("in torch.distributed.ReduceOp.SUM", []),
        ("sum() got an unexpected keyword argument 'dim'", ["sum"]),
    ],
)
def test_names_in_an_error(message: str, expected: list[str]) -> None:
    assert names_in_error(message) == expected
