"""Signatures of Paddle's APIs; `inspect` knows nearly all of them."""

from __future__ import annotations

import inspect
import types
import typing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import paddle

from verify_mappings.snapshot.doclines import documented, stated
from verify_mappings.snapshot.render import Overload, Params, from_inspect, is_opaque
from verify_mappings.snapshot.stubs import Overloads, read_classes
from verify_mappings.snapshot.walk import Api, unbound

_EXTREMUM = (
    "input, *, out=None",
    "input, dim, keepdim=False, *, out=None",
    "input, other, *, out=None",
)
# Functions that take `*args` apart themselves; their documentation says which.
_STATED = {"paddle.compat.max": _EXTREMUM, "paddle.compat.min": _EXTREMUM}


def signatures(api: Api) -> tuple[str, list[Overload]]:
    """Where the signatures came from, and the signatures, the one to compare with first."""
    if api.kind == "attribute":
        return "none", []
    if api.name in _STATED:
        return "doc", [Overload(stated(text)) for text in _STATED[api.name]]
    obj, drop_first = underlying(api)
    try:
        signature = from_inspect(inspect.signature(obj), drop_first=drop_first)
    except (TypeError, ValueError):
        found = _from_docstring(obj, api.name.rpartition(".")[2])
        return ("doc" if found else "none"), found
    overloads = typing.get_overloads(obj) if inspect.isfunction(obj) else []
    found = [from_inspect(inspect.signature(o), drop_first=drop_first) for o in overloads]
    distinct = _distinct(signature, found)
    if isinstance(obj, type):
        distinct = [replace(overload, returns="") for overload in distinct]
    return "inspect", distinct


def of_special(api: Api) -> tuple[str, list[Overload]]:
    """The same of a special method of tensors; the stub knows those that are written in C."""
    source, found = signatures(api)
    return (source, found) if found else ("stub", _tensor_stubs().get(api.name.split(".")[-1], []))


@cache
def _tensor_stubs() -> Overloads:
    path = Path(paddle.__file__).parent / "tensor" / "tensor.pyi"
    return read_classes(path)["AbstractTensor"] if path.is_file() else {}


def _distinct(signature: Overload, overloads: list[Overload]) -> list[Overload]:
    """The signature, and those overloads that take something which it does not.

    Most overloads only tell type checkers what comes back; a few stand for torch's own form.
    """
    opaque = is_opaque(signature.params)
    known: set[str] = set() if opaque else {param.name for param in signature.params}
    found = [] if opaque else [signature]
    found += [other for other in overloads if not {p.name for p in other.params} <= known]
    unique: dict[Params, Overload] = {}
    for overload in found:
        unique.setdefault(overload.params, overload)
    return list(unique.values()) or [signature]


def underlying(api: Api) -> tuple[Any, bool]:
    """What really takes the arguments, and whether its first parameter is the object itself."""
    obj, drop_first = unbound(api)
    if type(obj).__name__ == "_TensorMethodOrModule":
        # `paddle.tensor` is a module that can be called.
        return obj.method, drop_first
    if isinstance(obj, types.BuiltinFunctionType) and not isinstance(obj.__self__, str):
        # `paddle.linalg.matmul` is the bare C function of `paddle.matmul`, which has a signature.
        return getattr(paddle, obj.__name__, obj), drop_first
    return obj, drop_first


def _from_docstring(obj: Any, name: str) -> list[Overload]:
    """What pybind11 writes into the docstrings of methods and constructors.

    Nothing of enumerations such as `paddle.dtype`, which it gives a constructor of numbers: users
    name their members.
    """
    is_class = isinstance(obj, type)
    if is_class and hasattr(obj, "__members__"):
        return []
    if is_class:
        obj, name = obj.__init__, "__init__"
    return documented(getattr(obj, "__doc__", None), name)
