"""Conditions and code over torch's parameters, said of another form of the API.

The parameter that became the receiver is `self`; what the form does not take has its default.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from mapping_model.applying.expressions import COMPARE, RECEIVER, REST, SAME, literal, truth
from mapping_model.applying.kinds import is_kind
from mapping_model.calls.overloads import type_of_literal
from mapping_model.calls.uses import dotted
from mapping_model.forms.calls import edited, span
from mapping_model.forms.relation import Underivable
from mapping_model.sides import is_member
from mapping_model.snapshots import Api
from mapping_model.syntax import nodes_of


@dataclass(frozen=True, slots=True)
class Terms:
    """What becomes of names: `receiver` is `self`, the names in `lost` have their defaults.

    `target` is what the calls `old(**rest)` go to. `overwritten` is what an in-place form writes
    its result to.
    """

    receiver: str | None
    lost: Mapping[str, str | None]
    old: str | None = None
    target: Api | None = None
    overwritten: str | None = None

    def condition(self, text: str) -> str | None:
        """The condition; None where it can never hold. One that always holds is `True`."""
        tree = _tree(text, self.lost)
        if tree is None:
            return self._renamed(text)
        if isinstance(tree, ast.Expr) and (told := truth(tree.value)) is not None:
            return "True" if told else None
        return self._renamed(ast.unparse(tree))

    def code(self, text: str, *, value: bool = False) -> str:
        """Code, or with `value` just an expression that gives a parameter its value."""
        tree = _tree(text, self.lost)
        if tree is not None:
            text = ast.unparse(tree) + "\n" * text.endswith("\n")
        text = self._completed(self._renamed(text))
        return text if value or self.overwritten is None else assigned(text, self.overwritten)

    def _renamed(self, text: str) -> str:
        if self.receiver is None or self.receiver not in text:
            return text
        named = [n for n in _nodes(text) if isinstance(n, ast.Name) and n.id == self.receiver]
        return edited(text, {span(text, node): RECEIVER for node in named})

    def _completed(self, text: str) -> str:
        """`f(**rest)` passes the receiver, where the code does not; of a method it cannot."""
        if self.receiver is None or "**" not in text:
            return text
        nodes = _nodes(text)
        if any(_is_name(node, RECEIVER) for node in nodes):
            return text
        edits: dict[tuple[int, int], str] = {}
        for node in nodes:
            match node:
                case ast.Call(func=function, args=[], keywords=[*_, ast.keyword(None, passed)]):
                    if not (_is_name(passed, REST) or _is_name(passed, SAME)):
                        continue
                    place = span(text, function)
                    method = self.target is not None and is_member(self.target, self.target.name)
                    if method and dotted(function) == self.old and self.target is not None:
                        edits[place] = f"{RECEIVER}.{self.target.name.rpartition('.')[2]}"
                    else:
                        edits[place[1], place[1] + 1] = f"({RECEIVER}, "
        return edited(text, edits)


def assigned(text: str, place: str) -> str:
    """The code with its result, the last line or what that calls `result`, written to a place.

    What is computed of the place is computed of a copy: Paddle refuses the gradient where what it
    kept for that has been overwritten.
    """
    text = _with_copies(text, place)
    match _last(text):
        case ast.Expr(value=value) | ast.Assign(targets=[ast.Name(id="result")], value=value):
            start, end = span(text, value)
            return f"{text[:start]}paddle.assign({text[start:end]}, {place}){text[end:]}"
    raise Underivable("its result is not the last line")


def _with_copies(text: str, place: str) -> str:
    nodes = _nodes(text)
    owners = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    edits = {
        span(text, node): f"{place}.clone()"
        for node in nodes
        if isinstance(node, ast.Name) and node.id == place and id(node) not in owners
    }
    return edited(text, edits)


def _last(text: str) -> ast.stmt | None:
    module = _nodes(text)[0]
    return module.body[-1] if isinstance(module, ast.Module) and module.body else None


def _nodes(text: str) -> list[ast.AST]:
    try:
        return nodes_of(text)
    except SyntaxError as error:
        raise Underivable("its code is not Python") from error


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _tree(text: str, lost: Mapping[str, str | None]) -> ast.AST | None:
    """The tree with what is lost worked in; None where the text names nothing of it."""
    if not any(name in text for name in lost):
        return None
    nodes = _nodes(text)
    if not any(isinstance(node, ast.Name) and node.id in lost for node in nodes):
        return None
    module = _Without(lost).visit(nodes[0])
    assert isinstance(module, ast.Module)
    return module.body[0] if len(module.body) == 1 else module


class _Without(ast.NodeTransformer):
    """Puts defaults in the place of parameters, and works out what is certain then."""

    def __init__(self, lost: Mapping[str, str | None]) -> None:
        self._lost = lost

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._lost:
            return node
        default = self._lost[node.id]
        if default is None:
            raise Underivable(f"it names `{node.id}`, which has no default")
        return ast.parse(default, mode="eval").body

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(func=ast.Name(id="given"), args=[ast.Name(id=name)]):
                return ast.Constant(False) if name in self._lost else node
            case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id=kind)]):
                reduced = self.visit(value)
                told = is_kind(type_of_literal(reduced), kind)
                question = ast.Call(node.func, [reduced, node.args[1]], [])
                return question if told is None else ast.Constant(told)
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        told = truth(node)
        return node if told is None or not isinstance(node.op, ast.Not) else ast.Constant(told)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        deciding = isinstance(node.op, ast.Or)
        told = [(part, truth(part) if literal(part) else None) for part in node.values]
        if any(answer is deciding for _, answer in told):
            return ast.Constant(deciding)
        left = [part for part, answer in told if answer is None]
        if not left:
            return ast.Constant(not deciding)
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        values = [literal(part) for part in (node.left, *node.comparators)]
        match node.ops, values:
            case [kind], [(one,), (two,)]:
                with contextlib.suppress(TypeError):
                    return ast.Constant(COMPARE[type(kind)](one, two))
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        told = truth(node.test)
        return node if told is None else node.body if told else node.orelse
