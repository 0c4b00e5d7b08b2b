"""Expressions over torch's parameter names: a small part of Python, and what a call makes of them.

`as: not batch_first` says what Paddle's parameter gets, `when: isa(min, tensor)` when a case
holds. `reduce` puts the arguments of one call in and works out what can be: `not False` is `True`,
`'bidirect' if flag else 'forward'` stays where `flag` is a variable. What is not known of kinds is
left to `isinstance`. Nothing is ever executed.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mapping_model.applying.kinds import ASKED, KINDS, is_kind
from mapping_model.calls.binding import TypeOf
from mapping_model.calls.overloads import type_of_literal
from mapping_model.calls.uses import dotted
from mapping_model.syntax import expression, parts, walk
from mapping_model.types import Type

# Questions about a call, and the functions of Python that expressions may use.
QUESTIONS = ("called", "given", "isa", "written")
FUNCTIONS = (
    *("abs", "bool", "float", "getattr", "int", "isinstance", "len", "list", "max", "min"),
    *("range", "setattr", "str", "sum", "tuple", "zip", "RuntimeError"),
)
RECEIVER = "self"
# What code asks that is also right where nothing is called.
CALLED = "called()"
# What layers and losses are called with.
CALLED_WITH = ("input", "target")
# Whether the layer that comes out is in training when it is called so.
TRAINING = "training"
# What is written to an attribute.
VALUE = "value"
REST, SAME = "rest", "same"
# The parts of Python that expressions are made of.
NODES = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.keyword, ast.Starred),
    *(ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.List, ast.Tuple, ast.Dict),
    *(ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Slice),
)
# Only code may repeat something: its names are made free of those around.
REPEATING = (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.Lambda)
_IN_EXPRESSIONS = frozenset(kind for known in NODES for kind in (known, *known.__subclasses__()))
_IN_CODE = _IN_EXPRESSIONS.union((*REPEATING, ast.comprehension, ast.arguments, ast.arg))
# Infinity in a condition, and as code writes it.
INFINITY = "inf"
_INFINITIES = (INFINITY, *(f"{owner}.inf" for owner in ("math", "np", "numpy", "torch", "paddle")))
_INFINITE_TEXTS = {
    f"{sign}{word}": (-math.inf if sign == "-" else math.inf,)
    for sign in ("", "+", "-")
    for word in ("inf", "infinity")
}
# Larger numbers are left as they are written.
_LARGE = 1 << 62
_LONG = 64


class ExpressionError(ValueError):
    """An expression is not of the language; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What one call makes of the names: the argument of each parameter, or torch's default.

    `given` are the parameters that the call passes; `type_of` what is known of an expression;
    `called` tells whether it is called, or only named, `written` whether an attribute is written
    to; `rest` and `same` complete a call that ends in `**rest` or `**same`, which is no longer
    there.
    """

    values: Mapping[str, ast.expr]
    given: Collection[str] = frozenset()
    type_of: TypeOf = type_of_literal
    called: bool = True
    written: bool = False
    rest: Callable[[ast.Call], ast.Call] | None = None
    same: Callable[[ast.Call], ast.Call] | None = None

    def with_values(self, values: Mapping[str, ast.expr]) -> Scope:
        """The scope with further names."""
        return replace(self, values={**self.values, **values})


@cache
def parse(text: str) -> ast.expr:
    """The tree of an expression; raise ExpressionError for what does not belong to the language."""
    tree = expression(text)
    if tree is None:
        raise ExpressionError(f"`{text}` is no expression of Python")
    check(tree)
    return tree


def check(tree: ast.expr, in_code: bool = False) -> None:
    """Raise ExpressionError for what does not belong to the language."""
    known = _IN_CODE if in_code else _IN_EXPRESSIONS
    for node in walk(tree):
        if type(node) not in known:
            raise ExpressionError(f"{_called(node)} is not part of expressions")
        if isinstance(node, ast.Call):
            _check_call(node)
        if isinstance(node, ast.Lambda) and len(node.args.args) != len(parts(node.args)):
            raise ExpressionError(f"{_called(node)} takes more than plain parameters")


def names(node: ast.AST) -> Iterator[ast.Name]:
    """The names in an expression that stand for values of a call: not functions, kinds, paddle."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in QUESTIONS:
            yield from (arg for arg in node.args[:1] if isinstance(arg, ast.Name))
            return
        if node.func.id not in FUNCTIONS:
            yield node.func
        for part in (*node.args, *node.keywords):
            yield from names(part)
        return
    if isinstance(node, REPEATING):
        inner = [found for part in parts(node) for found in names(part)]
        own = set(stored(node))
        yield from (name for name in inner if name.id not in own)
        return
    if isinstance(node, ast.Name):
        if node.id != "paddle":
            yield node
        return
    for part in parts(node):
        yield from names(part)


