"""What classes and functions of a module make of their own: read forward, from their own code.

What the examples of entries use is told by their inputs; this is for whole files of strangers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache

from mapping_model.snapshots import torch_snapshot
from mapping_model.syntax import walk
from mapping_model.types import Type

TypeOf = Callable[[ast.expr], Type | None]
# What a class or function of the module gives when it is called.
CALLABLE = "callable"
# The name of a layer that the module defines, with what calling it gives.
OWN_LAYER = "torch.nn.own."
# Any layer that makes a tensor of a tensor.
LAYER = Type("torch.nn.Identity")
# Layers that are lists of layers.
LISTS = ("torch.nn.ModuleList", "torch.nn.Sequential")
_TENSOR, _MODULE, _OPTIMIZER = "torch.Tensor.", "torch.nn.Module.", "torch.optim.Optimizer."
_OTHERS = (bool, bytes, complex, dict, float, frozenset, int, list, range, set, slice, str, tuple)
# Of arrays, files, paths and loaders, which a model may hold, too.
_COMMON = {"close", "copy", "data", "device", "dtype", "name", "names", "numpy", "size", "type"}


@cache
def tensors_alone() -> frozenset[str]:
    """The members that tensors have, and nothing else that a model is likely to hold."""
    names = torch_snapshot().names()
    members = {name.removeprefix(_TENSOR) for name in names if name.startswith(_TENSOR)}
    for owner in (_MODULE, _OPTIMIZER):
        members -= {name.removeprefix(owner) for name in names if name.startswith(owner)}
    members -= {member for kind in _OTHERS for member in dir(kind)} | _COMMON
    return frozenset(member for member in members if not member.startswith("__"))


def attributes_of(node: ast.ClassDef, type_of: TypeOf) -> dict[str, Type]:
    """What attributes of the objects of a class are: those that all assignments say are one."""
    found: dict[str, Type | None] = {}
    for name, value in _assigned(node):
        if isinstance(value, ast.Constant) and value.value is None:
            continue
        given = None if value is None else type_of(value)
        found[name] = given if name not in found else common(found[name], given)
    return {name: one for name, one in found.items() if one is not None}


def _assigned(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None]]:
    """The attributes that methods assign, each with its value; None where that is not seen."""
    nodes = walk(node)
    seen: dict[int, ast.expr | None] = {}
    for line in nodes:
        if isinstance(line, ast.Assign):
            seen.update((id(target), line.value) for target in line.targets)
        elif isinstance(line, ast.AnnAssign):
            seen[id(line.target)] = line.value
    for place in nodes:
        match place:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name, seen.get(id(place))


def common(one: Type | None, other: Type | None) -> Type | None:
    """What something is that may be the one or the other."""
    if one == other or one is None or other is None:
        return one if one == other else None
    return LAYER if makes_a_tensor(one) and makes_a_tensor(other) else None


def makes_a_tensor(kind: Type) -> bool:
    """Whether it is a layer whose call gives one tensor."""
    if kind.name.startswith(OWN_LAYER):
        return bool(kind.items) and kind.items[0].name == "Tensor"
    last = kind.name.rpartition(".")[2]
    return kind.name.startswith("torch.nn.") and last[:1].isupper() and last not in NO_TENSOR


# Layers whose result is no single tensor, or nobody knows what.
NO_TENSOR = {
    *("LSTM", "GRU", "RNN", "MultiheadAttention", "LSTMCell", "ModuleList", "ModuleDict"),
    *("Module", "Parameter", "ParameterList", "ParameterDict"),
}


def items_of(node: ast.Call, type_of: TypeOf) -> tuple[Type, ...]:
    """What a list of layers holds, where all items are alike."""
    listed = node.args[0] if len(node.args) == 1 else None
    if isinstance(listed, (ast.ListComp, ast.GeneratorExp)):
        values = [listed.elt]
    elif isinstance(listed, (ast.List, ast.Tuple)):
        values = listed.elts
    else:
        values = node.args
    kinds = [type_of(value) for value in values]
    if not kinds:
        return ()
    found = kinds[0]
    for kind in kinds[1:]:
        found = common(found, kind)
    return () if found is None else (found,)
