"""Expressions over torch's parameter names: a small part of Python, and what a call makes of them.

`as: not batch_first` says what Paddle's parameter gets, `when: isa(min, tensor)` when a case
holds. `reduce` puts the arguments of one call in and works out what can be: `not False` is `True`,
`'bidirect' if flag else 'forward'` stays where `flag` is a variable. What is not known of kinds is
left to `isinstance`. Nothing is ever executed.

A condition is asked of the text of a call, or of its values, with three answers (`truth`): a scope
says what is known of each name, code or a value (`Value`), and what is not known stays as it is.
"""

from __future__ import annotations

import ast
import functools
import math
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from mapping_model.calls.binding import TypeOf
from mapping_model.calls.overloads import type_of_literal
from mapping_model.calls.uses import dotted
from mapping_model.language.kinds import ASKED, is_kind
from mapping_model.language.parsing import (
    FUNCTIONS,
    INFINITY,
    OF_THE_USE,
    REST,
    ExpressionError,
    check_target,
)
from mapping_model.language.values import (
    ATTRIBUTES,
    CONSTANTS,
    WORDS,
    Tensor,
    array_of,
    is_a,
    some,
)
from mapping_model.syntax import parsed, walk
from mapping_model.types import Type

_INFINITIES = (INFINITY, *(f"{owner}.inf" for owner in ("math", "np", "numpy", "torch", "paddle")))
_INFINITE_TEXTS = {
    f"{sign}{word}": (-math.inf if sign == "-" else math.inf,)
    for sign in ("", "+", "-")
    for word in ("inf", "infinity")
}
# Larger numbers are left as they are written.
_LARGE = 1 << 62
_LONG = 64


class Value(ast.expr):
    """A value where an expression may stand: a tensor, a number, a list, of a real call."""

    _fields = ()
    # Where it stands says nothing of it.
    lineno = col_offset = end_lineno = end_col_offset = 0

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


# What words of conditions mean that are no names of a call.
VALUE_WORDS: Mapping[str, Value] = {name: Value(value) for name, value in CONSTANTS.items()}


@dataclass(frozen=True, slots=True)
class Scope:
    """What one call makes of the names: the argument of each parameter, or torch's default.

    `given` are the parameters that the call passes; `type_of` what is known of an expression;
    `called` tells whether it is called, or only named, `written` whether an attribute is written
    to, `decorates` whether it stands after `@` without brackets, `wraps` whether with brackets,
    `entered` whether `with` takes it; `rest` and `same` complete a call that ends in `**rest` or
    `**same`, which is no longer there. In a `partial` scope only its own names are known, and all
    other questions stay. `is_part` tells of an expression whether it is plainly a view of another
    tensor.
    """

    values: Mapping[str, ast.expr]
    given: Collection[str] = frozenset()
    type_of: TypeOf = type_of_literal
    called: bool = True
    written: bool = False
    decorates: bool = False
    entered: bool = False
    wraps: bool = False
    rest: Callable[[ast.Call], ast.Call] | None = None
    same: Callable[[ast.Call], ast.Call] | None = None
    partial: bool = False
    is_part: Callable[[ast.expr], bool] | None = None

    def with_values(self, values: Mapping[str, ast.expr]) -> Scope:
        """The scope with further names."""
        return replace(self, values={**self.values, **values})


def literal(node: ast.expr) -> tuple[Any] | None:
    """The value of an expression that is written out, alone in a tuple; None for others."""
    if isinstance(node, (Value, ast.Constant)):
        return (node.value,)
    # Most that is asked for is a name, and an error takes ten times as long as looking.
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _infinite(node)
    try:
        return (ast.literal_eval(node),)
    except (ValueError, TypeError, SyntaxError):
        pass
    except (MemoryError, RecursionError):
        return None
    try:
        return _infinite(node)
    except RecursionError:
        return None


def known_value(node: ast.expr) -> Value | None:
    """What an argument is, where that is written out or is a dtype of a library."""
    value = literal(node)
    if value is not None:
        return Value(value[0])
    word = (dotted(node) or "").rpartition(".")[2]
    return VALUE_WORDS.get(word) if isinstance(node, ast.Attribute) else None


