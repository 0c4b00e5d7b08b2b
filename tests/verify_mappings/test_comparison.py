"""Comparing recordings: every kind of wrong result is seen, and nothing else."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mapping_model.entry import Compare
from mapping_model.results import Gradient
from verify_mappings.judging.compare import Options, compare
from verify_mappings.judging.verdict import Side, compare_gradients
from verify_mappings.recording import (
    Mapping,
    Node,
    Observation,
    Opaque,
    Raised,
    Scalar,
    Sequence,
    Symbol,
    Tensor,
)

X = np.random.default_rng(0).standard_normal((3, 3)).astype("float32")


def tensor(values: object, dtype: str = "float32", **more: bool) -> Tensor:
    return Tensor(
        np.asarray(values, dtype="float32" if dtype == "bfloat16" else dtype), dtype, **more
    )


def differences(torch: Node, paddle: Node, **options: object) -> list[str]:
    return compare(torch, paddle, "result", Options(**options)).differences  # type: ignore[arg-type]


def changed(where: tuple[int, ...], by: float) -> Tensor:
    array = X.copy()
    array[where] += by
    return tensor(array)


EQUAL = {
    "the same": (tensor(X), tensor(X)),
    "rounding": (tensor(X), tensor(X * (1 + 5e-6))),
    "NaN in the same place": (tensor([1, math.nan]), tensor([1, math.nan])),
    "infinities": (tensor([math.inf, -math.inf]), tensor([math.inf, -math.inf])),
    "empty": (tensor(np.zeros((0, 3))), tensor(np.zeros((0, 3)))),
    "zero-dimensional": (tensor(1.5), tensor(1.5)),
    "half precision": (tensor([1.0], "float16"), tensor([1.0005], "float16")),
    "bfloat16": (tensor([1.0], "bfloat16"), tensor([1.005], "bfloat16")),
    "complex": (tensor([1 + 2j], "complex64"), tensor([1 + 2.00001j], "complex64")),
    "numbers": (Scalar(0.1), Scalar(0.1 + 1e-8)),
    "None": (Scalar(None), Scalar(None)),
    "dtypes": (Symbol("dtype", "float32"), Symbol("dtype", "float32")),
    "device and its name": (Symbol("device", "cpu"), Scalar("cpu:0")),
    "nested": (
        Sequence((tensor(X), Mapping({"a": Scalar(1)}))),
        Sequence((tensor(X), Mapping({"a": Scalar(1)}))),
    ),
    "one side does not tell": (tensor(X, tracks=False), tensor(X)),
    "undefined entropy": (
        Observation("distribution", {"mean": tensor(X), "entropy": tensor(X)}),
        Observation("distribution", {"mean": tensor(X)}),
    ),
}


@pytest.mark.parametrize("case", EQUAL)
def test_equal(case: str) -> None:
    assert differences(*EQUAL[case]) == []


DIFFERENT = {
    "a value 1e-3 off": (tensor(X), changed((1, 2), 1e-3), "1 of 9 values differ; first at [1, 2]"),
    "a value slightly off": (tensor([1.0]), tensor([1.00002]), "1 of 1 values differ"),
    "transposed": (tensor(X), tensor(X.T), "6 of 9 values differ"),
    "shape": (tensor(X), tensor(X[None]), "torch has shape [3, 3], Paddle [1, 3, 3]"),
    "zero dimensions and one": (tensor(1.0), tensor([1.0]), "shape [], Paddle [1]"),
    "empty of another shape": (tensor(np.zeros((0, 3))), tensor(np.zeros((3, 0))), "shape [0, 3]"),
    "dtype": (tensor([1.0]), tensor([1.0], "float64"), "dtype float32, Paddle float64"),
    "integers of another width": (tensor([1], "int64"), tensor([1], "int32"), "dtype int64"),
    "an integer": (tensor([1, 2], "int64"), tensor([1, 3], "int64"), "torch 2, Paddle 3"),
    "a large integer": (tensor([2**60], "int64"), tensor([2**60 + 1], "int64"), "values differ"),
    "a bool": (tensor([True], "bool"), tensor([False], "bool"), "torch 1, Paddle 0"),
    "NaN elsewhere": (tensor([1, math.nan]), tensor([math.nan, 1]), "2 of 2 values differ"),
    "NaN for a number": (tensor([0.0]), tensor([math.nan]), "torch 0, Paddle nan"),
    "the other infinity": (tensor([math.inf]), tensor([-math.inf]), "torch inf, Paddle -inf"),
    "infinity for a number": (tensor([1e38]), tensor([math.inf]), "Paddle inf"),
    "imaginary part": (tensor([1j], "complex64"), tensor([1.1j], "complex64"), "1 of 1 values"),
    "a tensor for a number": (Scalar(1.0), tensor(1.0), "the Python number 1.0, Paddle a tensor"),
    "a number for a tensor": (tensor(1.0), Scalar(1.0), "torch gives a tensor float32[]"),
    "a numpy array": (tensor(X), tensor(X, numpy=True), "Paddle a numpy array"),
    "int for float": (Scalar(1.0), Scalar(1), "number 1.0, Paddle the Python number 1"),
    "int for bool": (Scalar(True), Scalar(1), "number True, Paddle the Python number 1"),
    "another number": (Scalar(0.5), Scalar(0.501), "torch 0.5, Paddle 0.501"),
    "another text": (Scalar("a"), Scalar("b"), "the text 'a', Paddle the text 'b'"),
    "None for a tensor": (tensor(X), Scalar(None), "Paddle None"),
    "length": (Sequence((Scalar(1),)), Sequence(()), "torch gives 1 items, Paddle 0"),
    "an item": (
        Sequence((Scalar(1), Scalar(2))),
        Sequence((Scalar(1), Scalar(3))),
        "result[1]: torch gives",
    ),
    "keys": (Mapping({"a": Scalar(1)}), Mapping({"b": Scalar(1)}), "only torch has a"),
    "dtype objects": (Symbol("dtype", "int64"), Symbol("dtype", "int32"), "the dtype int64"),
    "another device": (Symbol("device", "cpu"), Scalar("gpu:0"), "the device cpu"),
    "tracking of gradients": (
        tensor(X, tracks=True),
        tensor(X, tracks=False),
        "torch tracks gradients, Paddle does not (`stop_gradient`)",
    ),
    "an error": (tensor(X), Raised("ValueError", "no"), "Paddle an error (ValueError: no)"),
    "kinds of objects": (
        Observation("module", {}),
        Observation("optimizer", {}),
        "a module, Paddle a optim",
    ),
    "things that say nothing": (Opaque("torch.A"), Opaque("paddle.A"), "cannot be compared"),
    "an uncalled module without weights": (
        Observation("module", {}, {"weights": Mapping({})}),
        Observation("module", {}, {"weights": Mapping({})}),
        "is not called; give it inputs",
    ),
}


@pytest.mark.parametrize("case", DIFFERENT)
def test_different(case: str) -> None:
    torch, paddle, told = DIFFERENT[case]
    found = differences(torch, paddle)
    assert found
    assert told in " ".join(found)


def test_options_leave_out_what_they_say() -> None:
    far, other = tensor([1.0]), tensor([1.1], "float64", tracks=True)
    assert len(differences(far, other)) == 2
    assert len(differences(tensor([1.0], tracks=False), other)) == 3
    assert len(differences(tensor([1.0], tracks=False), other, tracks=False)) == 2
    assert differences(far, other, dtype=False, rtol=0.2) == []
    assert differences(far, other, dtype=False, atol=0.2) == []
    assert differences(far, other, dtype=False, values=False) == []
    assert len(differences(tensor([[1.0]]), other, dtype=False, values=False)) == 1


def test_largest_difference_is_of_finite_values() -> None:
    assert compare(tensor([1.0, math.inf]), tensor([1.5, 2.0]), "", Options()).max_diff == 0.5
    assert compare(tensor([1, 5], "int64"), tensor([1, 2], "int64"), "", Options()).max_diff == 3.0
    assert compare(Scalar("a"), Scalar("a"), "", Options()).max_diff is None


@pytest.mark.parametrize(
    ("settings", "off", "state"),
    [
        (Compare(), 5e-5, Gradient.EQUAL),
        (Compare(), 5e-4, Gradient.DIFFERS),
        (Compare(rtol=1e-4, atol=0.0), 5e-4, Gradient.EQUAL),
        (Compare(rtol=1e-4, atol=0.0), 5e-3, Gradient.DIFFERS),
    ],
)
def test_gradients_have_ten_times_the_tolerance(
    settings: Compare, off: float, state: Gradient
) -> None:
    ours, theirs = (
        Side({"gradient": Observation("gradients", {"x": tensor(array)})})
        for array in (X, X * (1 + off))
    )
    assert compare_gradients(settings, ours, theirs).state is state


@pytest.mark.parametrize(
    ("torch", "paddle", "told"),
    [
        (1.2948228, 1.2833, "torch 1.29, Paddle 1.28"),
        (1.2948228, 1.2948, "torch 1.29482, Paddle 1.2948"),
        (1.0, math.nan, "torch 1, Paddle nan"),
    ],
)
def test_as_many_digits_are_shown_as_tell_numbers_apart(
    torch: float, paddle: float, told: str
) -> None:
    (difference,) = differences(tensor(torch, "float64"), tensor(paddle, "float64"))
    assert difference.endswith(told)
    assert differences(tensor(2**30, "int64"), tensor(2**30 + 1, "int64"))[0].endswith(
        "torch 1073741824, Paddle 1073741825"
    )


@pytest.mark.parametrize(("values", "said"), [(0, Gradient.EQUAL), (1e-9, Gradient.DIFFERS)])
def test_no_gradient_is_the_same_as_zeros(values: float, said: Gradient) -> None:
    sides = [
        Side({"gradient": Observation("gradients", {"x": node})})
        for node in (Scalar(None), tensor(np.full(3, values)))
    ]
    assert compare_gradients(Compare(), *sides).state is said
    assert compare_gradients(Compare(), *reversed(sides)).state is said


def test_where_dtypes_may_differ_the_less_exact_one_decides() -> None:
    sides = tensor([1.0]), tensor([1.0005], "float16")
    assert differences(*sides, dtype=False) == []
    assert differences(*reversed(sides), dtype=False) == []
