"""Filling code with the arguments of one call."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from mapping_model.calls.uses import dotted, is_literal
from mapping_model.language.evaluating import Scope, literal, reduce, target
from mapping_model.language.parsing import is_set_aside, stored
from mapping_model.syntax import parsed, walk


@dataclass(frozen=True, slots=True)
class Written:
    """Paddle code: statements that come first, and the expression that stands for the call."""

    expression: ast.expr
    before: tuple[ast.stmt, ...] = ()

    def nodes(self) -> Iterator[ast.AST]:
        """All nodes; those that are evaluated again and again twice."""
        for part in (*self.before, self.expression):
            for node in walk(part):
                yield node
                repeated = [node.key, node.value] if isinstance(node, ast.DictComp) else []
                repeated += [node.elt] if isinstance(node, (ast.ListComp, ast.GeneratorExp)) else []
                repeated += [node.body] if isinstance(node, ast.Lambda) else []
                for part_again in repeated:
                    yield from walk(part_again)


class Names:
    """New names that stand for nothing else in the code around."""

    def __init__(self, taken: Collection[str] = ()) -> None:
        self._taken = set(taken)

    def taken(self) -> frozenset[str]:
        """The names that are taken."""
        return frozenset(self._taken)

    def restore(self, taken: Collection[str]) -> None:
        """Forget the names that were not taken then: what had them is not written."""
        self._taken = set(taken)

    def new(self, name: str) -> str:
        """`name`, or the first of `name_2`, `name_3` … that is free."""
        found, number = name, 1
        while found in self._taken:
            number += 1
            found = f"{name}_{number}"
        self._taken.add(found)
        return found


# What these give is of a floating dtype: multiplied by one it stays as it is.
_FLOATING = frozenset(("paddle.nn.functional.softmax", "paddle.nn.functional.sigmoid"))


def fill(code: str, scope: Scope, names: Names) -> Written:
    """The code with the arguments put in; its last line is the result.

    What a name stands for that is given but `None`, `True`, `False` or another name stands in its
    place, so that what this decides is decided; lines that do nothing are left out.
    """
    *lines, last = parsed(code).body
    assert isinstance(last, ast.Expr)
    lines = [line for line in lines if not is_set_aside(line)]
    counts = Counter(name for line in (*lines, last) for name in stored(line))
    own = {name: ast.Name(names.new(name), ast.Load()) for name in counts}
    again = {own[name].id for name, times in counts.items() if times > 1}
    inner = replace(scope, values={**scope.values, **own})
    before: list[ast.stmt] = []
    for line in lines:
        reduced = reduced_line(_Once(inner).visit(line), inner)
        match line, reduced:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Assign(value=value):
                if counts[name] == 1 and _is_plain(value, again):
                    inner = inner.with_values({name: value})
                    continue
            case _, ast.If(test=ast.Constant(value=False)):
                continue
        before.append(reduced)
    return Written(reduce(_Once(inner).visit(last.value), inner), tuple(before))


def _is_plain(value: ast.expr, again: Collection[str]) -> bool:
    """Whether a name tells no more than what it is given: a name, or a constant that decides.

    Those that are given something `again` may stand for something else later.
    """
    if isinstance(value, ast.Constant):
        return value.value is None or isinstance(value.value, bool)
    return isinstance(value, ast.Name) and value.id not in again


class _Once(ast.NodeTransformer):
    """`softmax(x) * (y if z else 1)` as `softmax(x)`, where one call decides so; of a mapping."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Call(func=function) as left, ast.Mult(), ast.IfExp() as choice):
                if dotted(function) in _FLOATING and literal(reduce(choice, self._scope)) == (1,):
                    return left
        return node


def reduced_line(line: ast.stmt, scope: Scope) -> ast.stmt:
    """A line of code with what a scope knows of names put in."""
    match line:
        case ast.Assign(targets=[place], value=value):
            return ast.Assign([target(place, scope)], reduce(value, scope), lineno=1)
        case ast.Expr(value=value):
            return ast.Expr(reduce(value, scope))
        case ast.If(test=test, body=[ast.Raise(exc=ast.expr() as error)]):
            return ast.If(reduce(test, scope), [ast.Raise(reduce(error, scope))], [])
    raise AssertionError(ast.dump(line))


def evaluated_once(scope: Scope, names: Names, write: Callable[[Scope], Written]) -> Written:
    """What `write` makes, with arguments that it would evaluate twice put into variables first.

    Names, attributes and written-out values may stand twice; calls may not.
    """
    taken = names.taken()
    written = write(scope)
    costly = {name: value for name, value in scope.values.items() if not is_cheap(value)}
    if not costly:
        return written
    counts = Counter(id(node) for node in written.nodes())
    twice = {name: value for name, value in costly.items() if counts[id(value)] > 1}
    if not twice:
        return written
    names.restore(taken)
    own = {name: names.new("x" if name == "self" else name) for name in twice}
    variables = {name: ast.Name(new, ast.Load()) for name, new in own.items()}
    known = {id(variables[name]): scope.type_of(value) for name, value in twice.items()}
    outer = scope.type_of
    inner = replace(
        scope,
        values={**scope.values, **variables},
        type_of=lambda node: known[id(node)] if id(node) in known else outer(node),
    )
    before = tuple(
        ast.Assign([ast.Name(own[name], ast.Store())], value, lineno=1)
        for name, value in twice.items()
    )
    again = write(inner)
    return Written(again.expression, (*before, *again.before))


def is_cheap(node: ast.expr) -> bool:
    """Whether nothing happens when it is evaluated once more."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(is_cheap(item) for item in node.elts)
    if isinstance(node, ast.Starred):
        return is_cheap(node.value)
    return is_literal(node) or dotted(node) is not None
