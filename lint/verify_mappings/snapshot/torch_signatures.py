"""Signatures of torch's APIs: inspect, then stubs, then operator schemas, then docstrings."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import torch

from verify_mappings.snapshot import schemas, stubs
from verify_mappings.snapshot.doclines import documented, stated
from verify_mappings.snapshot.merged_overloads import Merged, merge
from verify_mappings.snapshot.render import Overload, Params, from_inspect, is_opaque
from verify_mappings.snapshot.torch_corrections import (
    OF_TENSOR_TYPES,
    RENAMED,
    STATED,
    completed,
)
from verify_mappings.snapshot.walk import Api, attribute_type, is_tensor_type, unbound

_HOME = Path(torch.__file__).parent
T = TypeVar("T")


def signatures(api: Api) -> tuple[str, Merged]:
    """Where the signatures came from, and the signatures."""
    if api.kind == "attribute" or _cannot_be_called(api.obj):
        return "none", Merged()
    if texts := STATED.get(_of_tensor_type(api.obj) or api.name):
        return "doc", Merged(tuple(Overload(stated(text)) for text in texts))
    python = _from_inspect(api)
    if python is not None and not is_opaque(python.params):
        return "inspect", Merged((python,))
    doc = documented(getattr(api.obj, "__doc__", None), api.name.rpartition(".")[2])
    told = [overload.params for overload in doc]
    for source, found in _typed_sources(api, told):
        if found:
            return source, completed(api.name, merge(found, told, _hints(api)))
    if doc:
        return "doc", Merged(tuple(doc))
    return ("none", Merged()) if python is None else ("inspect", Merged((python,)))


def _of_tensor_type(obj: Any) -> str | None:
    """Whose signatures a class has that stands for `Tensor` of some type; None for any other."""
    return OF_TENSOR_TYPES[obj.is_sparse] if is_tensor_type(obj) else None


# What C sets of a class that has no constructor (`Py_TPFLAGS_DISALLOW_INSTANTIATION`).
_NO_CONSTRUCTOR = 1 << 7


def _cannot_be_called(obj: object) -> bool:
    """Whether it is a class like `torch.dtype`, all of whose objects torch has made itself."""
    return isinstance(obj, type) and bool(obj.__flags__ & _NO_CONSTRUCTOR)


def _hints(api: Api) -> list[Params]:
    """What the documentation of a function says, for the method of that name."""
    name = api.name.rpartition(".")[2]
    function = getattr(torch, name, None) if api.owner is torch.Tensor else None
    found = documented(getattr(function, "__doc__", None), name)
    return [overload.params for overload in found]


def _typed_sources(api: Api, doc: list[Params]) -> list[tuple[str, list[Overload]]]:
    """Stubs, then operators; the other way round in `_nn`, whose stubs lack stars and defaults."""
    operators = _from_schemas(api)
    if doc and not any(param.name == "out" for params in doc for param in params):
        operators = _without_out(operators)
    sources = [("stub", from_stubs(api)), ("aten", operators)]
    return sources[::-1] if getattr(api.obj, "__module__", None) == "torch._C._nn" else sources


def _from_inspect(api: Api) -> Overload | None:
    obj, drop_first = _callable(api)
    try:
        found = from_inspect(inspect.signature(obj), drop_first=drop_first)
    except (TypeError, ValueError):
        return None
    return replace(found, returns="") if api.kind == "class" else found


def _callable(api: Api) -> tuple[Any, bool]:
    """What to inspect, and whether its first parameter stands for the object itself."""
    obj, drop_first = unbound(api)
    if inspect.isclass(obj):
        init = _constructor(obj)
        return init, init is not obj
    return _unwrapped(obj), drop_first


# How wrappers of torch (`boolean_dispatch`, old initialisers) call the wrapped function.
_WRAPPED = ("if_true", "meth")


def _unwrapped(obj: object) -> object:
    """The function that a wrapper without a signature of its own calls in the end."""
    while inspect.isfunction(obj):
        free = obj.__code__.co_freevars
        cells = dict(zip(free, obj.__closure__ or (), strict=True))
        inner = [cells[name] for name in _WRAPPED if name in free]
        if not inner:
            break
        obj = inner[0].cell_contents
    return obj


def _constructor(cls: Any) -> Any:
    """What tells a class's parameters: an `@overload` where `__init__` takes `*args`.

    `@deprecated` gives a class a `__new__` that takes anything.
    """
    init = cls.__init__
    if init is torch.nn.Module.__init__:
        return _takes_nothing
    if "__deprecated__" in vars(cls):
        return init
    overloads = typing.get_overloads(init) if inspect.isfunction(init) else []
    return overloads[0] if overloads else cls


def _takes_nothing(self: object) -> None:
    """`Module.__init__` has `*args, **kwargs` for its subclasses' sake, and refuses any."""


