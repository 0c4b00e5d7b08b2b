"""Limits of results that are changed in place count where the code plainly does that."""

from __future__ import annotations

import ast

import pytest

from lint_mappings.showing.converting import convert
from mapping_model.applying.overwriting import as_overwritten, overwritten
from mapping_model.language.parsing import parse_condition
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE
from mapping_model.syntax import parsed, walk
from whole import MAPPINGS


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("y = f(x)\ny += 1", ["f(x)"]),
        ("y = f(x)\ny[0] = 1", ["f(x)"]),
        ("y = f(x)\ny[0] *= 2", ["f(x)"]),
        ("y = f(x)\ny.mul_(2)", ["f(x)"]),
        ("y = f(x)\ng(x, out=y)", ["f(x)"]),
        ("f(x).mul_(2)", ["f(x)"]),
        ("a, b = f(x)\nb.zero_()", ["f(x)"]),
        ("if (y := f(x)) is not None:\n    y.zero_()", ["f(x)"]),
        ("def g(x):\n    y = f(x)\n    if x:\n        y -= 1\n    return y", ["f(x)"]),
        ("x.grad.mul_(2)", ["x.grad"]),
        ("x.grad[0] = 1", ["x.grad"]),
        ("y = x.grad\nif y is not None:\n    y.zero_()", ["x.grad"]),
        ("y = f(x)\nz = y + 1", []),
        ("y = f(x)\ny = y + 1", []),
        ("y = f(x)\ny = x\ny += 1", []),
        ("y += 1\ny = f(x)", []),
        ("y = f(x)\nfor y in x:\n    y += 1", []),
        ("y = f(x)\ny.__enter__()", []),
        ("y = f(x)\ndef g(y):\n    y += 1", []),
        ("y = f(x)\ny.weight = 1", []),
    ],
)
def test_what_is_overwritten(code: str, found: list[str]) -> None:
    tree = parsed(code)
    ids = overwritten(tree)
    assert [ast.unparse(node) for node in walk(tree) if id(node) in ids] == found


@pytest.mark.parametrize(
    ("after", "rare"), [("y += 1", False), ("y.zero_()", False), ("z = y + 1", True)]
)
def test_a_copy_that_is_changed_is_told(after: str, rare: bool) -> None:
    """PyTorch's `expand` returns a view, so that `x` changes, too."""
    done = convert(Shelf(MAPPINGS), f"y = x.expand(3, 4)\n{after}", PADDLE[-1], "en")
    (told,) = (one for one in done.limits if one.api == "torch.Tensor.expand")
    assert told.silent and told.rare is rare


@pytest.mark.parametrize("after", ["x.grad.zero_()", "y = x.grad\ny.zero_()"])
def test_a_gradient_that_is_changed_is_detached(after: str) -> None:
    code = f"{after}\nz = x.grad + 1"
    done = convert(Shelf(MAPPINGS), code, PADDLE[-1], "en")
    assert done.code == code.replace("x.grad", "x.grad.detach()", 1)


def test_a_condition_that_is_asked_stays() -> None:
    """Parsed ones are kept for the next call, which may change nothing."""
    condition = parse_condition("x.dtype == int16 and changed(result)")
    assert ast.unparse(as_overwritten(condition)) == "x.dtype == int16 and True"
    assert ast.unparse(condition) == "x.dtype == int16 and changed(result)"
