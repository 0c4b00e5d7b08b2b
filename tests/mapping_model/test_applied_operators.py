"""Operators, subscripts and `len(x)` are written as the entries of their methods say."""

from __future__ import annotations

import pytest

from mapping_model.applying.code import rewrite
from mapping_model.categories import Category
from mapping_model.entry import Case, Entry, Row, Variant
from mapping_model.snapshots import paddle_snapshot
from mapping_model.types import Type

VARIABLES = {"x": Type("Tensor"), "y": Type("Tensor"), "n": Type("int")}


def entry(method: str, *names: str, target: str | None = None, code: str | None = None) -> Entry:
    rows = tuple(Row(name, name, in_code=code is not None) for name in names)
    cases = (Case("not isa(other, tensor)" if target else None, code),) if code else ()
    variant = Variant(Category.SAME_PARAMS, target, rows, write=cases)
    return Entry(f"torch.Tensor.{method}", Category.SAME_PARAMS, (variant,))


SUB, LEN = "paddle.Tensor.__sub__", "paddle.Tensor.__len__"
ENTRIES = {
    e.torch: e
    for e in (
        entry("__sub__", "other", target=SUB),
        entry("__and__", "other", target="paddle.Tensor.__and__", code="self.bitwise_and(other)"),
        entry("__gt__", "other", target="paddle.Tensor.__gt__"),
        entry("__len__", target=LEN),
        entry("__contains__", "item", code="bool((self == item).any())"),
        entry("__getitem__", "indices", target="paddle.Tensor.__getitem__"),
        entry("__setitem__", "indices", "value", target="paddle.Tensor.__setitem__"),
        entry("__iadd__", "other", code="self.add_(other)"),
    )
}


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        *((code, code) for code in ("r = x - y", "r = 2 - x", "r = n - x", "r = x & y", "len(x)")),
        *((code, code) for code in ("r = x[0, 1:]", "x[0, 1:] = y", "r = x > 2", "r = 2 < x")),
        # What Python makes of these is several calls.
        *((code, code) for code in ("x[0] += 1", "r = not x", "r = 0 < x < 3")),
        ("r = x & 1", "r = x.bitwise_and(1)"),
        ("x[x > 0] = x - (y & 3)", "x[x > 0] = x - y.bitwise_and(3)"),
        ("x += y & 1", "x.add_(y.bitwise_and(1))"),
        ("x.__sub__(y)", "x - y"),
        ("r = n in x", "r = bool((x == n).any())"),
        ("r = x in (n, y)", "r = x in (n, y)"),
        # No tensors, as far as is known.
        *((code, code) for code in ("r = a & 1", "n += 1", "a += 1", "r = n & 1")),
    ],
)
def test_what_is_written(torch: str, paddle: str) -> None:
    found = rewrite(torch, ENTRIES.get, paddle_snapshot(), VARIABLES)
    assert (found.code.strip(), found.undone) == (paddle, ())


def test_a_target_that_is_no_statement_is_no_crash() -> None:
    wrong = entry("__iadd__", "other", target="paddle.Tensor.__add__")
    found = rewrite("x += y", {wrong.torch: wrong}.get, paddle_snapshot(), VARIABLES)
    assert found.code.strip() == "x + y"


LAYERS = {
    e.torch: e
    for e in (
        Entry(
            f"torch.nn.Sequential.{method}",
            Category.COMPOSITE,
            (Variant(Category.COMPOSITE, None, rows, write=(Case(None, code),)),),
        )
        for method, rows, code in (
            (
                "__setitem__",
                (Row("indices", None, in_code=True), Row("value", None, in_code=True)),
                "put(self, len(self) + indices, value)",
            ),
            (
                "__delitem__",
                (Row("indices", None, in_code=True),),
                "drop(self, list(self)[indices])",
            ),
        )
    )
}
MADE = "m = torch.nn.Sequential()\n"


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        (f"{MADE}m[-1] = a", "put(m, len(m) - 1, a)"),
        (f"{MADE}m[i] = a", "put(m, len(m) + i, a)"),
        (f"{MADE}del m[1]", "drop(m, list(m)[1])"),
        (f"{MADE}n = m[1:]\ndel n[1:]", "drop(n, list(n)[1:])"),
        # Whatever it is that holds layers, what is written for the last one is right.
        ("net.head[-1] = torch.nn.Sequential()", "put(net.head, len(net.head) - 1, None)"),
        *((code, code) for code in ("net.head[0] = torch.nn.Sequential()", "del x[0]")),
        *((code, code) for code in ("a[-1] = 5", "a[-1] = b", "del a[1]")),
    ],
)
def test_what_is_written_to_layers(torch: str, paddle: str) -> None:
    found = rewrite(torch, LAYERS.get, paddle_snapshot(), VARIABLES)
    last = found.code.strip().splitlines()[-1]
    assert last.replace("torch.nn.Sequential()", "None") == paddle.replace(
        "torch.nn.Sequential()", "None"
    )


@pytest.mark.parametrize("target", ["__iadd__", "__setitem__", "__delitem__"])
def test_a_target_that_is_no_expression_is_no_crash(target: str) -> None:
    wrong = entry("__sub__", "other", target=f"paddle.Tensor.{target}")
    rewrite("r = x - y", {wrong.torch: wrong}.get, paddle_snapshot(), VARIABLES)