def _infinite(node: ast.expr) -> tuple[Any] | None:
    """The value of an infinity, as conditions or Python write it, or of a list that has some."""
    match node:
        case ast.Name(id="inf") | ast.Attribute(value=ast.Name(), attr="inf"):
            return (math.inf,) if dotted(node) in _INFINITIES else None
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))], keywords=[]):
            return _INFINITE_TEXTS.get(text.strip().lower())
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            found = _infinite(operand)
            return (-math.inf,) if found == (math.inf,) else None
        case ast.Tuple(elts=items) | ast.List(elts=items):
            told = [literal(item) for item in items]
            values = [value[0] for value in told if value is not None]
            if len(values) == len(items):
                return (tuple(values) if isinstance(node, ast.Tuple) else values,)
    return None


def as_tree(value: Any) -> ast.expr:
    """A value as Python writes it."""
    return parsed(repr(value), mode="eval").body


def holds(tree: ast.expr, values: Mapping[str, Any], given: Collection[str]) -> bool | None:
    """Whether a condition holds for the values of a call; None where that cannot be told.

    `values` are those of its names: numbers, texts, lists, None, `Tensor` and `Dtype`; `given` are
    the parameters that the call passes.
    """
    known = {name: Value(value) for name, value in values.items()}
    return truth(reduce(tree, Scope(known, given)))


def truth(node: ast.expr) -> bool | None:
    """Whether a reduced condition holds; None where that cannot be told."""
    value = literal(node)
    if value is not None:
        return some(value[0])
    if isinstance(node, ast.BoolOp):
        deciding = isinstance(node.op, ast.Or)
        told = {truth(part) for part in node.values}
        if deciding in told or None not in told:
            return deciding in told if deciding else deciding not in told
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = truth(node.operand)
        return None if inner is None else not inner
    return None


def reduce(node: ast.expr, scope: Scope) -> ast.expr:
    """What an expression becomes in one call, worked out as far as that goes."""
    rule = _RULES.get(type(node))
    return rule(node, scope) if rule else _parts(node, scope)


def _parts(node: Any, scope: Scope) -> Any:
    """The same node with its parts reduced."""
    changed: dict[str, Any] = {}
    for name, part in ast.iter_fields(node):
        if isinstance(part, ast.expr):
            changed[name] = reduce(part, scope)
        elif isinstance(part, list):
            changed[name] = [_part(item, scope) for item in part]
        else:
            changed[name] = part
    return ast.copy_location(type(node)(**changed), node)


def _part(item: Any, scope: Scope) -> Any:
    if isinstance(item, ast.keyword):
        return ast.keyword(item.arg, reduce(item.value, scope))
    return reduce(item, scope) if isinstance(item, ast.expr) else item


def _name(node: ast.Name, scope: Scope) -> ast.expr:
    return scope.values.get(node.id, node)


def _call(node: ast.Call, scope: Scope) -> ast.expr:
    match node:
        case ast.Call(
            keywords=[*passed, ast.keyword(arg=None, value=ast.Name(id="rest" | "same" as word))]
        ):
            complete = scope.rest if word == REST else scope.same
            if scope.partial:
                return _without_empty(_parts(node, scope))
            if complete is None:
                raise ExpressionError(f"`**{word}` completes the calls of code alone")
            return complete(_without_empty(_parts(ast.Call(node.func, node.args, passed), scope)))
        case ast.Call(func=ast.Name(id=word)) if word in OF_THE_USE and scope.partial:
            return node
        case ast.Call(func=ast.Name(id=word)) if word in OF_THE_USE:
            return ast.Constant(getattr(scope, word))
        case ast.Call(func=ast.Name(id="given"), args=[ast.Name(id=name)]):
            open_ = scope.partial and name not in scope.values
            return node if open_ else ast.Constant(name in scope.given)
        case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id=kind) as word]):
            reduced = reduce(value, scope)
            if isinstance(reduced, Value):
                answer = is_a(reduced.value, kind)
            else:
                answer = is_kind(scope.type_of(reduced), kind)
            if answer is None and scope.partial:
                return ast.Call(node.func, [reduced, word], [])
            return asked(reduced, kind) if answer is None else ast.Constant(answer)
        case ast.Call(func=ast.Name(id="some"), args=[ast.GeneratorExp() as each]):
            return _some_item(each, scope)
        case ast.Call(func=ast.Name(id="some"), args=[ast.BoolOp() as both]):
            reduced = reduce(both, scope)
            some_are = truth(reduced)
            if some_are is not None:
                return ast.Constant(some_are)
            return ast.Call(node.func, [reduced], [])
        case ast.Call(func=ast.Name(id="view"), args=[value]) if _is_part(value, scope):
            return ast.Constant(True)
        case ast.Call(func=ast.Name(id=word), args=args, keywords=[]) if word in WORDS:
            return _asked(ast.Call(node.func, [reduce(arg, scope) for arg in args], []), word)
        case ast.Call(func=ast.Name(id="tuple" | "list" as made), args=[value], keywords=[]):
            items = reduce(value, scope)
            if isinstance(items, (ast.Tuple, ast.List)):
                return (ast.Tuple if made == "tuple" else ast.List)(items.elts, ast.Load())
            return ast.Call(node.func, [items], [])
        case ast.Call(func=ast.Name(id="str"), args=[value], keywords=[]):
            told = literal(reduce(value, scope))
            if told is not None and isinstance(told[0], (int, str)):
                return ast.Constant(str(told[0]))
        case ast.Call(func=ast.Attribute(value=value, attr="replace"), args=args):
            texts = [literal(reduce(part, scope)) for part in (value, *args)]
            match texts:
                case [(str(text),), (str(old),), (str(new),)]:
                    replaced = text.replace(old, new)
                    if len(replaced) <= _LONG:
                        return ast.Constant(replaced)
        case ast.Call(func=ast.Name(id="bool"), args=[value]):
            reduced = reduce(value, scope)
            holds = truth(reduced)
            if holds is not None:
                return ast.Constant(holds)
            if scope.type_of(reduced) == Type("bool"):
                return reduced
            return ast.Call(node.func, [reduced], [])
    return _without_empty(_parts(node, scope))


