"""Where code uses an API: calls, operators, subscripts, attributes, through imports."""

from __future__ import annotations

import ast

import pytest

from mapping_model.calls.uses import Form, Use, uses_in


def shown(use: Use) -> str:
    """A use as the call that it stands for: `x.__add__(1)`."""
    receiver = "" if use.receiver is None else f"{ast.unparse(use.receiver)}."
    given = [*map(ast.unparse, use.args), *map(ast.unparse, use.keywords)]
    return f"{use.form.name} {receiver}({', '.join(given)})"


def found(code: str, api: str, *, member: bool) -> list[str]:
    return [shown(use) for use in uses_in(code).of(api, member=member)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("torch.sum(x, 1)", ["CALL (x, 1)"]),
        ("f(torch.sum(x), torch.sum(y, dim=0))", ["CALL (x)", "CALL (y, dim=0)"]),
        ("map(torch.sum, xs)", ["READ ()"]),
        ("torch.summary(x)", []),
        ("x.sum()", []),
        ("numpy.sum(x)", []),
        ("import torch as th\nth.sum(x)", ["CALL (x)"]),
        ("from torch import sum as total\ntotal(x)\ntotal", ["CALL (x)", "READ ()"]),
        ("from torch import *\nsum(x)", []),
        ("sum(x)", []),
        ("torch.sum(", []),
    ],
)
def test_functions(code: str, expected: list[str]) -> None:
    assert found(code, "torch.sum", member=False) == expected


@pytest.mark.parametrize(
    ("code", "api", "expected"),
    [
        ("from torch import nn\nnn.Linear(2, 3)(x)", "torch.nn.Linear", ["CALL (2, 3)"]),
        ("import torch.nn as n\nclass M(n.Linear): pass", "torch.nn.Linear", ["READ ()"]),
        ("import torch.nn.functional as F\nF.relu(x)", "torch.nn.functional.relu", ["CALL (x)"]),
        ("with torch.no_grad():\n    y = 1", "torch.no_grad", ["CALL ()"]),
        ("@torch.no_grad()\ndef f(): ...", "torch.no_grad", ["CALL ()"]),
        (
            "torch.backends.cudnn.benchmark = True",
            "torch.backends.cudnn.benchmark",
            ["WRITE (True)"],
        ),
        ("torch.float32", "torch.float32", ["READ ()"]),
    ],
)
def test_classes_and_attributes_of_modules(code: str, api: str, expected: list[str]) -> None:
    assert found(code, api, member=False) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x.sum(1)", ["CALL x.(1)"]),
        ("(x * 2).abs().sum(dim=1)", ["CALL (x * 2).abs().(dim=1)"]),
        ("torch.ones(2).sum()", ["CALL torch.ones(2).()"]),
        ("torch.Tensor.sum(x, dim=1)", ["CALL x.(dim=1)"]),
        ("torch.Tensor.sum(*xs)", ["CALL (*xs)"]),
        ("torch.sum(x)", []),
        ("import numpy as np\nnp.sum(x)", []),
        ("f = x.sum", ["READ x.()"]),
    ],
)
def test_methods_on_any_object(code: str, expected: list[str]) -> None:
    assert found(code, "torch.Tensor.sum", member=True) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("y = x.data", ["READ x.()"]),
        ("x.data = v", ["WRITE x.(v)"]),
        ("x.data: T = v", ["WRITE x.(v)"]),
        ("x.data += v", ["READ x.()", "WRITE x.()"]),
        ("for x.data in xs: pass", ["WRITE x.()"]),
        ("x.data, y = f()", ["WRITE x.()"]),
        ("del x.data", ["WRITE x.()"]),
        ("torch.utils.data", []),
    ],
)
def test_attributes_read_and_written(code: str, expected: list[str]) -> None:
    assert found(code, "torch.Tensor.data", member=True) == expected


@pytest.mark.parametrize(
    ("code", "method", "expected"),
    [
        ("x + 1", "__add__", ["x.(1)"]),
        ("1 + x", "__radd__", ["x.(1)"]),
        ("1 + x", "__add__", ["1.(x)"]),
        ("a @ b", "__matmul__", ["a.(b)"]),
        ("x += y", "__iadd__", ["x.(y)"]),
        ("x[0] *= 2", "__imul__", ["x[0].(2)"]),
        ("-x", "__neg__", ["x.()"]),
        ("-1", "__neg__", []),
        ("~x", "__invert__", ["x.()"]),
        ("0 < x <= y", "__gt__", ["x.(0)"]),
        ("0 < x <= y", "__le__", ["x.(y)"]),
        ("x is None", "__eq__", []),
        ("v in x", "__contains__", ["x.(v)"]),
        ("x[i]", "__getitem__", ["x.(i)"]),
        ("x[i, 1:] = v", "__setitem__", ["x.((i, 1:), v)"]),
        ("x[i] += v", "__setitem__", ["x.(i)"]),
        ("x[i] += v", "__getitem__", ["x.(i)"]),
        ("del x[i]", "__delitem__", ["x.(i)"]),
        ("len(x)", "__len__", ["x.()"]),
        ("float(x.sum())", "__float__", ["x.sum().()"]),
        ("pow(x, 2)", "__pow__", ["x.(2)"]),
        ("for row in x: pass", "__iter__", ["x.()"]),
        ("[r for r in x]", "__iter__", ["x.()"]),
        ("if x: pass", "__bool__", ["x.()"]),
        ("not x", "__bool__", ["x.()"]),
    ],
)
def test_operators_are_calls(code: str, method: str, expected: list[str]) -> None:
    uses = uses_in(code).of(f"torch.Tensor.{method}", member=True)
    assert {use.form for use in uses} <= {Form.OPERATOR}
    assert [shown(use).removeprefix("OPERATOR ") for use in uses] == expected


class Log:
    """An object that notes which special methods Python calls on it."""

    def __init__(self) -> None:
        self.called: list[str] = []


def _noting(name: str) -> object:
    def method(self: Log, *_: object) -> object:
        self.called.append(name)
        plain = {"__len__": 1, "__int__": 1, "__iter__": iter(()), "__contains__": True}
        # The first test is true and the next is not, so that a loop ends.
        return self.called.count(name) < 2 if name == "__bool__" else plain.get(name, self)

    return method


NOTED = (
    "x + y", "1 + x", "x - y", "1 - x", "x * y", "x @ y", "x / y", "x // y", "x % y", "x ** y",
    "2 ** x", "x << y", "x & y", "x | y", "x ^ y", "-x", "+x", "~x", "x < y", "x >= y", "1 < x",
    "x == y", "x != y", "x[0]", "abs(x)", "len(x)", "int(x)", "x += y", "x @= y", "x[0] = 1",
    "not x", "del x[0]", "1 in x", "for i in x: pass", "assert x", "while x: pass",
)  # fmt: skip


BINARY = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "and", "or"),
    "xor",
)
SPECIAL = {
    *(f"__{kind}{name}__" for name in BINARY for kind in ("", "r", "i")),
    *("__neg__", "__pos__", "__invert__", "__bool__", "__len__", "__int__", "__abs__", "__iter__"),
    *("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"),
    *("__getitem__", "__setitem__", "__delitem__", "__contains__"),
}


@pytest.mark.parametrize("code", NOTED)
def test_python_calls_the_methods_of_the_table(code: str) -> None:
    kind = type("Noted", (Log,), {name: _noting(name) for name in SPECIAL})
    x = kind()
    exec(code, {"x": x, "y": 1})
    for method in x.called:
        assert uses_in(code).of(f"torch.Tensor.{method}", member=True), method
