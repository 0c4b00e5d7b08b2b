"""The limits that still count where code was written: what the call rules out is none of them."""

from __future__ import annotations

import ast
import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from mapping_model.applying.idioms import OUT
from mapping_model.applying.mapping import Used
from mapping_model.applying.overwriting import as_overwritten
from mapping_model.entry import Limit
from mapping_model.language.evaluating import VALUE_WORDS, Scope, Value, known_value, reduce, truth
from mapping_model.language.parsing import INFINITY, ExpressionError, parse_condition
from mapping_model.language.values import Dtype
from mapping_model.limits.sharing import Shared, placed_limits
from mapping_model.outcomes import Departure
from mapping_model.since import covers
from mapping_model.snapshots import Signature
from mapping_model.syntax import parsed, walk

# What few inputs are.
_RARE_WORDS = {"isnan", "isinf", "complex", "changed", "constant", INFINITY}
_RARE_DTYPES = {
    *("float16", "bfloat16", "complex64", "complex128"),
    *("int8", "int16", "uint8", "uint16", "uint32", "uint64"),
}
_RARE_SIZES = {"size", "ndim", "shape"}
# Elements beyond these, and those that are nearly nothing.
_LARGE, _SMALL = 16, 1e-6
# Of a name nobody knows that it holds several indices.
_INDICES = "indices"


@dataclass(frozen=True, slots=True)
class Open:
    """A limit that a call does not rule out; `rare` where few inputs have what it still asks."""

    limit: Limit
    rare: bool


def open_limits(
    used: Used, shared: Shared, release: str, departures: Collection[Departure] = (*Departure,)
) -> Iterator[Open]:
    """The limits on a release of what was written, but for those that the call rules out.

    `departures` are those that are asked for.
    """
    entry = replace(used.entry, variants=(used.variant,))
    known = {
        name: found for name, node in used.scope.values.items() if (found := known_value(node))
    }
    scope = Scope({**VALUE_WORDS, **known}, used.scope.given)
    for placed in placed_limits(entry, shared):
        limit = placed.limit
        if limit.then in departures and covers(limit.since, limit.until, release):
            left = _left(limit.when, scope, used.overwritten)
            if left is not None:
                # Views that are plain to see have been dealt with.
                yield Open(limit, _rare(left) or ast.unparse(left).startswith("view("))


def is_rare(condition: str) -> bool:
    """Whether a condition asks for what few inputs have: NaN, infinities, no elements, odd dtypes.

    Large and tiny elements are such, too.
    """
    left = _left(condition, Scope(VALUE_WORDS))
    return left is not None and _rare(left)


def plain_case(condition: str, signature: Signature | None) -> ast.expr | None:
    """What a condition still asks where a call passes no options; None where that rules it out."""
    left = _open(reduce(parse_condition(condition), _defaults(signature)))
    return None if truth(left) is False else left


def narrow_case(condition: str, signature: Signature | None) -> ast.expr:
    """A condition without the cases that calls without options rule out: never wider than it is."""
    return _narrow(parse_condition(condition), _defaults(signature))


def conjuncts(tree: ast.expr) -> list[str]:
    """What must hold together, as code."""
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        return [one for value in tree.values for one in conjuncts(value)]
    return [ast.unparse(tree)]


def asks_for_view(condition: str) -> bool:
    """Whether a condition holds of views of other tensors alone, which most code never changes."""
    match parse_condition(condition):
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(_is_of_view, values))
        case whole:
            return _is_of_view(whole)


def _is_of_view(tree: ast.expr) -> bool:
    match tree:
        case ast.Call(func=ast.Name(id="some"), args=[ast.GeneratorExp(elt=asked)]):
            return _is_of_view(asked)
        case ast.Call(func=ast.Name(id="some"), args=[asked]):
            return _is_of_view(asked)
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(_is_of_view, values))
    return isinstance(tree, ast.Call) and ast.unparse(tree.func) == "view"


def _defaults(signature: Signature | None) -> Scope:
    """What is known of a call that passes no options."""
    parameters = signature.parameters if signature else ()
    named = {one.name.lstrip("*"): one.default for one in parameters}
    given = frozenset(name for name, default in named.items() if default is None)
    values = {
        name: parsed(default, mode="eval").body
        for name, default in named.items()
        if default is not None and default != "..."
    }
    return Scope(values, given)


