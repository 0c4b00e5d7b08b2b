"""Tensors that a function has made itself and that only one name holds."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeGuard

from mapping_model.syntax import walk

Makes = Callable[[ast.expr], bool]
# After these the argument lies in a container, too.
_KEPT_BY = ("append", "appendleft", "add", "extend", "insert", "setdefault")
# Whose result may be the argument itself, or a part of it.
SHARING = frozenset(
    (
        *("torch.nn.Identity", "torch.nn.Flatten", "torch.nn.Unflatten", "torch.nn.Module"),
        *("torch.nn.Dropout", "torch.nn.Dropout1d", "torch.nn.Dropout2d", "torch.nn.Dropout3d"),
        *("Buffer", "Parameter", "Variable"),
        *("adjoint", "as_strided", "as_tensor", "asarray", "atleast_1d", "atleast_2d"),
        *("atleast_3d", "bfloat16", "bool", "broadcast_tensors", "broadcast_to", "chunk", "conj"),
        *("contiguous", "cpu", "cuda", "detach", "diagonal", "double", "dropout", "dropout1d"),
        *("dropout2d", "dropout3d", "dsplit", "expand", "expand_as", "flatten", "float"),
        *("from_numpy", "half", "hsplit", "imag", "int", "long", "mH", "mT", "movedim"),
        *("moveaxis", "narrow", "permute", "ravel", "real", "relu", "reshape", "reshape_as"),
        *("select", "split", "squeeze", "swapaxes", "swapdims", "t", "to", "transpose", "type"),
        *("type_as", "unbind", "unflatten", "unfold", "unsqueeze", "view", "view_as"),
        *("view_as_complex", "view_as_real", "vsplit"),
    )
)
# Methods whose result lies in the memory of the tensor wherever it can.
_PARTS = frozenset(
    (
        *("adjoint", "as_strided", "detach", "diagonal", "expand", "expand_as", "flatten"),
        *("movedim", "moveaxis", "narrow", "permute", "ravel", "reshape", "reshape_as", "select"),
        *("squeeze", "swapaxes", "swapdims", "t", "transpose", "unflatten", "unfold"),
        *("unsqueeze", "view", "view_as"),
    )
)
# Attributes that are the tensor again, or a part of it.
_VIEWS = ("H", "T", "data", "imag", "mH", "mT", "real")
# What is read of tensors that gather gradients.
_OF_LEAVES = ("grad", "requires_grad_")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_HOLDING = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.Yield, ast.Lambda)


def holds_alone(function: ast.AST, place: ast.AugAssign, makes: Makes) -> bool:
    """Whether nobody sees the difference between `x += y` in place and `x` getting a new tensor.

    The function has made what `x` is before (`makes` says of a value whether it is a new tensor),
    and has given it to nothing that lives on.
    """
    name = place.target.id if isinstance(place.target, ast.Name) else ""
    nodes = walk(function)
    if not _given_before(function, place, name):
        return False
    held = [part for one in _holding(function, place, name) for part in _sharing(one)]
    if _nests(function) or any(_is(part, name) for part in held):
        return False
    if any(_is(node.value, name) for node in nodes if _asks_for_gradient(node)):
        return False
    loops = [n for n in nodes if isinstance(n, _LOOPS) and any(one is place for one in walk(n))]
    again = {id(one) for loop in loops for one in walk(loop)}
    reaching = (n for n in nodes if getattr(n, "lineno", 0) < place.lineno or id(n) in again)
    given = [value for node in reaching for value in _given(node, name)]
    return all(value is not None and makes(value) and not _has_one(value) for value in given)


def _asks_for_gradient(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """`x.grad` and the like: a new tensor has none, and is no leaf under `no_grad`."""
    if not isinstance(node, ast.Attribute):
        return False
    return node.attr in _OF_LEAVES or (node.attr == "requires_grad" and _stored(node))


def _has_one(value: ast.expr) -> bool:
    """Whether what is made gets a gradient: `torch.zeros(3, requires_grad=True)`."""
    return isinstance(value, ast.Call) and any(
        word.arg == "requires_grad" and not _is_false(word.value) for word in value.keywords
    )


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def is_seen_through(function: ast.AST, place: ast.AugAssign) -> bool:
    """Whether a view or an array lives on that in PyTorch shows what is added in place.

    In Paddle the gradient through the view does not know of it, and the array is a copy.
    """
    name = place.target.id if isinstance(place.target, ast.Name) else ""
    for one in _holding(function, place, name):
        parts = {inner.attr for inner in walk(one) if isinstance(inner, ast.Attribute)}
        apart = parts & {"data", "detach"} and "numpy" not in parts
        views = isinstance(one, (ast.Attribute, ast.Call, ast.Subscript)) and not apart
        if views and any(_is(part, name) for part in _sharing(one)):
            return True
    return False


def _given_before(function: ast.AST, place: ast.stmt, name: str) -> list[int]:
    """The lines that have given a name something whenever a place is reached."""
    return [one.lineno for one in _before(function, place) if _given(one, name)]


def is_part(node: ast.AST, parts: Collection[str] = ()) -> bool:
    """Whether an expression is plainly a view of another tensor: `w.data`, `w[3]`, `w.t()`.

    `parts` are the names that are given such.
    """
    match node:
        case ast.Attribute(attr=attr):
            return attr in _VIEWS
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _PARTS
    return isinstance(node, ast.Subscript) or (isinstance(node, ast.Name) and node.id in parts)


def named_parts(nodes: Sequence[ast.AST]) -> tuple[tuple[range, str], ...]:
    """The names that are given views of other tensors, and the lines of the function that it is."""
    spans = [range(n.lineno, (n.end_lineno or 0) + 1) for n in nodes if isinstance(n, _FUNCTIONS)]
    found = []
    for node in nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            places = node.targets if isinstance(node, ast.Assign) else [node.target]
            if node.value is not None and is_part(node.value):
                around = [one for one in spans if node.lineno in one]
                span = min(around, key=len, default=range(sys.maxsize))
                found += [(span, one.id) for one in places if isinstance(one, ast.Name)]
    return tuple(found)


def _nests(function: ast.AST) -> bool:
    inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    return any(isinstance(node, inner) and node is not function for node in walk(function))


def _holding(function: ast.AST, place: ast.stmt, name: str) -> Iterator[ast.AST]:
    """What has another name, or lies in something, when a place is reached, since it was given."""
    nodes = walk(function)
    since = max(_given_before(function, place, name), default=0)
    passing = {id(one) for node in nodes for one in _passing(node)}
    loops = (walk(n) for n in nodes if isinstance(n, _LOOPS) and n.lineno > since)
    again = {id(one) for inside in loops if place in inside for one in inside}
    for node in nodes:
        before = since < getattr(node, "lineno", 0) < place.lineno
        if (before or id(node) in again) and id(node) not in passing:
            yield from (one for one in _held(node) if one is not None)


def gives_back(layer: ast.ClassDef) -> bool:
    """Whether calling a layer may give what it was passed, or a part of it."""
    for function in layer.body:
        if not isinstance(function, ast.FunctionDef) or function.name != "forward":
            continue
        names = {one.arg for one in function.args.args[1:]}
        for line in (one for one in walk(function) if isinstance(one, ast.Return)):
            before = [*_before(function, line)]
            for name in names & {
                one.id for one in _sharing(line.value) if isinstance(one, ast.Name)
            }:
                values = [value for one in before for value in _given(one, name)]
                if all(any(_is(one, name) for one in _sharing(value)) for value in values):
                    return True
    return False


def _is(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _held(node: ast.AST) -> Iterator[ast.AST | None]:
    """What has another name, or lies in something, after a node."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.NamedExpr(value=value):
            yield value
        case ast.Call(func=ast.Attribute(attr=method), args=args) if method in _KEPT_BY:
            yield from args
        case ast.Expr(value=ast.Call(func=function, args=args, keywords=words)):
            # What is called for no result may keep what it gets.
            if not _is(function, "print") and not _changes(function):
                yield from (*args, *(word.value for word in words))
        case _ if isinstance(node, _HOLDING):
            yield from ast.iter_child_nodes(node)


