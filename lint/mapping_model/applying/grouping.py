"""Groups of parameters, whose learning rates are factors of the global one in Paddle."""

from __future__ import annotations

import ast
from collections.abc import Collection

from mapping_model.calls.uses import dotted
from mapping_model.language.evaluating import Scope, truth
from mapping_model.syntax import walk
from mapping_model.types import Type

# Groups that Paddle's optimizers take as they are, and such with learning rates of their own.
GROUPS, RATED = (Type("list", (Type(name),)) for name in ("group", "group with a learning rate"))
_KEYS = {"params", "weight_decay"}
_RATE = "lr"
# What stands for one group.
_GROUP = "group"
_EMPTY = Type("list")


def type_of_groups(node: ast.expr) -> Type | None:
    """What a list of groups is; None where it is none, or has settings that Paddle's have not."""
    match node:
        case ast.List(elts=[_, *_] as groups):
            keys = [_keys(group) for group in groups]
        case ast.ListComp(elt=group):
            keys = [_keys(group)]
        case _:
            return None
    known = [one for one in keys if one is not None and one <= {*_KEYS, _RATE}]
    if len(known) < len(keys):
        return None
    return RATED if any(_RATE in one for one in known) else GROUPS


def _keys(group: ast.expr) -> set[str] | None:
    """The keys of a dictionary, all of which are text."""
    keys = group.keys if isinstance(group, ast.Dict) else []
    told = [key.value for key in keys if isinstance(key, ast.Constant)]
    names = {key for key in told if isinstance(key, str)}
    return names if names and len(names) == len(keys) else None


def gathered(nodes: Collection[ast.AST]) -> set[str]:
    """The names of lists to which groups are added, and to which nothing else is done."""
    added = {id(place): place.id for node in nodes for place in _added_to(node)}
    inner = [node.value for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript))]
    steps = [node.target for node in nodes if isinstance(node, ast.AugAssign)]
    others = (one for one in (*inner, *steps) if isinstance(one, ast.Name) and id(one) not in added)
    return set(added.values()) - {one.id for one in others}


def _added_to(node: ast.AST) -> list[ast.Name]:
    """The name of a list that a node adds groups to."""
    match node:
        case ast.Call(func=ast.Attribute(ast.Name() as place, "append"), args=[group], keywords=[]):
            return [place] if type_of_groups(ast.List([group])) else []
        case ast.Call(func=ast.Attribute(ast.Name() as place, "extend"), args=[more], keywords=[]):
            return [place] if type_of_groups(more) else []
        case ast.AugAssign(target=ast.Name() as place, op=ast.Add(), value=more):
            return [place] if type_of_groups(more) else []
    return []


def held(
    found: Type | None, name: str, changed: Collection[str], added: Collection[str]
) -> Type | None:
    """What a name holds that is given such a list, if lists may be changed where they stand."""
    if name in added and found in (_EMPTY, GROUPS, RATED):
        return RATED
    return _EMPTY if name in changed and found in (GROUPS, RATED) else found


def as_groups(value: ast.expr, scope: Scope) -> ast.expr | None:
    """Parameters as they are; groups with learning rates as factors of the global one."""
    if isinstance(value, ast.List) and any(isinstance(item, ast.Dict) for item in value.elts):
        groups = [_group(item, scope) for item in value.elts]
        known: list[ast.expr] = [group for group in groups if group is not None]
        return ast.List(known, ast.Load()) if len(known) == len(groups) else None
    found = scope.type_of(value)
    if found == RATED:
        return _each(value, scope)
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return None if isinstance(value.elt, ast.Dict) else value
    called = value.func if isinstance(value, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    items = [item.name for item in found.items] if found is not None else []
    tensors = items == ["Tensor"] or (found == GROUPS and not _upwards(scope))
    plain = isinstance(value, ast.List) or name in ("parameters", "filter") or tensors
    return value if plain else None


def _upwards(scope: Scope) -> bool | None:
    """Whether `maximize` makes the learning rate negative: weight decay must then be so, too."""
    return truth(scope.values.get("maximize", ast.Constant(False)))


def _group(item: ast.expr, scope: Scope) -> ast.Dict | None:
    """One group for Paddle; None where it says what Paddle's groups cannot."""
    if not isinstance(item, ast.Dict):
        return None
    rate = scope.values.get(_RATE)
    keys: list[ast.expr | None] = []
    values: list[ast.expr] = []
    for key, value in zip(item.keys, item.values, strict=True):
        match key:
            case ast.Constant(value="lr") if rate is not None:
                keys.append(ast.Constant("learning_rate"))
                values.append(ast.BinOp(value, ast.Div(), rate))
            case ast.Constant(value="weight_decay") if _upwards(scope):
                keys.append(key)
                values.append(ast.UnaryOp(ast.USub(), value))
            case ast.Constant(value="params" | "weight_decay"):
                keys.append(key)
                values.append(value)
            case _:
                return None
    return ast.Dict(keys, values)


def _each(groups: ast.expr, scope: Scope) -> ast.expr | None:
    """Groups that stand elsewhere, each with a factor; Paddle ignores the key `lr`."""
    rate = scope.values.get(_RATE)
    if rate is None or _upwards(scope) is not False:
        return None
    if not (isinstance(rate, ast.Constant) or dotted(rate)):
        return None  # it would be worked out several times
    if any(isinstance(node, ast.Name) and node.id == _GROUP for node in walk(rate)):
        return None
    group = ast.Name(_GROUP, ast.Load())
    get = ast.Attribute(group, "get", ast.Load())
    own = ast.Call(get, [ast.Constant(_RATE), rate], [])
    changed = ast.Dict(
        [None, ast.Constant("learning_rate")], [group, ast.BinOp(own, ast.Div(), rate)]
    )
    loop = ast.comprehension(ast.Name(_GROUP, ast.Store()), groups, [], 0)
    return ast.ListComp(changed, [loop])