def _narrow(tree: ast.expr, scope: Scope) -> ast.expr:
    if not isinstance(tree, ast.BoolOp):
        return tree
    left = [_narrow(one, scope) for one in tree.values]
    if isinstance(tree.op, ast.Or):
        left = [one for one in left if truth(_open(reduce(one, scope))) is not False] or left
    return ast.BoolOp(tree.op, left) if len(left) > 1 else left[0]


def _open(tree: ast.expr) -> ast.expr:
    """A condition without what is known to hold of all that must, or not to of what may."""
    if not isinstance(tree, ast.BoolOp):
        return tree
    known = isinstance(tree.op, ast.And)
    left = [one for one in map(_open, tree.values) if truth(one) is not known]
    return ast.BoolOp(tree.op, left) if len(left) > 1 else left[0] if left else ast.Constant(known)


def _left(condition: str, scope: Scope, overwritten: bool = False) -> ast.expr | None:
    """What of a condition cannot be told of a call; None where it does not hold."""
    try:
        left = reduce(_parsed(condition, overwritten), scope)
    except ExpressionError:
        return ast.Constant(True)
    return None if truth(left) is False else left


@lru_cache(maxsize=1024)
def _parsed(condition: str, overwritten: bool) -> ast.expr:
    tree = parse_condition(condition)
    return as_overwritten(tree) if overwritten else tree


def _rare(tree: ast.expr) -> bool:
    match tree:
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(_rare, values)) or sum(map(_is_of_bool, values)) > 1
        case ast.BoolOp(op=ast.Or(), values=values):
            return all(_rare(value) for value in values if truth(value) is not False)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="some"), args=[asked])):
            return _few(asked)
        case ast.UnaryOp(op=ast.Not()):
            return False
        case ast.Call(func=ast.Name(id="some"), args=[ast.GeneratorExp(elt=asked)]):
            return _rare(asked)
        case ast.Call(func=ast.Name(id="some"), args=[asked]):
            return _rare(asked)
        case ast.Compare(left=left, ops=[kind], comparators=[other]):
            return _rare_comparison(left, kind, other)
    return _has_rare_word(tree)


def _few(asked: ast.expr) -> bool:
    """Whether it is rare that no element is so: all are one value, or tiny, or none is true."""
    match asked:
        case ast.Compare(ops=[ast.NotEq()]) | ast.Name():
            return True
    return _rare(asked)


def _rare_comparison(left: ast.expr, kind: ast.cmpop, other: ast.expr) -> bool:
    attributes = {one.attr for one in walk(left) if isinstance(one, ast.Attribute)}
    if isinstance(kind, ast.Eq) and attributes & _RARE_SIZES and _numbers(other) == [0]:
        return True
    dtypes = _dtypes(other)
    if dtypes:
        # What a result is written to has an odd dtype where the result has one.
        return (
            not _is_of_out(left)
            and not isinstance(kind, (ast.NotEq, ast.NotIn))
            and _RARE_DTYPES.issuperset(dtypes)
        )
    if isinstance(kind, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) and not attributes & _RARE_SIZES:
        extreme = [one for one in _numbers(other) if abs(one) >= _LARGE or 0 < abs(one) <= _SMALL]
        if extreme:
            return True
    return _has_rare_word(left) or _has_rare_word(other)


def _is_of_out(tree: ast.expr) -> bool:
    names = {node.id for node in walk(tree) if isinstance(node, ast.Name)}
    return names == {OUT}


def _has_rare_word(tree: ast.expr) -> bool:
    match tree:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), _]):
            return name == _INDICES
    names = {node.id for node in walk(tree) if isinstance(node, ast.Name)}
    return bool(names & _RARE_WORDS) or math.inf in map(abs, _numbers(tree))


def _is_of_bool(tree: ast.expr) -> bool:
    match tree:
        case ast.Compare(left=ast.Attribute(attr="dtype"), ops=[ast.Eq()], comparators=[kind]):
            return _dtypes(kind) == {"bool"}
    return False


def _dtypes(tree: ast.expr) -> set[str]:
    return {one for one in _values(tree) if isinstance(one, Dtype)}


def _numbers(tree: ast.expr) -> list[float]:
    return [one for one in _values(tree) if isinstance(one, (int, float)) and one == one]


def _values(tree: ast.expr) -> Iterator[Any]:
    """What is written out in an expression."""
    for node in walk(tree):
        if isinstance(node, (ast.Constant, Value)):
            yield from node.value if isinstance(node.value, (list, tuple)) else [node.value]