def stored(tree: ast.AST) -> Iterator[str]:
    """The names that code gives a meaning to itself."""
    for node in walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def _called(node: ast.AST) -> str:
    return f"`{ast.unparse(node)}`" if isinstance(node, ast.expr) else type(node).__name__


def _check_call(node: ast.Call) -> None:
    function = dotted(node.func)
    if function is None or "." in function:
        return  # a method, a function of Paddle
    if function == "given" and not (len(node.args) == 1 and isinstance(node.args[0], ast.Name)):
        raise ExpressionError("`given` asks for one parameter: `given(out)`")
    if function in ("called", "written") and (node.args or node.keywords):
        raise ExpressionError(f"`{function}()` takes no arguments")
    if function == "isa":
        kind = node.args[1] if len(node.args) == 2 else None
        if not isinstance(kind, ast.Name) or kind.id not in KINDS:
            raise ExpressionError(f"`isa` asks for a kind: {', '.join(KINDS)}")


def literal(node: ast.expr) -> tuple[Any] | None:
    """The value of an expression that is written out, alone in a tuple; None for others."""
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
    return ast.parse(repr(value), mode="eval").body


def truth(node: ast.expr) -> bool | None:
    """Whether a reduced condition holds; None where that cannot be told."""
    value = literal(node)
    if value is not None:
        return bool(value[0])
    if isinstance(node, ast.BoolOp):
        deciding = isinstance(node.op, ast.Or)
        if deciding in [truth(part) for part in node.values]:
            return deciding
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
            if complete is None:
                raise ExpressionError(f"`**{word}` completes the calls of code alone")
            return complete(_without_empty(_parts(ast.Call(node.func, node.args, passed), scope)))
        case ast.Call(func=ast.Name(id="called")):
            return ast.Constant(scope.called)
        case ast.Call(func=ast.Name(id="written")):
            return ast.Constant(scope.written)
        case ast.Call(func=ast.Name(id="given"), args=[ast.Name(id=name)]):
            return ast.Constant(name in scope.given)
        case ast.Call(func=ast.Name(id="isa"), args=[value, ast.Name(id=kind)]):
            reduced = reduce(value, scope)
            answer = is_kind(scope.type_of(reduced), kind)
            return asked(reduced, kind) if answer is None else ast.Constant(answer)
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


def asked(value: ast.expr, kind: str) -> ast.expr:
    """The question for a kind that the code asks itself when it runs; as it is where it cannot."""
    if kind not in ASKED:
        return ast.Call(ast.Name("isa", ast.Load()), [value, ast.Name(kind, ast.Load())], [])
    question = ast.parse(ASKED[kind], mode="eval").body
    return reduce(question, Scope({"it": value}))


def _without_empty(node: ast.Call) -> ast.Call:
    """`f(*[])` as `f()`."""
    return ast.Call(node.func, [arg for arg in node.args if not _nothing(arg)], node.keywords)


def _nothing(arg: ast.expr) -> bool:
    listed = arg.value if isinstance(arg, ast.Starred) else None
    return isinstance(listed, (ast.List, ast.Tuple)) and not listed.elts


def _not(node: ast.UnaryOp, scope: Scope) -> ast.expr:
    operand = reduce(node.operand, scope)
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
    for index, part in enumerate(node.values):
        reduced = reduce(part, scope)
        told = None if literal(reduced) is None else truth(reduced)
        if told is None or told is deciding or index == len(node.values) - 1:
            left.append(reduced)
        if told is deciding:
            break
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
    left, *rest = [reduce(part, scope) for part in (node.left, *node.comparators)]
    if len(rest) == 1:
        told = _compared(left, node.ops[0], rest[0], scope)
        if told is not None:
            return ast.Constant(told)
    return ast.Compare(left, node.ops, rest)


def _compared(left: ast.expr, kind: ast.cmpop, right: ast.expr, scope: Scope) -> bool | None:
    one, two = literal(left), literal(right)
    if one is not None and two is not None:
        try:
            return bool(COMPARE[type(kind)](one[0], two[0]))
        except TypeError:
            return None
    if isinstance(kind, (ast.Is, ast.IsNot)) and two == (None,):
        found = scope.type_of(left)
        if found is not None and not {"None", "any"} & {member.name for member in found.members}:
            return isinstance(kind, ast.IsNot)
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
    if one is not None and two is not None and type(node.op) in COMPUTE:
        value = _computed(COMPUTE[type(node.op)], one[0], two[0])
        tree = None if value is None else as_tree(value)
        # Lists may hold infinities, for which code has no such word as `repr` writes.
        if tree is not None and not any(isinstance(node, ast.Name) for node in walk(tree)):
            return tree
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


def check_target(node: ast.expr) -> None:
    """Raise ExpressionError for what code does not assign to."""
    if isinstance(node, ast.Tuple):
        for item in node.elts:
            check_target(item)
    elif not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        told = "Code assigns to names, attributes, items and tuples of them, not to"
        raise ExpressionError(f"{told} `{ast.unparse(node)}`")


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