def _is_part(value: ast.expr, scope: Scope) -> bool:
    """Whether an argument is plainly a view, as the code is written."""
    reduced = reduce(value, scope)
    return scope.is_part is not None and scope.is_part(reduced)


def _asked(question: ast.Call, word: str) -> ast.expr:
    """What a question about values gives, if they are all known.

    What is a function of Python too is left to it in code, as everything that is written out.
    """
    told = [literal(arg) for arg in question.args]
    written = word in FUNCTIONS and not any(isinstance(arg, Value) for arg in question.args)
    if written or None in told:
        return _without_empty(question)
    try:
        return _held(WORDS[word].ask(*(value[0] for value in told if value is not None)))
    except _WITHOUT_ANSWER:
        return question


def _some_item(each: ast.GeneratorExp, scope: Scope) -> ast.expr:
    """Whether a condition holds for an item of a list."""
    (loop,) = each.generators
    items = literal(reduce(loop.iter, scope))
    if items is None or not isinstance(loop.target, ast.Name):
        return ast.Call(ast.Name("some", ast.Load()), [each], [])
    name = loop.target.id
    try:
        told = [truth(reduce(each.elt, scope.with_values({name: Value(i)}))) for i in items[0]]
    except TypeError:  # nothing to go through
        told = [None]
    if True not in told and None in told:
        return ast.Call(ast.Name("some", ast.Load()), [each], [])
    return ast.Constant(True in told)


# What asking of values may raise; then nothing can be told.
_WITHOUT_ANSWER = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def _held(value: Any) -> ast.expr:
    """What has been found, to be asked further."""
    return ast.Constant(value) if isinstance(value, bool) else Value(value)


def _attribute(node: ast.Attribute, scope: Scope) -> ast.expr:
    owner = reduce(node.value, scope)
    if isinstance(owner, Value) and isinstance(owner.value, Tensor) and node.attr in ATTRIBUTES:
        return _held(ATTRIBUTES[node.attr](owner.value))
    return ast.copy_location(ast.Attribute(owner, node.attr, node.ctx), node)


def asked(value: ast.expr, kind: str) -> ast.expr:
    """The question for a kind that the code asks itself when it runs; as it is where it cannot."""
    if kind not in ASKED:
        return ast.Call(ast.Name("isa", ast.Load()), [value, ast.Name(kind, ast.Load())], [])
    question = parsed(ASKED[kind], mode="eval").body
    return reduce(question, Scope({"it": value}))


def _without_empty(node: ast.Call) -> ast.Call:
    """`f(*[])` as `f()`."""
    return ast.Call(node.func, [arg for arg in node.args if not _nothing(arg)], node.keywords)


