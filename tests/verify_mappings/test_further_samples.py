"""The further inputs that a review tries: which are made of an example."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mapping_model.inputs import LiteralTensor
from verify_mappings.job import Seed
from verify_mappings.sampling.mutating import further
from verify_mappings.sampling.sample import Sample

INPUTS = (("x", {"tensor": [[1.0, -2.0], [3.0, 4.0]]}), ("i", [1, 0]))


def made(dtype: str = "float32", **more: Any) -> dict[str, Sample]:
    """The samples of one example, by what is told of them."""
    seed = Seed("example 1", "result = f(x, i)\n", INPUTS)
    samples = further([replace(seed, **more)], dtype)
    return {sample.origin.removeprefix("example 1: "): sample for sample in samples}


def values(sample: Sample, name: str) -> list[object]:
    """The values of a tensor."""
    spec = sample.inputs[name]
    assert isinstance(spec, LiteralTensor)
    return np.asarray(spec.values).tolist()


def test_values_that_go_wrong_rarely() -> None:
    found = made()
    assert values(found["first zero"], "x") == [[0, 0], [3, 4]]
    assert values(found["last as first"], "x") == [[1, -2], [1, -2]]
    assert values(found["negative"], "x") == [[-1, -2], [-3, -4]]
    assert values(found["huge"], "x")[0][0] == np.float32(1e10)  # type: ignore[index]
    assert values(found["first zero"], "i") == [1, 0]


def test_shapes_that_broadcast_and_memory_that_is_shared() -> None:
    found = made()
    assert np.shape(values(found["x of one more dimension"], "x")) == (2, 2, 2)
    assert np.shape(values(found["one row of i"], "i")) == (1,)
    assert values(found["x of one less dimension"], "x") == [1, -2]
    sliced = found["x sliced"]
    assert np.shape(values(sliced, "x")) == (3, 2)
    assert sliced.code == "x = x[1:]\nresult = f(x, i)\n"


def test_tensors_have_more_dimensions_than_kernels_are_made_for() -> None:
    assert np.shape(values(made()["7 dimensions"], "x")) == (1, 1, 1, 1, 1, 2, 2)


def test_one_operand_after_the_other_has_no_gradient() -> None:
    inputs = (*INPUTS, ("w", "float32[2, 2]"), ("b", "float32[2]"))
    found = made(inputs=inputs)
    assert found["w without a gradient"].code == "w = w.detach()\nresult = f(x, i)\n"
    assert found["a gradient of w alone"].code.startswith("x = x.detach()\nb = b.detach()\n")
    assert "i without a gradient" not in found


def test_one_operand_has_another_dtype() -> None:
    found = made()
    spec = found["x of int64"].inputs["x"]
    assert isinstance(spec, LiteralTensor) and spec.dtype == "int64"
    assert values(found["x of int64"], "i") == [1, 0]
    assert "x of float32" not in found and "i of float32" in found


def test_each_part_of_a_result_is_used_alone() -> None:
    assert made()["result -1"].after == "result = result[-1]\n"


def test_what_stands_alone_keeps_its_inputs_and_other_dtypes_have_none() -> None:
    assert {*made(alone=True)} == {"result 0", "result 1", "result -1"}
    assert made("float64") == {}
    assert made(after="result.zero_()\n") == {}
