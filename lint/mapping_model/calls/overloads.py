"""Which overload of an API a use calls, as far as can be told without running it.

1. Names and number of arguments: an overload that cannot take them is out.
2. Types: of those that are left, one is out that does not take a value whose type is known, unless
   that leaves none.
3. Of equals the first, in the order of the snapshot (what is documented, then the others, then
   what is deprecated). That is certain where no argument of unknown type could tell them apart.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from mapping_model.calls.binding import Argument, Binding, Fit, TypeOf, bind
from mapping_model.calls.uses import Use
from mapping_model.inputs import DTYPES
from mapping_model.snapshots import Api
from mapping_model.types import Type


@dataclass(frozen=True, slots=True)
class Choice:
    """The overloads that a use may call, the likeliest first; none where all are impossible."""

    bindings: tuple[Binding, ...]
    certain: bool = False

    @property
    def best(self) -> Binding | None:
        """The likeliest."""
        return self.bindings[0] if self.bindings else None


def type_of_literal(node: ast.expr) -> Type | None:
    """The type of a value that is written out; None for everything else."""
    match node:
        case ast.Constant(value=None):
            return Type("None")
        case ast.Constant(value=value) if value is not ...:
            return Type(type(value).__name__)
        case ast.UnaryOp(op=ast.Not()):
            return Type("bool")
        case ast.UnaryOp(operand=operand):
            return type_of_literal(operand)
        case ast.BinOp(left=left, op=op, right=right):
            names = {getattr(type_of_literal(one), "name", "") for one in (left, right)}
            if not names <= {"int", "float"}:
                return None
            # `2 ** -1` is a fraction.
            power = isinstance(op, ast.Pow) and not isinstance(right, ast.Constant)
            whole = names == {"int"} and not isinstance(op, ast.Div)
            return None if whole and power else Type("int" if whole else "float")
        case ast.List(elts=items) | ast.Tuple(elts=items):
            found = [type_of_literal(item) for item in items]
            known = tuple(t for t in found if t is not None)
            return Type("list", known if len(known) == len(found) else (Type("any"),))
        case ast.Attribute(value=ast.Name(id="paddle"), attr=attr) if attr in DTYPES:
            return Type("dtype")
        case ast.JoinedStr():
            return Type("str")
        case ast.Dict():
            return Type("dict")
        case ast.Lambda():
            return Type("function")
    return None


def choose(use: Use, api: Api, type_of: TypeOf = type_of_literal) -> Choice:
    """The overloads of `api` that a use may call."""
    bound = [bind(use, signature, api) for signature in api.overloads]
    possible = [binding for binding in bound if binding.fit is not Fit.IMPOSSIBLE]
    fitting = [binding for binding in possible if binding.taken(type_of) is not False] or possible
    if not fitting:
        return Choice(())
    first, *others = fitting
    certain = not any(_may_differ(first, other, type_of) for other in others)
    return Choice(tuple(fitting), certain)


def _may_differ(first: Binding, other: Binding, type_of: TypeOf) -> bool:
    """Whether what is not known of the arguments could make it the other overload."""
    if Fit.UNKNOWN in (first.fit, other.fit):
        return True
    unsure = [a for a in first.arguments.values() if first.takes(a, type_of) is None]
    places = {id(value): a for a in other.arguments.values() for value in a.values}
    return any(
        not _alike(argument, places.get(id(value)))
        for argument in unsure
        for value in argument.values
    )


def _alike(first: Argument, other: Argument | None) -> bool:
    """Whether two overloads take the same kind of value in the same place."""
    if other is None:
        return False
    known = first.parameter.type_text or first.parameter.name == other.parameter.name
    return bool(known) and first.parameter.type_text == other.parameter.type_text
