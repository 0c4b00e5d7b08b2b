"""A function or class that is only named is written as one, whoever calls it then."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from mapping_model.applying.code import rewrite
from mapping_model.building import build_entry
from mapping_model.entry import Entry
from mapping_model.shelf import Shelf
from mapping_model.snapshots import paddle_snapshot, torch_snapshot

MAPPINGS = Path(__file__).parents[2] / "mappings"
_FUNCTIONS = ("function", "class", "method")


def _written_as(name: str, entry_of: Callable[[str], Entry | None]) -> ast.expr:
    """What stands for a name that a conditional chooses."""
    code = rewrite(f"f = {name} if a else b", entry_of, paddle_snapshot()).code
    (*_, last) = ast.parse(code).body
    assert isinstance(last, ast.Assign)
    assert isinstance(last.value, ast.IfExp)
    return last.value.body


def _is_function(written: ast.expr) -> bool:
    return isinstance(written, (ast.Attribute, ast.Name, ast.Lambda))


def test_no_entry_makes_a_call_of_what_is_only_named() -> None:
    shelf, torch = Shelf(MAPPINGS), torch_snapshot()
    entries = sorted(path.stem for path in MAPPINGS.glob("torch*/torch*.yaml"))
    apis = {name: torch.get(name) for name in entries}
    named = [name for name, api in apis.items() if api is not None and api.kind in _FUNCTIONS]
    assert len(named) > 2000
    called = [name for name in named if not _is_function(_written_as(name, shelf.source))]
    assert called == []


@pytest.mark.parametrize(
    ("more", "paddle"),
    [
        ({"cases": [{"when": "not called()", "code": "paddle.no_grad()"}]}, "paddle.no_grad()"),
        ({"cases": [{"when": "decorates()", "code": "paddle.no_grad()"}]}, "paddle.no_grad"),
        ({"returns": {"value": "result.lower()", "text": {"en": "", "zh": ""}}}, "torch.no_grad"),
        ({}, "paddle.no_grad"),
    ],
)
def test_one_that_is_planted_is_seen(more: dict[str, object], paddle: str) -> None:
    planted = {"torch": "torch.no_grad", "paddle": "paddle.no_grad", "category": "no-params"}
    entry = build_entry({**planted, **more})
    written = _written_as("torch.no_grad", {"torch.no_grad": entry}.get)
    assert ast.unparse(written) == paddle
    assert _is_function(written) is not paddle.endswith(")")


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("@torch.no_grad\ndef f(x): ...", "@paddle.no_grad()\ndef f(x): ..."),
        ("@torch.no_grad()\ndef f(x): ...", "@paddle.no_grad()\ndef f(x): ..."),
        ("class A:\n    @torch.no_grad\n    def f(x): ...", "    @paddle.no_grad()"),
        ("@wraps(torch.no_grad)\ndef f(x): ...", "@wraps(paddle.no_grad)"),
        ("with (torch.no_grad if a else b)(): ...", "with (paddle.no_grad if a else b)(): ..."),
        ("@torch.set_grad_enabled(False)\ndef f(x): ...", "@paddle.no_grad()\ndef f(x): ..."),
        ("f = torch.set_grad_enabled(True)(g)", "f = paddle.enable_grad()(g)"),
        ("with torch.set_grad_enabled(True): ...", "with paddle.set_grad_enabled(True): ..."),
        ("@torch.inference_mode(False)\ndef f(x): ...", "@paddle.enable_grad()\ndef f(x): ..."),
        ("f(torch.no_grad)", "f(paddle.no_grad)"),
        ("f(torch.inference_mode)", "f(paddle.no_grad)"),
        ("@torch.inference_mode\ndef f(x): ...", "@paddle.no_grad()"),
        ("with torch.inference_mode(): ...", "with paddle.no_grad(): ..."),
        ("@torch.enable_grad\ndef f(x): ...", "@paddle.enable_grad()"),
        ("f = torch.enable_grad", "f = paddle.enable_grad"),
    ],
)
def test_only_a_decorator_without_brackets_gets_some(torch: str, paddle: str) -> None:
    written = rewrite(torch, Shelf(MAPPINGS).source, paddle_snapshot())
    assert paddle in written.code
    assert written.undone == ()
