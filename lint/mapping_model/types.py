"""The types of parameters and results, as API snapshots write them: a small vocabulary.

One notation for both libraries, in Python's own grammar: `int | list[int] | None`. The words:

- `Tensor`, `dtype`, `device`, `layout`, `memory_format`, `module`, `optimizer`;
- `int`, `float`, `bool`, `complex`, `str`, `bytes`, `None`, and `number` for the first four;
- `list[…]` for anything indexed by integers, `tuple[…, …]` where each place has its own type
  (`tuple[values:Tensor, indices:Tensor]` where places have names), `iterable[…]`, `dict`;
- `sequence`: a `range` or `deque`, which Paddle takes for no list;
- `function`, `type`, `any`; and the full name of another public class (`torch.Generator`).

A `torch.Size` is written as the list that it may be passed for; `shape` is what is known to be one.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache

from mapping_model.syntax import parsed

NUMBERS = ("int", "float", "bool", "complex")
# What a value of a type may be passed as besides, in Python and in both libraries.
_WIDER = {"bool": ("float", "complex"), "int": ("float", "complex"), "float": ("complex",)}
_SEQUENCES = ("list", "tuple", "iterable", "sequence", "shape")


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the vocabulary; `items` are its parts, `fields` the names of a tuple's places.

    `likely` says that it rests on a guess; it is the same type all the same.
    """

    name: str
    items: tuple[Type, ...] = ()
    fields: tuple[str, ...] = ()
    likely: bool = field(default=False, compare=False, repr=False)

    @property
    def members(self) -> tuple[Type, ...]:
        """What the type is any of: its parts if it is a union, else itself."""
        return self.items if self.name == "|" else (self,)


@cache
def parse_type(text: str) -> Type | None:
    """The type that a snapshot writes; None where it says nothing."""
    return _type(parsed(text, mode="eval").body) if text else None


def _type(node: ast.expr) -> Type:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return Type("|", (*_type(left).members, *_type(right).members))
        case ast.Subscript(value=value, slice=ast.Tuple(elts=parts)):
            return _generic(ast.unparse(value), parts)
        case ast.Subscript(value=value, slice=part):
            return _generic(ast.unparse(value), [part])
    return Type(ast.unparse(node))


def _generic(name: str, parts: list[ast.expr]) -> Type:
    named = [part for part in parts if isinstance(part, ast.Slice)]
    fields = tuple(part.lower.id for part in named if isinstance(part.lower, ast.Name))
    types = [part.upper or part if isinstance(part, ast.Slice) else part for part in parts]
    return Type(name, tuple(map(_type, types)), fields)


def accepts(wanted: Type | None, value: Type | None) -> bool | None:
    """Whether a parameter of one type takes a value of another; None where that cannot be told."""
    if wanted is None or value is None:
        return None
    answers = [_any_accepts(wanted, member) for member in value.members]
    if all(answers):
        return True
    return False if all(answer is False for answer in answers) else None


def _any_accepts(wanted: Type, value: Type) -> bool | None:
    answers = [_accepts(member, value) for member in wanted.members]
    if True in answers:
        return True
    return None if None in answers else False


def _accepts(wanted: Type, value: Type) -> bool | None:
    if "any" in (wanted.name, value.name):
        return True if wanted.name == "any" else None
    if wanted.name in _SEQUENCES and value.name in _SEQUENCES:
        return _items_accept(wanted, value)
    if wanted.name == "number":
        return value.name in (*NUMBERS, "number")
    if value.name == "number":
        return None if wanted.name in NUMBERS else False
    if wanted.name == value.name or wanted.name in _WIDER.get(value.name, ()):
        return True
    # Classes may derive from each other.
    return None if "." in wanted.name and "." in value.name else False


def _items_accept(wanted: Type, value: Type) -> bool | None:
    answers = [accepts(want, item) for want in wanted.items[:1] for item in value.items]
    if wanted.name == "tuple" and value.name == "tuple":
        if len(wanted.items) != len(value.items):
            return False
        answers = [accepts(w, v) for w, v in zip(wanted.items, value.items, strict=True)]
    if False in answers:
        return False
    return None if None in answers else True
