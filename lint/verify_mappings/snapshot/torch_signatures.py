"""Signatures of torch's APIs: inspect, then stubs, then operator schemas, then docstrings."""

from __future__ import annotations

import inspect
import types
import typing
from functools import cache
from pathlib import Path

import torch

from verify_mappings.snapshot import schemas, stubs
from verify_mappings.snapshot.doclines import documented
from verify_mappings.snapshot.overloads import Merged, merge
from verify_mappings.snapshot.render import DOUBLE_STARRED, STARRED, Param, from_inspect
from verify_mappings.snapshot.stubs import Overload
from verify_mappings.snapshot.walk import Api

_HOME = Path(torch.__file__).parent


def signatures(api: Api) -> tuple[str, Merged]:
    """Where the signatures came from, and the signatures."""
    if api.kind == "attribute":
        return "none", Merged()
    python = _from_inspect(api)
    if python is not None and not _is_opaque(python):
        return "inspect", Merged((python,))
    doc = documented(getattr(api.obj, "__doc__", None), api.name.rpartition(".")[2])
    for source, found in _typed_sources(api):
        if found:
            return source, merge(found, doc)
    if doc:
        return "doc", Merged(tuple(doc))
    return ("none", Merged()) if python is None else ("inspect", Merged((python,)))


def _typed_sources(api: Api) -> list[tuple[str, list[Overload]]]:
    """Stubs, then operators; the other way round in `_nn`, whose stubs lack stars and defaults."""
    sources = [("stub", _from_stubs(api)), ("aten", _from_schemas(api))]
    return sources[::-1] if getattr(api.obj, "__module__", None) == "torch._C._nn" else sources


def _from_inspect(api: Api) -> tuple[Param, ...] | None:
    obj, drop_first = _callable(api)
    try:
        return from_inspect(inspect.signature(obj), drop_first=drop_first)
    except (TypeError, ValueError):
        return None


def _callable(api: Api) -> tuple[object, bool]:
    """What to inspect, and whether its first parameter stands for the object itself."""
    obj = api.obj
    if isinstance(obj, staticmethod):
        return obj.__func__, False
    if isinstance(obj, classmethod):
        return obj.__func__, True
    if api.kind == "class":
        init = _constructor(obj)
        return init, init is not obj
    return _unwrapped(obj), api.kind == "method"


def _is_opaque(params: tuple[Param, ...]) -> bool:
    """Whether a signature only says that arguments are passed on."""
    return bool(params) and all(param.kind in (STARRED, DOUBLE_STARRED) for param in params)


# What wrappers of torch (`boolean_dispatch`, the deprecated initialisers) call the wrapped function.
_WRAPPED = ("if_true", "meth")


def _unwrapped(obj: object) -> object:
    """The function that a wrapper without a signature of its own calls in the end."""
    while inspect.isfunction(obj):
        names = obj.__code__.co_freevars
        inner = [obj.__closure__[names.index(name)] for name in _WRAPPED if name in names]
        if not inner:
            break
        obj = inner[0].cell_contents
    return obj


def _constructor(cls: type) -> object:
    """What tells a class's parameters: an `@overload` where `__init__` takes `*args`."""
    init = cls.__init__
    if init is torch.nn.Module.__init__:
        return _takes_nothing
    overloads = typing.get_overloads(init) if inspect.isfunction(init) else []
    return overloads[0] if overloads else cls


def _takes_nothing(self: object) -> None:
    """`Module.__init__` has `*args, **kwargs` for its subclasses' sake, and refuses any."""


@cache
def _function_stubs(module: str) -> stubs.Overloads:
    files = {
        "torch": ("_C/__init__.pyi", "_C/_VariableFunctions.pyi"),
        "torch.nn.functional": ("_C/_nn.pyi", "_C/_VariableFunctions.pyi", "nn/functional.pyi"),
        "torch.distributed": ("_C/_distributed_c10d.pyi",),
        "torch.autograd": ("_C/_autograd.pyi",),
    }
    found: stubs.Overloads = {}
    for file in files.get(module, ()):
        found.update(stubs.read_functions(_HOME / file))
    return found


@cache
def _class_stubs() -> dict[str, stubs.Overloads]:
    found: dict[str, stubs.Overloads] = {}
    for file in ("_C/_distributed_c10d.pyi", "_C/_autograd.pyi", "_C/__init__.pyi"):
        found.update(stubs.read_classes(_HOME / file))
    return found


def _from_stubs(api: Api) -> list[Overload]:
    path, _, name = api.name.rpartition(".")
    if api.kind == "function":
        return _function_stubs(path).get(name, [])
    cls, method = (api.obj, None) if api.kind == "class" else (api.owner, name)
    for base in cls.__mro__:
        methods = _class_stubs().get(base.__name__, {})
        for wanted in (method,) if method else ("__init__", "__new__"):
            if wanted in methods:
                return methods[wanted]
    return []


def _from_schemas(api: Api) -> list[Overload]:
    """`torch.linalg.svd` calls itself `linalg_svd`, which is the operator's name."""
    if not isinstance(api.obj, types.BuiltinFunctionType):
        return []
    return schemas.overloads(api.obj.__name__)