def _nothing(arg: ast.expr) -> bool:
    listed = arg.value if isinstance(arg, ast.Starred) else None
    return isinstance(listed, (ast.List, ast.Tuple)) and not listed.elts


def _not(node: ast.UnaryOp, scope: Scope) -> ast.expr:
    operand = reduce(node.operand, scope)
    if isinstance(operand, Value):
        array = array_of(operand.value)
        if isinstance(node.op, ast.USub):
            try:
                return _held(-array)
            except _WITHOUT_ANSWER:
                return ast.UnaryOp(node.op, operand)
        if isinstance(node.op, ast.Not):
            return _held(array == False if hasattr(array, "any") else not array)  # noqa: E712
    if isinstance(node.op, ast.Not):
        told = truth(operand)
        if told is not None:
            return ast.Constant(not told)
        if isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not):
            return ast.Call(ast.Name("bool", ast.Load()), [operand.operand], [])
    return ast.UnaryOp(node.op, operand)


def _bool(node: ast.BoolOp, scope: Scope) -> ast.expr:
    """As Python does it: the first that decides ends it, those that do not are left out."""
    deciding = isinstance(node.op, ast.Or)
    left: list[ast.expr] = []
    elements: list[Any] = []
    for index, part in enumerate(node.values):
        reduced = reduce(part, scope)
        if isinstance(reduced, Value) and hasattr(array_of(reduced.value), "any"):
            elements.append(array_of(reduced.value))
            continue
        told = None if literal(reduced) is None else truth(reduced)
        last = index == len(node.values) - 1
        if told is None or told is deciding or (last and not (scope.partial and left)):
            left.append(reduced)
        if told is deciding:
            return reduced if scope.partial or len(left) == 1 else ast.BoolOp(node.op, left)
    if elements:
        # Of elements, one by one; what is not known stays beside them, and what is decides nothing.
        join = operator.or_ if deciding else operator.and_
        left = [one for one in left if literal(one) is None]
        try:
            left.append(Value(functools.reduce(join, elements)))
        except _WITHOUT_ANSWER:
            left += map(Value, elements)
    return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _choice(node: ast.IfExp, scope: Scope) -> ast.expr:
    test = reduce(node.test, scope)
    told = truth(test)
    if told is not None:
        return reduce(node.body if told else node.orelse, scope)
    body, orelse = reduce(node.body, scope), reduce(node.orelse, scope)
    return body if ast.dump(body) == ast.dump(orelse) else ast.IfExp(test, body, orelse)


COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


def _compare(node: ast.Compare, scope: Scope) -> ast.expr:
    parts = [reduce(part, scope) for part in (node.left, *node.comparators)]
    told = _compared(parts, node.ops, scope)
    return ast.Compare(parts[0], node.ops, parts[1:]) if told is None else told


def _compared(parts: list[ast.expr], kinds: list[ast.cmpop], scope: Scope) -> ast.expr | None:
    values = [literal(part) for part in parts]
    known = [array_of(value[0]) for value in values if value is not None]
    if len(known) == len(parts):
        try:
            pairs = zip(kinds, pairwise(known), strict=True)
            each = [COMPARE[type(kind)](one, other) for kind, (one, other) in pairs]
            found = functools.reduce(operator.and_, each)
        except _WITHOUT_ANSWER:
            return None
        return Value(found) if hasattr(found, "any") else ast.Constant(bool(found))
    match kinds, values:
        case [ast.Is() | ast.IsNot() as kind], [_, (None,)]:
            found_type = scope.type_of(parts[0])
            members = {member.name for member in found_type.members} if found_type else {"any"}
            if not {"None", "any"} & members:
                return ast.Constant(isinstance(kind, ast.IsNot))
    return None


COMPUTE: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def _binary(node: ast.BinOp, scope: Scope) -> ast.expr:
    left, right = reduce(node.left, scope), reduce(node.right, scope)
    one, two = literal(left), literal(right)
    if isinstance(left, Value) or isinstance(right, Value):
        if one is None or two is None or type(node.op) not in COMPUTE:
            return ast.BinOp(left, node.op, right)
        try:
            return _held(COMPUTE[type(node.op)](array_of(one[0]), array_of(two[0])))
        except _WITHOUT_ANSWER:
            return ast.BinOp(left, node.op, right)
    if one is not None and two is not None and type(node.op) in COMPUTE:
        value = _computed(COMPUTE[type(node.op)], one[0], two[0])
        tree = None if value is None else as_tree(value)
        # Lists may hold infinities, for which code has no such word as `repr` writes.
        if tree is not None and not any(isinstance(node, ast.Name) for node in walk(tree)):
            return tree
    match node.op, right:
        case ast.Add(), ast.UnaryOp(ast.USub(), ast.Constant() as size):
            return ast.BinOp(left, ast.Sub(), size)  # `len(m) - 1`, not `len(m) + -1`
    return ast.BinOp(left, node.op, right)


