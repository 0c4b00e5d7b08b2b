"""The limits that still count where code was written: what the call rules out is none of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from mapping_model.applying.mapping import Used
from mapping_model.entry import Limit
from mapping_model.language.evaluating import literal
from mapping_model.language.parsing import INFINITY, ExpressionError, parse_condition
from mapping_model.limits.sharing import Shared, placed_limits
from mapping_model.limits.values import UNTOLD, holds
from mapping_model.since import covers
from mapping_model.syntax import walk

# What few inputs are.
_RARE_WORDS = {"isnan", "isinf", "complex", "changed", "constant", INFINITY}
_RARE_DTYPES = {
    *("float16", "bfloat16", "complex64", "complex128"),
    *("int8", "int16", "uint8", "uint16", "uint32", "uint64"),
}
_RARE_SIZES = {"size", "ndim"}


def open_limits(used: Used, shared: Shared, release: str) -> Iterator[Limit]:
    """The limits on a release of what was written, but for those that the call rules out."""
    entry = replace(used.entry, variants=(used.variant,))
    known = {name: literal(value) for name, value in used.scope.values.items()}
    # What is not written out is there all the same.
    given = {name: (known.get(name) or (UNTOLD,))[0] for name in used.scope.given}
    defaults = {name: v[0] for name, v in known.items() if v and name not in used.scope.given}
    for placed in placed_limits(entry, shared):
        limit = placed.limit
        on = covers(limit.since, limit.until, release)
        if on and holds(limit.when, given, defaults) is not False:
            yield limit


@lru_cache(maxsize=1024)
def is_rare(condition: str) -> bool:
    """Whether a condition asks for NaN, infinities, no elements, no dimensions, odd dtypes."""
    try:
        return _rare(parse_condition(condition))
    except ExpressionError:
        return False


def _rare(tree: ast.expr) -> bool:
    match tree:
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(_rare, values))
        case ast.BoolOp(op=ast.Or(), values=values):
            return all(map(_rare, values))
        case ast.UnaryOp(op=ast.Not()):
            return False
        case ast.Compare(left=ast.Attribute(attr=attr), ops=[ast.Eq()], comparators=[number]):
            nothing = isinstance(number, ast.Constant) and number.value == 0
            if attr in _RARE_SIZES and nothing:
                return True
    nodes = [node for node in walk(tree) if isinstance(node, ast.Name)]
    dtypes = [node.id for node in nodes if node.id in _DTYPES]
    if dtypes and not isinstance(tree, ast.BoolOp):
        return _RARE_DTYPES.issuperset(dtypes) and not _is_negated(tree)
    return any(node.id in _RARE_WORDS for node in nodes)


def _is_negated(tree: ast.expr) -> bool:
    return isinstance(tree, ast.Compare) and isinstance(tree.ops[0], (ast.NotEq, ast.NotIn))


_DTYPES = _RARE_DTYPES | {"float32", "float64", "int32", "int64", "bool"}
