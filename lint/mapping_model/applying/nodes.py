"""Questions about single nodes of torch code, and of what is written for them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mapping_model.applying.mapping import Part
from mapping_model.calls.binding import TypeOf
from mapping_model.calls.uses import Form, Use, dotted, is_literal
from mapping_model.language.filling import is_cheap
from mapping_model.syntax import walk
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


def looked_into(nodes: list[ast.AST]) -> set[str]:
    """The names of which a member or an item is used."""
    inner = (node.value for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript)))
    return {one.id for one in inner if isinstance(one, ast.Name)}


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
    named = whole is not None and whole.name != "object" and name in whole.fields
    return whole.fields.index(name) if whole is not None and named else None


# Methods after which a part is what is passed, whatever it was.
FILLING = ("torch.Tensor.copy_", "torch.Tensor.fill_", "torch.Tensor.zero_")


def given_alone(use: Use) -> ast.expr | None:
    """The first argument of a use, by position or as the only keyword that counts."""
    named = [one.value for one in use.keywords if one.arg in ("other", "value")]
    given = [*use.args[:1], *named]
    return given[0] if len(given) == 1 and not isinstance(given[0], ast.Starred) else None


def augmenting(name: str, value: ast.expr | None) -> ast.operator | None:
    """The operator of `x[i] += y` for `x[i].add_(y)`.

    What multiplies must be a number: for its gradient Paddle would need the part as it was.
    """
    kind = {"add_": ast.Add, "sub_": ast.Sub, "mul_": ast.Mult, "div_": ast.Div}.get(
        name.removeprefix("torch.Tensor.")
    )
    kept = kind in (ast.Add, ast.Sub) or (value is not None and is_literal(value))
    return kind() if kind is not None and kept else None


def is_view(node: ast.Subscript, type_of: TypeOf) -> bool:
    """Whether a part can be written to where it stands: nothing happens when it is asked for twice.

    PyTorch copies what tensors and lists choose; what is read by `.data` has no gradient.
    """
    index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    chosen = any(isinstance(one, ast.List) or type_of(one) in _CHOOSING for one in index)
    calls = any(isinstance(one, (ast.Call, ast.NamedExpr, ast.Await)) for one in walk(node))
    data = any(isinstance(one, ast.Attribute) and one.attr == "data" for one in walk(node))
    return not (chosen or calls or data)


def is_of_tensor(node: ast.Subscript, type_of: TypeOf) -> bool:
    """Whether a part is one of a tensor: what a dictionary or list holds must stay where it is.

    Of what nobody knows what it is, slices and several indices tell it.
    """
    whole = type_of(node.value)
    if whole is None or whole.name == "any":
        return isinstance(node.slice, (ast.Slice, ast.Tuple))
    return whole.name == "Tensor"


# What an index is that is none of numbers and slices.
_CHOOSING = (Type("Tensor"), Type("list"))


def is_needless(old: ast.stmt, new: ast.stmt, before: list[ast.stmt] | None) -> bool:
    """Whether a result that nobody asks for is all that is left to write."""
    if before and isinstance(old, ast.Assign) and isinstance(new, ast.Expr):
        return isinstance(new.value, ast.Name)  # what the lines before wrote to
    if not isinstance(old, ast.Expr) or not isinstance(new, ast.Expr) or is_cheap(old.value):
        return False
    return isinstance(new.value, ast.Name) or (bool(before) and is_cheap(new.value))


def asked_for(node: ast.AST) -> tuple[ast.expr, str] | None:
    """What `hasattr(nn, "SiLU")` or `"SiLU" in dir(nn)` ask for: whose attribute, and which."""
    match node:
        case ast.Call(func=ast.Name(id="hasattr"), args=[value, ast.Constant(value=str(name))]):
            return value, name
        case ast.Compare(
            left=ast.Constant(value=str(name)),
            ops=[ast.In()],
            comparators=[ast.Call(func=ast.Name(id="dir"), args=[value])],
        ):
            return value, name
    return None


def takes_name(new: ast.stmt, before: Sequence[ast.stmt]) -> bool:
    """Whether what comes before can have the name that a statement gives it; it has it then.

    `y = f(x); g(y); z = y` becomes `z = f(x); g(z)`, unless `z` is still asked for what it was.
    """
    match new:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=made)):
            lines = [[n for n in walk(line) if isinstance(n, ast.Name)] for line in before]
        case _:
            return False
    stored = (any(n.id == made and isinstance(n.ctx, ast.Store) for n in line) for line in lines)
    first = next((index for index, is_first in enumerate(stored) if is_first), len(lines))
    if first == len(lines) or any(n.id == name for line in lines[first + 1 :] for n in line):
        return False
    for one in (n for line in lines[first:] for n in line if n.id == made):
        one.id = name
    return True