def _changes(function: ast.expr) -> bool:
    """Whether what is called changes what it gets: `nn.init.zeros_`."""
    return isinstance(function, ast.Attribute) and function.attr.endswith("_")


def _sharing(node: ast.AST | None) -> Iterator[ast.AST | None]:
    """What an expression may be, or be a part of: `x` for `x[0].view(3)`, and `x if y else z`."""
    yield node
    match node:
        case ast.IfExp(body=body, orelse=other):
            inner: list[ast.expr] = [body, other]
        case ast.BoolOp(values=values):
            inner = values
        case ast.Attribute(value=value, attr=attr) if attr in _VIEWS:
            inner = [value]
        case ast.Subscript(value=value) | ast.NamedExpr(value=value) | ast.Starred(value=value):
            inner = [value]
        case ast.Call(func=ast.Attribute(value=value, attr=method), args=args) if (
            method in SHARING or method == "numpy"
        ):
            inner = [value, *args[:1]]
        case _:
            return
    for one in inner:
        yield from _sharing(one)


def _passing(node: ast.AST) -> Iterator[ast.AST | None]:
    """What lives no longer than a call, or is all that is left."""
    match node:
        case ast.Return(value=value):
            yield value
        case ast.Call(func=ast.Attribute(attr=method)) if method in _KEPT_BY:
            return
        case ast.Call(args=args):
            yield from args


def _given(node: ast.AST, name: str) -> list[ast.expr | None]:
    """What a name gets; None where that is not seen."""
    match node:
        case ast.Assign(targets=[target], value=value) if _is(target, name):
            return [value]
        case ast.Assign(targets=targets):
            places = [one for target in targets for one in walk(target)]
        case ast.For(target=target) | ast.AsyncFor(target=target) | ast.NamedExpr(target=target):
            places = walk(target)
        case ast.withitem(optional_vars=ast.expr() as target):
            places = walk(target)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return [None] * (name in names)
        case _:
            return []
    return [None] if any(_is(one, name) and _stored(one) for one in places) else []


def _stored(node: ast.AST) -> bool:
    return not isinstance(getattr(node, "ctx", None), ast.Load)


def _before(function: ast.AST, place: ast.stmt) -> Iterator[ast.stmt]:
    """The statements that have run whenever a place is reached."""
    for _, block in ast.iter_fields(function):
        lines = block if isinstance(block, list) else []
        for index, line in enumerate(lines):
            if isinstance(line, ast.AST) and any(one is place for one in walk(line)):
                yield from lines[:index]
                yield from _before(line, place)