# The stub files of modules and of classes; the last one that tells of a name counts.
_OF_MODULES = {
    "torch": ("_C/__init__.pyi", "_C/_VariableFunctions.pyi"),
    "torch.nn.functional": ("_C/_nn.pyi", "_C/_VariableFunctions.pyi", "nn/functional.pyi"),
    "torch.distributed": ("_C/_distributed_c10d.pyi",),
    "torch.autograd": ("_C/_autograd.pyi",),
}
_OF_CLASSES = ("_C/_distributed_c10d.pyi", "_C/_autograd.pyi", "_C/__init__.pyi")


@cache
def _function_stubs(module: str) -> stubs.Overloads:
    found = (stubs.read_functions(_HOME / file) for file in _OF_MODULES.get(module, ()))
    return {name: overloads for file in found for name, overloads in file.items()}


@cache
def _class_stubs() -> dict[str, stubs.Overloads]:
    found = (stubs.read_classes(_HOME / file) for file in _OF_CLASSES)
    return {name: methods for file in found for name, methods in file.items()}


def from_stubs(api: Api) -> list[Overload]:
    """What the stubs tell of an API, in the words of torch's parser."""
    found = _in_stubs(api)
    if api.owner is torch.Tensor:
        # No method takes `out`, though a few stubs say so.
        found = _without_out(found)
    names = RENAMED.get(api.name, {})
    return [_renamed(overload, names) for overload in found]


def _in_stubs(api: Api) -> list[Overload]:
    path, _, name = api.name.rpartition(".")
    if api.kind == "function":
        return _function_stubs(path).get(name, [])
    if api.kind == "class":
        own = _class_stubs().get(api.obj.__name__, {})
        return own.get("__init__") or own.get("__new__") or []
    return _inherited(_class_stubs(), api, [])


def _inherited(classes: Mapping[str, Mapping[str, T]], api: Api, default: T) -> T:
    """What is said of a member at its class or the nearest base that has it."""
    name = api.name.rpartition(".")[2]
    bases = (classes.get(base.__name__, {}) for base in getattr(api.owner, "__mro__", ()))
    return next((members[name] for members in bases if name in members), default)


def _from_schemas(api: Api) -> list[Overload]:
    """`torch.linalg.svd` calls itself `linalg_svd`, which is the operator's name."""
    if not isinstance(api.obj, types.BuiltinFunctionType):
        return []
    return schemas.overloads(api.obj.__name__)


def _without_out(overloads: list[Overload]) -> list[Overload]:
    return [replace(o, params=tuple(p for p in o.params if p.name != "out")) for o in overloads]


def _renamed(overload: Overload, names: Mapping[str, str]) -> Overload:
    params = (replace(p, name=names.get(p.name, p.name)) for p in overload.params)
    return replace(overload, params=tuple(params))


def type_of_attribute(api: Api) -> str:
    """What an attribute is: as a stub says of a class written in C, or as Python tells."""
    if api.kind != "attribute":
        return ""
    return attribute_type(api) or _inherited(_attribute_stubs(), api, "")


@cache
def _attribute_stubs() -> dict[str, dict[str, str]]:
    return stubs.read_attributes(_HOME / "_C/__init__.pyi")