def _computed(compute: Callable[[Any, Any], Any], one: Any, two: Any) -> Any:
    """The value of an operation, None where it is none or not worth writing out."""
    if compute is operator.mod and isinstance(one, (str, bytes)):
        return None  # of any length
    if any(isinstance(v, (int, float)) and abs(v) > _LONG for v in (one, two)) and (
        compute is operator.pow or not all(isinstance(v, (int, float)) for v in (one, two))
    ):
        return None
    try:
        value = compute(one, two)
    except (TypeError, ValueError, ArithmeticError):
        return None
    if isinstance(value, (int, float)):
        return value if abs(value) < _LARGE else None
    return value if isinstance(value, (str, list, tuple)) and len(value) <= _LONG else None


def _subscript(node: ast.Subscript, scope: Scope) -> ast.expr:
    value, index = reduce(node.value, scope), reduce(node.slice, scope)
    place = literal(index)
    if isinstance(value, Value) and place is not None:
        try:
            return _held(array_of(value.value)[place[0]])
        except _WITHOUT_ANSWER:
            return ast.Subscript(value, index, node.ctx)
    if isinstance(value, (ast.List, ast.Tuple)) and place is not None:
        items = value.elts
        simple = not any(isinstance(item, ast.Starred) for item in items)
        if simple and type(place[0]) is int and -len(items) <= place[0] < len(items):
            return items[place[0]]
    if isinstance(value, ast.Dict) and place is not None:
        for key, item in zip(value.keys, value.values, strict=True):
            if key is not None and literal(key) == place:
                return item
    return ast.Subscript(value, index, node.ctx)


def _repeated(node: ast.ListComp | ast.GeneratorExp | ast.DictComp, scope: Scope) -> ast.expr:
    loops = [
        ast.comprehension(
            target(loop.target, scope),
            reduce(loop.iter, scope),
            [reduce(test, scope) for test in loop.ifs],
            0,
        )
        for loop in node.generators
    ]
    if isinstance(node, ast.DictComp):
        return ast.DictComp(reduce(node.key, scope), reduce(node.value, scope), loops)
    return type(node)(reduce(node.elt, scope), loops)


def _function(node: ast.Lambda, scope: Scope) -> ast.expr:
    """A function under what its parameters are called now; it has no defaults."""
    called = (scope.values.get(arg.arg, ast.Name(arg.arg)) for arg in node.args.args)
    taken = [ast.arg(ast.unparse(name)) for name in called]
    return ast.Lambda(ast.arguments([], taken, None, [], [], None, []), reduce(node.body, scope))


def target(node: ast.expr, scope: Scope) -> ast.expr:
    """A place that is written to; a name under what it is called now, if it has another name."""
    check_target(node)
    if isinstance(node, ast.Name):
        new = scope.values.get(node.id, node)
        assert isinstance(new, ast.Name)
        return ast.Name(new.id, ast.Store())
    if isinstance(node, ast.Attribute):
        return ast.Attribute(reduce(node.value, scope), node.attr, ast.Store())
    if isinstance(node, ast.Subscript):
        place = reduce(node.value, scope), reduce(node.slice, scope)
        return ast.Subscript(*place, ast.Store())
    assert isinstance(node, ast.Tuple)
    return ast.Tuple([target(item, scope) for item in node.elts], ast.Store())


_RULES: dict[type[ast.AST], Callable[[Any, Scope], ast.expr]] = {
    ast.Constant: lambda node, scope: node,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.UnaryOp: _not,
    ast.BoolOp: _bool,
    ast.IfExp: _choice,
    ast.Compare: _compare,
    ast.BinOp: _binary,
    ast.Subscript: _subscript,
    ast.ListComp: _repeated,
    ast.GeneratorExp: _repeated,
    ast.DictComp: _repeated,
    ast.Lambda: _function,
}
