"""Whether a condition holds for the values of one call."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mapping_model.applying.expressions import COMPARE, COMPUTE
from mapping_model.entry import Limit
from mapping_model.limits.checking import condition_tree
from mapping_model.limits.vocabulary import (
    ATTRIBUTES,
    CONSTANTS,
    WORDS,
    Dtype,
    Tensor,
    array_of,
    some,
)

# What `isa` asks of a value: the classes; a bool is a number, but no `int`, as Python would say.
_CLASSES: dict[str, tuple[type, ...]] = {
    "tensor": (Tensor,),
    "number": (int, float, complex),
    "bool": (bool,),
    "int": (int,),
    "float": (float,),
    "str": (str,),
    "dtype": (Dtype,),
    "list": (list, tuple),
    "dict": (dict,),
}


# The value of an argument that is passed, but computed by other code.
UNTOLD = object()


class _Unknown(Exception):
    """What is asked of a call cannot be told."""


def covers(
    limit: Limit, arguments: Mapping[str, Any], defaults: Mapping[str, Any] | None = None
) -> bool | None:
    """Whether a call is one that a limit speaks of; None where that cannot be told.

    `arguments` are the values that the call passes by torch's names of the parameters, `self` for
    the object that a method is called on: numbers, texts, lists, None, `Tensor` and `Dtype`.
    `defaults` are torch's for the others. What is asked of a parameter that has neither is not
    known.
    """
    return holds(limit.when, arguments, defaults)


def holds(
    condition: str, arguments: Mapping[str, Any], defaults: Mapping[str, Any] | None = None
) -> bool | None:
    """Whether a condition holds, as `covers`."""
    try:
        return some(_Asked(arguments, defaults or {}).value(condition_tree(condition)))
    except _Unknown:
        return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """The values that a condition is asked of."""

    arguments: Mapping[str, Any]
    defaults: Mapping[str, Any]
    items: Mapping[str, Any] = field(default_factory=dict)

    def value(self, node: ast.expr) -> Any:
        """What an expression gives; raise _Unknown where it cannot be told."""
        rule = _RULES.get(type(node))
        if rule is None:
            raise _Unknown
        try:
            return rule(self, node)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise _Unknown from error

    def name(self, node: ast.Name) -> Any:
        for known in (self.items, self.arguments, self.defaults, CONSTANTS):
            if node.id in known and known[node.id] is not UNTOLD:
                return known[node.id]
        raise _Unknown

    def attribute(self, node: ast.Attribute) -> Any:
        owner = self.value(node.value)
        if not isinstance(owner, Tensor):
            raise _Unknown
        return ATTRIBUTES[node.attr](owner)

    def call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(func=ast.Name(id="given"), args=[ast.Name(id=name)]):
                return name in self.arguments
            case ast.Call(func=ast.Name(id="isa"), args=[asked, ast.Name(id=kind)]):
                return self.is_a(self.value(asked), kind)
            case ast.Call(func=ast.Name(id="some"), args=[ast.GeneratorExp() as each]):
                return self.some_of(each)
            case ast.Call(func=ast.Name(id=word)):
                return WORDS[word].ask(*map(self.value, node.args))
        raise _Unknown

    def is_a(self, value: Any, kind: str) -> bool:
        if kind not in _CLASSES:
            raise _Unknown
        if isinstance(value, bool) and kind == "int":
            return False
        if isinstance(value, Dtype) and kind == "str":
            return False
        return isinstance(value, _CLASSES[kind])

    def some_of(self, each: ast.GeneratorExp) -> bool:
        (loop,) = each.generators
        assert isinstance(loop.target, ast.Name)
        items = self.value(loop.iter)
        inner = [_Asked(self.arguments, self.defaults, {loop.target.id: item}) for item in items]
        return any(some(asked.value(each.elt)) for asked in inner)

    def unary(self, node: ast.UnaryOp) -> Any:
        operand = array_of(self.value(node.operand))
        if isinstance(node.op, ast.Not):
            return operand == False if hasattr(operand, "any") else not operand  # noqa: E712
        if isinstance(node.op, ast.USub):
            return -operand
        raise _Unknown

    def binary(self, node: ast.BinOp) -> Any:
        compute = COMPUTE.get(type(node.op))
        if compute is None:
            raise _Unknown
        return compute(array_of(self.value(node.left)), array_of(self.value(node.right)))

    def both(self, node: ast.BoolOp) -> Any:
        """As Python does it, element by element; what is unknown may not decide."""
        join: Callable[[Any, Any], Any]
        deciding = isinstance(node.op, ast.Or)
        join = operator.or_ if deciding else operator.and_
        found: Any = not deciding
        unknown = False
        for part in node.values:
            try:
                value = array_of(self.value(part))
            except _Unknown:
                unknown = True
                continue
            if not hasattr(value, "any"):
                if bool(value) is deciding:
                    return deciding
                continue
            found = join(found, value)
        if unknown:
            raise _Unknown
        return found

    def compare(self, node: ast.Compare) -> Any:
        left = array_of(self.value(node.left))
        found: Any = True
        for kind, part in zip(node.ops, node.comparators, strict=True):
            right = array_of(self.value(part))
            found = found & COMPARE[type(kind)](left, right)
            left = right
        return found

    def subscript(self, node: ast.Subscript) -> Any:
        return array_of(self.value(node.value))[self.value(node.slice)]

    def choice(self, node: ast.IfExp) -> Any:
        return self.value(node.body if some(self.value(node.test)) else node.orelse)

    def several(self, node: ast.Tuple | ast.List) -> Any:
        return tuple(map(self.value, node.elts))


_RULES: dict[type[ast.expr], Callable[[_Asked, Any], Any]] = {
    ast.Constant: lambda asked, node: node.value,
    ast.Name: _Asked.name,
    ast.Attribute: _Asked.attribute,
    ast.Call: _Asked.call,
    ast.UnaryOp: _Asked.unary,
    ast.BinOp: _Asked.binary,
    ast.BoolOp: _Asked.both,
    ast.Compare: _Asked.compare,
    ast.Subscript: _Asked.subscript,
    ast.IfExp: _Asked.choice,
    ast.Tuple: _Asked.several,
    ast.List: _Asked.several,
}
