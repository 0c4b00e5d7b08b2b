"""Questions about single nodes of torch code, and of what is written for them."""

from __future__ import annotations

import ast

from mapping_model.applying.mapping import Part
from mapping_model.calls.uses import Form, Use, dotted
from mapping_model.language.filling import is_cheap
from mapping_model.types import Type


def bound_names(nodes: list[ast.AST]) -> set[str]:
    """The names that the code gives to something, other than by imports that tell their source."""
    near = (n for n in nodes if isinstance(n, ast.ImportFrom) and n.level)
    imported = {alias.asname or alias.name for node in near for alias in node.names}
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    passed = {node.arg for node in nodes if isinstance(node, ast.arg)}
    named_so = {node.name for node in nodes if isinstance(node, named)}
    return imported | stored | passed | named_so


def kept(node: ast.expr, use: Use, new: Use) -> ast.expr:
    """A call that stays, with what has become of its parts."""
    if not isinstance(node, ast.Call) or use.form is not Form.CALL:
        return node
    function: ast.expr = node.func
    if isinstance(function, ast.Attribute) and function.value is use.receiver and new.receiver:
        function = ast.Attribute(new.receiver, function.attr, ast.Load())
    if [*use.args] != node.args or [*use.keywords] != node.keywords:
        return node
    return ast.copy_location(ast.Call(function, [*new.args], [*new.keywords]), node)


def is_alike(old: ast.expr, new: ast.expr) -> bool:
    """Whether a member is used as before, whatever has become of its parts."""
    match old, new:
        case ast.Call(func=ast.Attribute() as one), ast.Call(func=ast.Attribute() as other):
            words = [[keyword.arg for keyword in call.keywords] for call in (old, new)]
            return (
                one.attr == other.attr
                and len(old.args) == len(new.args)
                and words[0] == words[1]
                and ast.dump(one.value) == ast.dump(other.value)
            )
        case ast.Attribute(), ast.Attribute():
            return old.attr == new.attr
    return old is new


def is_operation(use: Use) -> bool:
    """Whether a use of an operator is one as a whole, with nothing turned round or left over."""
    match use.node:
        case ast.BinOp(left=left):
            return left is use.receiver
        case ast.Compare(left=left, ops=[kind], comparators=[right]):
            return (right if isinstance(kind, ast.In) else left) is use.receiver
        case ast.Subscript(ctx=ast.Store()):
            return len(use.args) > 1
        case ast.UnaryOp(op=kind):
            return not isinstance(kind, ast.Not)
    return isinstance(use.node, (ast.AugAssign, ast.Call, ast.Subscript))


def defined(nodes: list[ast.AST]) -> set[str]:
    """The members that classes define: functions, and what is assigned to `self.name`."""
    functions = (line for node in nodes if isinstance(node, ast.ClassDef) for line in node.body)
    found = {f.name for f in functions if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))}
    stored = (n for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
    return found | {node.attr for node in stored if dotted(node.value) == "self"}


def part_of(node: ast.expr) -> tuple[ast.expr | None, Part]:
    """`.values` or `[0]` of something: the thing, and which part of it."""
    match node:
        case ast.Attribute(value=value, attr=attr, ctx=ast.Load()):
            return value, attr
        case ast.Subscript(value=value, slice=ast.Constant(value=int(place)), ctx=ast.Load()):
            return value, place
    return None, None


def place_of(whole: Type | None, name: str) -> int | None:
    """Where a named part stands in a tuple: Paddle's tuples have no names."""
    return whole.fields.index(name) if whole is not None and name in whole.fields else None


def is_needless(old: ast.stmt, new: ast.stmt, before: list[ast.stmt] | None) -> bool:
    """Whether a result that nobody asks for is all that is left to write."""
    if not isinstance(old, ast.Expr) or not isinstance(new, ast.Expr) or is_cheap(old.value):
        return False
    return isinstance(new.value, ast.Name) or (bool(before) and is_cheap(new.value))
