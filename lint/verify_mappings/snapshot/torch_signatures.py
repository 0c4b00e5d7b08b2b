"""Signatures of torch's APIs: inspect, then stubs, then operator schemas, then docstrings."""

from __future__ import annotations

import inspect
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
        return "none", Merged(())
    python = _from_inspect(api)
    if python is not None and not _is_opaque(python):
        return "inspect", Merged((python,))
    doc = documented(getattr(api.obj, "__doc__", None), api.name.rpartition(".")[2])
    for source, found in (("stub", _from_stubs(api)), ("aten", _from_schemas(api))):
        if found:
            return source, merge(found, doc)
    if doc:
        return "doc", Merged(tuple(doc))
    return ("inspect", Merged((python,))) if python is not None else ("none", Merged(()))


def _from_inspect(api: Api) -> tuple[Param, ...] | None:
    obj, drop_first = _callable(api)
    try:
        return from_inspect(inspect.signature(obj), drop_first=drop_first)
    except (TypeError, ValueError):
        return None


def _callable(api: Api) -> tuple[object, bool]:
    obj = api.obj
    if isinstance(obj, staticmethod):
        return obj.__func__, False
    if isinstance(obj, classmethod):
        return obj.__func__, True
    if api.kind == "class":
        return _overload_in_source(obj) or obj, _overload_in_source(obj) is not None
    return _dispatched(obj), api.kind == "method"


def _is_opaque(params: tuple[Param, ...]) -> bool:
    """Whether a signature only says that arguments are passed on."""
    return [param.kind for param in params] == [STARRED, DOUBLE_STARRED]


def _dispatched(obj: object) -> object:
    """What a function made by torch's `boolean_dispatch` calls when the flag is true."""
    closure = getattr(obj, "__closure__", None)
    if closure is None or "dispatch_flag" not in obj.__code__.co_freevars:
        return obj
    return closure[obj.__code__.co_freevars.index("if_true")].cell_contents


def _overload_in_source(cls: type) -> object | None:
    """The first `@overload` of a class's `__init__`, where the code itself takes `*args`."""
    init = vars(cls).get("__init__")
    found = inspect.isfunction(init) and _get_overloads(init)
    return found[0] if found else None


def _get_overloads(function: object) -> list[object]:
    from typing import get_overloads

    return list(get_overloads(function))


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
    path, _, name = api.name.rpartition(".")
    return schemas.overloads(path, name) if api.kind == "function" else []
