"""What classes and functions of a module make of their own: read forward, from their own code.

What the examples of entries use is told by their inputs; this is for whole files of strangers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from mapping_model.snapshots import torch_snapshot
from mapping_model.syntax import walk
from mapping_model.types import Type

TypeOf = Callable[[ast.expr], Type | None]
IsCall = Callable[[ast.Call], bool]
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
# Of arrays, tables, symbols, loggers, images and processes.
_ARRAYS = {
    *("T", "abs", "all", "any", "argmax", "argmin", "argsort", "backward", "bool", "byte", "ceil"),
    *("char", "clip", "conj", "corr", "cov", "cross", "cummax", "cummin", "cumprod", "cumsum"),
    *("diagonal", "diff", "dim", "div", "divide", "dot", "eq", "equal", "exp", "expand", "flatten"),
    *("flip", "floor", "ge", "grad", "gt", "histogram", "imag", "inner", "int", "inverse", "item"),
    *("itemsize", "layout", "le", "log", "long", "lt", "map_", "matmul", "max", "mean", "median"),
    *("min", "mode", "mul", "multiply", "nbytes", "ndim", "ne", "new", "nonzero", "norm", "pow"),
    *("prod", "put", "quantile", "ravel", "real", "repeat", "requires_grad", "reshape", "resize"),
    *("roll", "round", "select", "shape", "short", "sign", "sort", "squeeze", "sqrt", "std"),
    *("storage", "stride", "sub", "subtract", "sum", "swapaxes", "t", "take", "tile", "tolist"),
    *("trace", "transform", "transpose", "unique", "update", "var", "view", "volatile", "where"),
}
# What tells a tensor where there are no arrays.
_SIZES = {"ndim", "reshape", "shape", "size", "transpose"}
# And among those of a layer's methods.
_HERE = {"device", "float"}
# What tensors have like layers do, and gives a tensor again.
_MOVING = {"cpu", "cuda", "data", "double", "float", "half", "to"}


@cache
def tensors_alone() -> frozenset[str]:
    """The members that tensors have, and nothing else that a model is likely to hold."""
    members = {name.removeprefix(_TENSOR) for name in _names() if name.startswith(_TENSOR)}
    for owner in (_MODULE, _OPTIMIZER):
        members -= {name.removeprefix(owner) for name in _names() if name.startswith(owner)}
    members -= {member for kind in _OTHERS for member in dir(kind)} | _COMMON
    return frozenset(member for member in members if not member.startswith("__"))


@cache
def tensors_anywhere() -> frozenset[str]:
    """Those of them that arrays, tables, symbols and loggers have not: code of any kind uses them
    of tensors."""
    return tensors_alone() - _ARRAYS


def _names() -> Iterable[str]:
    return torch_snapshot().names()


@cache
def _members(*kinds: str) -> frozenset[str]:
    """The members of tensors that are methods, or attributes."""
    torch, names = torch_snapshot(), (name for name in _names() if name.startswith(_TENSOR))
    kind_of = ((name, torch.get(name)) for name in names)
    return frozenset(n.removeprefix(_TENSOR) for n, api in kind_of if api and api.kind in kinds)


def is_used_so(member: str, called: bool) -> bool:
    """Whether tensors have the member, a method that is called or an attribute that is not."""
    return member in (_members("method") if called else _members("attribute"))


def likely_tensors(
    function: ast.AST, places: tuple[bool, bool], takes_one: IsCall
) -> frozenset[str]:
    """The names in a function of which all uses together say that they are tensors.

    One use is of a kind that only tensors have, and none is of another kind. `places` say whether
    that is in a layer, and whether where there are no arrays; `takes_one` tells calls of which the
    first argument is a tensor.
    """
    in_layer, without_arrays = places
    alone = tensors_alone() | _SIZES | _HERE if in_layer else tensors_anywhere()
    alone |= _SIZES if without_arrays else frozenset()
    bound: set[str] = set()
    tensors: set[str] = set()
    others: set[str] = set()
    called: set[int] = set()
    for node in walk(function):
        match node:
            case ast.arg(arg=name, annotation=said):
                bound.add(name)
                if said is not None and not _may_say_tensor(said):
                    others.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                if not is_used_so(member, id(node) in called):
                    others.add(name)
                elif member in alone:
                    tensors.add(name)
            case ast.Attribute(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=moving)),
                attr=member,
            ) if moving in _MOVING and member in alone and is_used_so(member, id(node) in called):
                tensors.add(name)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str())):
                others.add(name)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=parts)) if (
                in_layer or without_arrays
            ) and any(map(_is_dimension, parts)):
                tensors.add(name)
            case ast.BinOp(left=left, op=ast.MatMult(), right=right) if in_layer:
                tensors.update(one.id for one in (left, right) if isinstance(one, ast.Name))
            case ast.Call(func=function_, args=arguments):
                called.add(id(function_))
                if isinstance(function_, ast.Name):
                    others.add(function_.id)
                match arguments:
                    case [ast.Name(id=name), ast.Name() | ast.Tuple()] if (
                        isinstance(function_, ast.Name) and function_.id == "isinstance"
                    ):
                        others.add(name)
                    case [ast.Name(id=name), *_] if takes_one(node):
                        tensors.add(name)
    return frozenset((tensors & bound) - others)


def _is_dimension(part: ast.expr) -> bool:
    """Whether a part of an index stands for a whole dimension, or a new one."""
    whole = isinstance(part, ast.Constant) and part.value in (None, ...)
    return whole or isinstance(part, ast.Slice)


def _may_say_tensor(said: ast.expr) -> bool:
    """Whether an annotation may mean a tensor."""
    words = [
        getattr(one, "id", getattr(one, "attr", getattr(one, "value", 0))) for one in walk(said)
    ]
    return any(isinstance(one, str) and ("Tensor" in one or one == "Any") for one in words)


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
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="self"), attr="register_buffer"),
                args=[ast.Constant(value=str(name)), value, *_],
            ):
                yield name, value
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name, seen.get(id(place))


def common(one: Type | None, other: Type | None) -> Type | None:
    """What something is that may be the one or the other."""
    if one == other or one is None or other is None:
        return only([one, other])
    return LAYER if makes_a_tensor(one) and makes_a_tensor(other) else None


def only(types: Sequence[Type | None]) -> Type | None:
    """The type that all of some are; one that is likely where one of them is."""
    if not types or any(one != types[0] for one in types):
        return None
    return next((one for one in types if one is not None and one.likely), types[0])


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
