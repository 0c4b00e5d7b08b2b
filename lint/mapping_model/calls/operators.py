"""What Python writes without a name: the special methods behind operators and built-in functions.

`REFLECTED` are called on the right operand, where the left one is no tensor: `2 - x`.
"""

from __future__ import annotations

import ast

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
