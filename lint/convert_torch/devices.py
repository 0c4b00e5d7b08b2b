"""Devices that `with` takes by a name: in Paddle they are strings, which it does not take."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from convert_torch.finding import Finding, Kind
from mapping_model.applying.code import RewrittenTree
from mapping_model.categories import Text

_DEVICE = "torch.device"
_TEXT = Text(
    "The string that stands for the device is no context: from 3.3 on write "
    "`with paddle.device(...)`; before, call `paddle.set_device`, and again for the old device.",
    "表示设备的字符串不是上下文管理器：自 3.3 起请写 `with paddle.device(...)`；"
    "之前的版本请调用 `paddle.set_device`，结束后再切换回原设备。",
)


def entered_devices(tree: ast.Module, new: RewrittenTree) -> Iterator[Finding]:
    """Where `with` takes a device that a name was given before."""
    made = {one.line for one in new.used if one.entry.torch == _DEVICE}
    names = {name: line for node in ast.walk(tree) for name, line in _given(node) if line in made}
    for node in ast.walk(tree):
        for item in node.items if isinstance(node, (ast.With, ast.AsyncWith)) else ():
            taken = item.context_expr
            if isinstance(taken, ast.Name) and taken.id in names:
                yield Finding(Kind.UNDECIDED, taken.lineno, _DEVICE, _TEXT)


def _given(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The names that a statement gives a device, and where it is made."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        for target in node.targets:
            if isinstance(target, ast.Name) and _is_device(node.value.func):
                yield target.id, node.value.lineno


def _is_device(function: ast.expr) -> bool:
    return ast.unparse(function) in (_DEVICE, "device")
