"""What loops step on, and what lists and dictionaries hold, of Python's own making."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from mapping_model.applying.inferring import LISTS
from mapping_model.calls.uses import dotted
from mapping_model.syntax import walk
from mapping_model.types import Type

TypeOf = Callable[[ast.expr], Type | None]
# Of which all items are of one type.
ALIKE = ("list", "shape")
_STEPPED = (*ALIKE, *LISTS, "iterable")
_TENSOR, _UNKNOWN = Type("Tensor"), Type("any")
_PARAMETERS = Type("list", (_TENSOR,), likely=True)
# Whose `state_dict()` holds other things than tensors.
_OTHERS = ("opt", "sched", "scaler", "sampler", "loader")


def stepped(through: ast.expr, of: TypeOf) -> Type | None:
    """What a loop goes through: what Python makes of others has their items."""
    match through:
        case ast.Call(func=ast.Name(id="list" | "tuple" | "reversed"), args=[one], keywords=[]):
            return stepped(one, of)
        case ast.Call(func=ast.Name(id="filter"), args=[_, one], keywords=[]):
            return stepped(one, of)
        case ast.Call(func=ast.Name(id="enumerate"), args=[one, *_]):
            item = item_of(stepped(one, of))
            return None if item is None else _pairs(Type("int"), item)
        case ast.Call(func=ast.Name(id="zip"), args=[_, *_] as ones):
            return _zipped([item_of(stepped(one, of)) for one in ones])
        case ast.Call(func=function, args=[_, *_] as ones) if _last(function) == "chain":
            return _common([stepped(one, of) for one in ones])
        case ast.Call(func=ast.Attribute(value=owner, attr="values"), args=[], keywords=[]):
            kind = _held(of(owner))
            return of(through) if kind is None else Type("iterable", (kind,), likely=kind.likely)
        case ast.Call(func=ast.Attribute(value=owner, attr="items"), args=[], keywords=[]):
            kind = _held(of(owner))
            return of(through) if kind is None else _pairs(_UNKNOWN, kind)
    return of(through)


def made(node: ast.expr, of: TypeOf) -> Type | None:
    """A list or a dictionary of tensors, as `list(m.parameters())`; None for everything else."""
    match node:
        case ast.Call(func=ast.Name(id="list" | "tuple" | "sorted"), args=[one, *_]):
            item = item_of(stepped(one, of))
            if item is None or item != _TENSOR:
                return None
            return Type("list", (item,), likely=item.likely)
        case ast.Call(func=ast.Name(id="dict"), args=[one], keywords=[]):
            return dictionary(_second(item_of(stepped(one, of))))
        case ast.Call(func=ast.Attribute(value=owner, attr="state_dict")) if of(owner) is None:
            name = (dotted(owner) or "").lower()
            return None if any(word in name for word in _OTHERS) else dictionary(_likely(_TENSOR))
        case ast.List(elts=[ast.Starred(), *_] as ones):
            kinds = [
                stepped(one.value, of) if isinstance(one, ast.Starred) else None for one in ones
            ]
            found = _common(kinds)
            return Type("list", found.items, likely=found.likely) if found else None
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            sides = of(left), of(right)
            return sides[0] if all(map(holds, sides)) else None
        case ast.Subscript(value=group, slice=ast.Constant(value="params")):
            return _PARAMETERS if _is_group(group) else None
    return None


def holds(found: Type | None) -> bool:
    """Whether something is a list or a dictionary of tensors, and no tensor itself."""
    return found is not None and found.name in ("dict", "list") and found.items == (_TENSOR,)


def dictionary(kind: Type | None) -> Type | None:
    """One whose values are of a type, which only tensors tell."""
    return (
        Type("dict", (kind,), likely=kind.likely) if kind is not None and kind == _TENSOR else None
    )


def item_of(found: Type | None) -> Type | None:
    """What a loop through something steps on; None where that cannot be told."""
    if found is None or found == _TENSOR:
        return found
    if found.name not in _STEPPED or not found.items:
        return None
    return _likely(found.items[0]) if found.likely else found.items[0]


def loose_steps(scope: ast.AST, place: ast.AugAssign) -> bool:
    """Whether `x += y` changes what a loop has just stepped on, which nothing else gives a value.

    Where the loop counts, or `y` is text or a list, it is no tensor.
    """
    name = place.target.id if isinstance(place.target, ast.Name) else ""
    if isinstance(place.value, (ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set)):
        return False
    if isinstance(place.value, ast.Constant) and isinstance(place.value.value, (str, bytes)):
        return False
    loops = [one for one in walk(scope) if isinstance(one, (ast.For, ast.AsyncFor))]
    return any(
        name in _targets(loop.target, loop.iter)
        and any(one is place for line in loop.body for one in walk(line))
        and not any(_gives(one, name) for line in loop.body for one in walk(line))
        for loop in loops
    )


def _targets(target: ast.expr, through: ast.expr) -> Iterator[str]:
    """The names that a loop gives its items, but for counts and keys."""
    match through, target:
        case ast.Call(func=ast.Name(id="range")), _:
            return
        case ast.Call(func=ast.Name(id="enumerate")), ast.Tuple(elts=[_, rest]):
            target = rest
        case ast.Call(func=ast.Attribute(attr="items")), ast.Tuple(elts=[_, rest]):
            target = rest
    yield from (one.id for one in walk(target) if isinstance(one, ast.Name))


def _gives(node: ast.AST, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    inner = [one for target in targets for one in walk(target)]
    return any(isinstance(one, ast.Name) and one.id == name for one in inner)


def _is_group(node: ast.expr) -> bool:
    """Whether it is a group of an optimizer, by its name or where it comes from."""
    if isinstance(node, ast.Subscript):
        return _last(node.value) == "param_groups"
    return "group" in _last(node).lower()


def _pairs(first: Type, second: Type) -> Type:
    pair = Type("tuple", (first, second), likely=second.likely)
    return Type("iterable", (pair,), likely=second.likely)


def _zipped(kinds: Sequence[Type | None]) -> Type | None:
    if not any(kinds):
        return None
    guessed = any(kind.likely for kind in kinds if kind is not None)
    together = Type("tuple", tuple(kind or _UNKNOWN for kind in kinds), likely=guessed)
    return Type("iterable", (together,), likely=guessed)


def _common(kinds: Sequence[Type | None]) -> Type | None:
    items = [item_of(kind) for kind in kinds]
    first = items[0]
    if first is None or any(one != first for one in items):
        return None
    guessed = any(one.likely for one in items if one is not None)
    return Type("iterable", (first,), likely=guessed)


def _held(found: Type | None) -> Type | None:
    """What the values of a dictionary are."""
    if found is None or found.name != "dict" or not found.items:
        return None
    return _likely(found.items[0]) if found.likely else found.items[0]


def _second(found: Type | None) -> Type | None:
    if found is None or found.name != "tuple" or len(found.items) != 2:
        return None
    return _likely(found.items[1]) if found.likely else found.items[1]


def _likely(found: Type) -> Type:
    return Type(found.name, found.items, found.fields, likely=True)


def _last(node: ast.expr) -> str:
    return (dotted(node) or "").rpartition(".")[2]
