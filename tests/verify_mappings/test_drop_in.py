"""The torch code on Paddle under the name `torch`: equal, refused, or silently different."""

from __future__ import annotations

from typing import Any

import pytest

from mapping_model.categories import Text
from mapping_model.entry import CannotRun, Compare, Raises
from mapping_model.outcomes import DropIn, Outcome

X = {"x": "float32[2, 3]"}
WHY = Text("Because.", "因为。")
LINEAR = {"m": {"module": "Linear(3, 2)"}, **X}
CONV = {
    "m": {"module": {"torch": "torch.nn.Conv1d(2, 3, 1)", "paddle": "paddle.nn.Conv1D(2, 3, 1)"}},
    "x": "float32[1, 2, 4]",
}

EQUAL: dict[str, tuple[str, dict[str, Any]]] = {
    "a function": ("result = torch.abs(x)", X),
    "a method": ("result = x.abs()", X),
    "in place": ("x.add_(x)", X),
    "an attribute": ("result = x.dtype == torch.float32", X),
    "a shape as a list": ("result = x.shape", X),
    "a layer, whose weights are carried": ("result = torch.nn.Linear(3, 2)", X),
    "a layer among the inputs": ("result = m(x)", LINEAR),
    "a layer that Paddle calls differently": ("result = m(x)", CONV),
    "a context": ("with torch.no_grad():\n    result = x * 2", X),
}


@pytest.mark.parametrize("case", EQUAL)
def test_equal(case: str, verify) -> None:
    code, inputs = EQUAL[case]
    result = verify(code, "broken(", inputs, drop_in=True)
    assert (result.drop_in, result.drop_in_detail) == (DropIn.EQUAL, None)
    # The other code has its own outcome.
    assert result.outcome is Outcome.RAISES


# Traps that are known: nothing warns who only renames the import.
DIFFERS: dict[str, tuple[str, dict[str, Any], str]] = {
    "split": ("result = torch.split(x, 1)", {"x": "float32[4]"}, "torch gives 4 items, Paddle 1"),
    "unpacking sort": (
        "values, indices = torch.sort(x)\nresult = values",
        X,
        "torch has shape [2, 3], Paddle [3]",
    ),
    "unpacking max": (
        "values, indices = torch.max(x, 1)\nresult = values",
        X,
        "torch has shape [2], Paddle []",
    ),
    "attributes of max": (
        "result = torch.max(x, 1).values",
        X,
        "Paddle an object of builtins.method",
    ),
    "transpose_": ("x.transpose_(0, 1)", X, "torch has shape [3, 2], Paddle [2, 3]"),
    "tile": ("result = x.tile(2, 2)", X, "torch has shape [4, 6], Paddle [2, 6]"),
    "block_diag": ("result = torch.block_diag(x)", X, "torch has shape [2, 3], Paddle [2, 6]"),
    "cross": (
        "result = torch.linalg.cross(x, x[:, [1, 2, 0]])",
        {"x": "float32[3, 3]"},
        "values differ",
    ),
    "softmax": (
        "result = torch.nn.functional.softmax(x)",
        {"x": "float32[2, 3, 4]"},
        "values differ",
    ),
    "kl_div": (
        "result = torch.nn.functional.kl_div(x, x.softmax(1), log_target=True)",
        X,
        "values differ",
    ),
    "dtype": ("result = torch.full((2,), 1)", {}, "torch has dtype int64, Paddle float32"),
    "gradient": ("result = torch.as_tensor(x)", X, "gradient of x: Paddle gives none"),
    "layout of weights": ("result = m.weight", LINEAR, "torch has shape [2, 3], Paddle [3, 2]"),
    "order of dimensions": (
        "result = torch.nn.LSTM(3, 4)",
        {"x": "float32[2, 5, 3]"},
        "values differ",
    ),
}


@pytest.mark.parametrize("case", DIFFERS)
def test_silently_different(case: str, verify) -> None:
    code, inputs, told = DIFFERS[case]
    result = verify(code, "result = 1", inputs, drop_in=True)
    assert result.drop_in is DropIn.DIFFERS
    assert told in result.drop_in_detail


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "a name": ("result = torch.addcmul(x, x, x)", X, "has no attribute 'addcmul'"),
    "a layer": ("result = torch.nn.BatchNorm1d(3)", X, "has no attribute 'BatchNorm1d'"),
    "a keyword": ("result = torch.erf(input=x)", X, "unexpected keyword argument 'input'"),
    "only with gradients": (
        "result = x * 2 if not x.requires_grad else torch.addcmul(x, x, x)",
        X,
        "has no attribute 'addcmul'",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, verify) -> None:
    code, inputs, told = REFUSED[case]
    result = verify(code, "result = 1", inputs, drop_in=True)
    assert result.drop_in is DropIn.REFUSED
    assert told in result.drop_in_detail


def test_dtypes_count_even_where_the_example_leaves_them_out(verify) -> None:
    code = "result = torch.full((2,), 1)"
    loose = Compare(dtype_ignore=WHY)
    result = verify(code, "result = paddle.full([2], 1)", compare=loose, drop_in=True)
    assert (result.outcome, result.drop_in) == (Outcome.EQUAL, DropIn.DIFFERS)


def test_random_results_are_compared_as_such(verify) -> None:
    code, random = "result = torch.randn(3)", Compare(random=True)
    assert verify(code, code, compare=random, drop_in=True).drop_in is DropIn.EQUAL
    code = "result = torch.nn.init.kaiming_normal_(torch.empty(16, 8))\nresult = 1"
    assert verify(code, code, compare=random, drop_in=True).drop_in is DropIn.EQUAL


@pytest.mark.parametrize(
    ("code", "torch", "expected"),
    [
        ("result = x", "ValueError", None),
        ("result = x.reshape(5)", "RuntimeError: is invalid", DropIn.EQUAL),
        ("result = x.reshape(5)", "RuntimeError: something else", None),
        ("result = x.nothing", "AttributeError: nothing", DropIn.EQUAL),
        ("torch.addcmul(x, x, x)\nraise ValueError", "ValueError", DropIn.REFUSED),
        ("result = torch.cat([x, x[:, :1]])", "RuntimeError: Sizes", DropIn.EQUAL),
        ("x.sum().backward()", "RuntimeError: does not require grad", DropIn.DIFFERS),
    ],
)
def test_an_example_that_is_about_an_error(
    code: str, torch: str, expected: DropIn | None, verify
) -> None:
    compare = Compare(raises=Raises(torch, "ValueError: (InvalidArgument)"))
    result = verify(code, "result = 1", X, compare=compare, drop_in=True)
    assert result.drop_in is expected


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("result = torch.nothing", {}),
        ("y = 1", {}),
        ("result = torch.Generator()", {}),
        ("result = 1", {"cannot_run": CannotRun("gpu")}),
    ],
)
def test_what_shows_nothing(code: str, more: dict[str, Any], verify) -> None:
    result = verify(code, "result = 1", drop_in=True, **more)
    assert (result.drop_in, result.drop_in_detail) == (None, None)


def test_it_runs_only_when_asked_for(verify) -> None:
    assert verify("result = torch.abs(x)", "result = x.abs()", X).drop_in is None
