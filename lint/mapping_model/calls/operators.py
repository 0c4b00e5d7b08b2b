"""What Python writes without a name: the special methods behind operators and built-in functions.

`REFLECTED` are called on the right operand, where the left one is no tensor: `2 - x`. `written`
is the way back, from a method to what people write.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
PLAIN = {kind: f"__{name}__" for kind, name in BINARY.items()}
REFLECTED = {kind: f"__r{name}__" for kind, name in BINARY.items()}
IN_PLACE = {kind: f"__i{name}__" for kind, name in BINARY.items()}

UNARY: dict[type[ast.unaryop], str] = {
    ast.USub: "__neg__",
    ast.UAdd: "__pos__",
    ast.Invert: "__invert__",
    ast.Not: "__bool__",
}

COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
    ast.Eq: "__eq__",
    ast.NotEq: "__ne__",
}
# Called on the right operand, with the left one.
CONTAINS: dict[type[ast.cmpop], str] = {ast.In: "__contains__", ast.NotIn: "__contains__"}
# `2 < x` asks x whether it is greater.
MIRRORED = {
    "__lt__": "__gt__",
    "__le__": "__ge__",
    "__gt__": "__lt__",
    "__ge__": "__le__",
    "__eq__": "__eq__",
    "__ne__": "__ne__",
}

BUILTIN = {
    name: f"__{name}__"
    for name in (
        *("abs", "bool", "complex", "divmod", "float", "format", "hash", "int", "iter", "len"),
        *("pow", "repr", "reversed", "round", "str"),
    )
}

SUBSCRIPT: dict[type[ast.expr_context], str] = {
    ast.Load: "__getitem__",
    ast.Store: "__setitem__",
    ast.Del: "__delitem__",
}

WITH_OPERAND = frozenset(
    name for table in (PLAIN, REFLECTED, IN_PLACE, COMPARISON, CONTAINS) for name in table.values()
)
SPECIAL = WITH_OPERAND.union(UNARY.values(), BUILTIN.values(), SUBSCRIPT.values())


_BINARY_OF = {name: kind for kind, name in PLAIN.items()}
_REFLECTED_OF = {name: kind for kind, name in REFLECTED.items()}
_IN_PLACE_OF = {name: kind for kind, name in IN_PLACE.items()}
_COMPARISON_OF = {name: kind for kind, name in COMPARISON.items()}
_UNARY_OF = {name: kind for kind, name in UNARY.items()}
_FUNCTION_OF = {name: function for function, name in BUILTIN.items()}
# The names of operands other than `other`.
_OPERANDS = {
    "__contains__": ("item",),
    "__format__": ("format_spec",),
    "__ipow__": ("exponent",),
    "__getitem__": ("indices",),
    "__setitem__": ("indices", "value"),
    "__delitem__": ("indices",),
}


def operands(method: str) -> tuple[str, ...]:
    """What is passed besides the tensor: by position, so that the names are the same everywhere."""
    return _OPERANDS.get(method) or (("other",) if method in WITH_OPERAND else ())


def written(method: str, own: ast.expr, args: Sequence[ast.expr]) -> ast.expr | ast.stmt | None:
    """What stands for a call of a special method; None where it is none, or not called so."""
    if len(args) != len(operands(method)):
        return None
    if binary := _BINARY_OF.get(method):
        return ast.BinOp(own, binary(), args[0])
    if function := _FUNCTION_OF.get(method):
        return ast.Call(ast.Name(function, ast.Load()), [own, *args], [])
    if unary := _UNARY_OF.get(method):
        return ast.UnaryOp(unary(), own)
    if reflected := _REFLECTED_OF.get(method):
        return ast.BinOp(args[0], reflected(), own)
    if compared := _COMPARISON_OF.get(method):
        return ast.Compare(own, [compared()], [args[0]])
    if in_place := _IN_PLACE_OF.get(method):
        return ast.AugAssign(own, in_place(), args[0])  # type: ignore[arg-type]
    match method:
        case "__contains__":
            return ast.Compare(args[0], [ast.In()], [own])
        case "__getitem__":
            return ast.Subscript(own, args[0], ast.Load())
        case "__setitem__":
            return ast.Assign([ast.Subscript(own, args[0], ast.Store())], args[1], lineno=1)
        case "__delitem__":
            return ast.Delete([ast.Subscript(own, args[0], ast.Del())])
    return None


def spelled(name: str) -> str | None:
    """How the use of an API is written, if it is a special method of tensors: `x + other`."""
    owner, _, method = name.rpartition(".")
    if not owner.endswith(".Tensor") or method not in SPECIAL:
        return None
    own, *args = (ast.Name(one, ast.Load()) for one in ("x", *operands(method)))
    made = written(method, own, args)
    return ast.unparse(made) if made else None


def sign(name: str) -> str:
    """What stands for a special method besides operands: `+=`, `[]`; nothing where a word does."""
    shown = spelled(name) or ""
    return "" if "(" in shown else re.sub(r"[\w\s]", "", shown)


# What people look operators up by, besides the sign.
_NAMES = {
    **{"__add__": "plus addition", "__sub__": "minus subtraction", "__mul__": "times"},
    **{"__truediv__": "division divide", "__floordiv__": "floor division"},
    **{"__mod__": "modulo remainder", "__pow__": "power exponent", "__matmul__": "product"},
    **{"__neg__": "minus negation", "__invert__": "tilde not complement"},
    **{"__and__": "bitwise mask", "__or__": "bitwise mask", "__xor__": "bitwise mask"},
    **{"__lshift__": "bitwise shift", "__rshift__": "bitwise shift"},
    **{"__getitem__": "indexing subscript slice mask ellipsis", "__bool__": "if truth"},
    **{"__setitem__": "indexing subscript slice mask assignment", "__iter__": "for loop"},
}


def keywords(name: str) -> tuple[str, ...]:
    """What a special method is looked up by: its sign, its name, other words; else nothing."""
    method = name.rpartition(".")[2]
    shown = spelled(name)
    if shown is None:
        return ()
    variables = ("x", *operands(method))
    signs = [part for part in re.split(r"[\s()]+", shown) if part and part not in (*variables, "=")]
    plain = f"__{method[3:]}" if f"__{method[3:]}" in PLAIN.values() else method
    return (*signs, "operator", method, method.strip("_"), *_NAMES.get(plain, "").split())
