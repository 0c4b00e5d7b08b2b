"""Gradients that are kept while others are computed: Paddle empties them where it clears them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from convert_torch.finding import Finding, Kind
from mapping_model.categories import Text

_EMPTIED = Text(
    "Where gradients are cleared, Paddle empties this one, too, and what was kept has no elements; "
    "keep `.clone()` of it.",
    "清除梯度时，Paddle 会把它一并清空，留存的 Tensor 不再含有元素；请留存它的 `.clone()`。",
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# What shares the memory of a gradient.
_SAME = ("data", "detach")


def emptied_gradients(tree: ast.Module) -> Iterator[Finding]:
    """Where a function that clears gradients puts one into something that may live on."""
    for scope in (tree, *(one for one in ast.walk(tree) if isinstance(one, _FUNCTIONS))):
        nodes = [*_inside(scope)]
        if not any(map(_clears, nodes)):
            continue
        for node in nodes:
            for value in _kept(node):
                if _is_gradient(value):
                    yield Finding(Kind.SILENT, value.lineno, "torch.Tensor.grad", _EMPTIED)


def _inside(scope: ast.AST) -> Iterator[ast.AST]:
    """What is in a scope, and not in a function of its own."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, _FUNCTIONS):
            yield from _inside(node)


def _clears(node: ast.AST) -> bool:
    """Whether gradients become None; where they become zeros, PyTorch's do so, too."""
    match node:
        case ast.Call(func=ast.Attribute(attr="zero_grad"), args=args, keywords=words):
            given = [*args, *(word.value for word in words)]
            return not any(isinstance(one, ast.Constant) and one.value is False for one in given)
    return False


def _kept(node: ast.AST) -> Iterator[ast.expr]:
    """What lies in a list, a dictionary or an object after a node."""
    match node:
        case ast.ListComp(elt=value) | ast.SetComp(elt=value) | ast.DictComp(value=value):
            yield value
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()], value=value):
            yield value
        case ast.Call(func=ast.Attribute(attr="append"), args=[value]):
            yield value


def _is_gradient(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute() as inner, args=[]) if inner.attr in _SAME:
            return _is_gradient(inner.value)
        case ast.Attribute(value=inner, attr=attr) if attr in _SAME:
            return _is_gradient(inner)
    return isinstance(node, ast.Attribute) and node.attr == "grad"
