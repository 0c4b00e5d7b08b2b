"""Operators, subscripts and built-in functions are bound to the special methods of tensors."""

from __future__ import annotations

import ast

import pytest

from mapping_model.calls import operators
from mapping_model.calls.binding import Fit
from mapping_model.calls.overloads import Choice, choose, type_of_literal
from mapping_model.calls.uses import uses_in
from mapping_model.snapshots import Snapshot, paddle_releases, paddle_snapshot, torch_snapshot
from mapping_model.types import Type

BINARY = ("+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "&", "|", "^")
CODES = (
    *(code for sign in BINARY for code in (f"x {sign} y", f"2 {sign} x", f"x {sign}= y")),
    *(f"x {sign} y" for sign in ("<", "<=", ">", ">=", "==", "!=")),
    *("-x", "+x", "~x", "not x", "y in x", "x[0]", "x[0] = y", "del x[0]", "format(x, '')"),
    *(f"{name}(x)" for name in ("abs", "complex", "float", "hash", "int", "iter", "len")),
    *(f"{name}(x)" for name in ("repr", "reversed", "str")),
)


def chosen(code: str, method: str, snapshot: Snapshot) -> list[Choice]:
    owned = method if "." in method else f"{snapshot.library}.Tensor.{method}"
    api = snapshot.get(owned)
    assert api is not None
    return [choose(use, api, type_of) for use in uses_in(code).of(api.name, member=True)]


def type_of(node: ast.expr) -> Type | None:
    return Type("Tensor") if isinstance(node, ast.Name) else type_of_literal(node)


@pytest.mark.parametrize("snapshot", [torch_snapshot(), *paddle_releases().values()])
def test_every_special_method_takes_what_python_passes(snapshot: Snapshot) -> None:
    for name in snapshot.special_records:
        fits = [c.bindings[0].fit for code in CODES for c in chosen(code, name, snapshot)]
        assert fits and set(fits) == {Fit.BOUND}, name


@pytest.mark.parametrize(
    ("code", "method", "torch", "paddle"),
    [
        ("x + 1", "__add__", {"other": "1"}, {"other": "1"}),
        ("2 - x", "__rsub__", {"other": "2"}, {"other": "2"}),
        ("x @ y", "__matmul__", {"other": "y"}, {"other": "y"}),
        ("x <= y", "__le__", {"other": "y"}, {"other": "y"}),
        ("x[0, ..., 1:]", "__getitem__", {"indices": "(0, ..., 1:)"}, {"indices": "(0, ..., 1:)"}),
        (
            "x[0] = y",
            "__setitem__",
            {"indices": "0", "value": "y"},
            {"indices": "0", "value": "y"},
        ),
        ("len(x)", "__len__", {}, {}),
        ("-x", "__neg__", {}, {}),
    ],
)
def test_operands_go_to_parameters(
    code: str, method: str, torch: dict[str, str], paddle: dict[str, str]
) -> None:
    for snapshot, expected in ((torch_snapshot(), torch), (paddle_snapshot(), paddle)):
        (choice,) = chosen(code, method, snapshot)
        assert choice.certain and choice.best is not None
        given = {n: ast.unparse(v) for n in choice.best.arguments if (v := choice.best.value(n))}
        assert given == expected
        assert choice.best.taken(type_of) is not False


@pytest.mark.parametrize(
    ("code", "method", "taken"),
    [
        ("x += y", "__iadd__", True),
        ("x += 'a'", "__iadd__", False),
        ("[1] - x", "__rsub__", False),
        ("x[0] = 'a'", "__setitem__", False),
    ],
)
def test_operands_of_another_type_are_not_taken(code: str, method: str, taken: bool) -> None:
    ((binding,),) = (choice.bindings for choice in chosen(code, method, torch_snapshot()))
    assert binding.taken(type_of) is taken


@pytest.mark.parametrize("snapshot", [torch_snapshot(), paddle_snapshot()])
def test_they_are_no_public_names(snapshot: Snapshot) -> None:
    name = f"{snapshot.library}.Tensor.__add__"
    assert name in snapshot and name not in snapshot.names()


@pytest.mark.parametrize(
    ("method", "spelled"),
    [
        ("__floordiv__", "x // other"),
        ("__rsub__", "other - x"),
        ("__iadd__", "x += other"),
        ("__getitem__", "x[indices]"),
        ("__setitem__", "x[indices] = value"),
        ("__contains__", "item in x"),
        ("__bool__", "bool(x)"),
        ("__invert__", "~x"),
        ("add", None),
    ],
)
def test_what_people_write_for_a_special_method(method: str, spelled: str | None) -> None:
    assert operators.spelled(f"torch.Tensor.{method}") == spelled


@pytest.mark.parametrize(
    ("method", "sign"),
    [
        ("__iadd__", "+="),
        ("__rsub__", "-"),
        ("__getitem__", "[]"),
        ("__setitem__", "[]="),
        ("__contains__", ""),
        ("__abs__", ""),
        ("add", ""),
    ],
)
def test_the_sign_that_stands_for_a_special_method(method: str, sign: str) -> None:
    assert operators.sign(f"torch.Tensor.{method}") == sign
