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

from verify_mappings.snapshot.merging import Merged, merge
from verify_mappings.snapshot.signatures import (
    KEYWORD_ONLY,
    POSITIONAL,
    Overload,
    Overloads,
    Param,
    Params,
    default_text,
    documented,
    from_inspect,
    is_opaque,
    read_attributes,
    read_classes,
    read_functions,
    stated,
)
from verify_mappings.snapshot.walk import PublicName, attribute_type, is_tensor_type, unbound

# API -> parameter in the stub -> the keyword that torch takes.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "torch.finfo": {"dtype": "type"},
    "torch.iinfo": {"dtype": "type"},
    "torch.hsmm": {"input": "mat1"},
    "torch.Tensor.requires_grad_": {"mode": "requires_grad"},
    "torch.Tensor.to": {"other": "tensor"},
    "torch.Generator.set_state": {"_new_state": "new_state"},
    "torch.Generator.graphsafe_set_state": {"_new_state": "state"},
}

_TENSOR = ("data, *, device=None", "*size, device=None")
# As the parser says when it refuses arguments; a size that is not passed is no None.
_DEVICE = "device: device | str | int | None = None"
_SPARSE_TENSOR = (
    f"indices: Tensor, values: Tensor, size: list[int], *, {_DEVICE}",
    f"indices: Tensor, values: Tensor, *, {_DEVICE}",
    f"*size: list[int] | int, {_DEVICE}",
)
# API -> its signatures, where the stubs give none that a reader would recognise.
STATED: Mapping[str, tuple[str, ...]] = {
    "torch.Tensor": _TENSOR,
    "torch.sparse.FloatTensor": _SPARSE_TENSOR,
    "torch.Tensor.new": _TENSOR,
    "torch.Tensor.new_tensor": ("data, *, dtype=None, device=None, requires_grad=False",),
    "torch.from_numpy": ("ndarray, /",),
    "torch.distributed.tensor.Shard": ("dim",),
    "torch.autograd.Variable": ("data, requires_grad=False, volatile=False",),
    "torch.range": (
        "start, end, step=1, *, out=None, dtype=None, layout=torch.strided, device=None, "
        "requires_grad=False",
    ),
    "torch.utils.data.random_split": ("dataset, lengths, generator=torch.default_generator",),
    "torch.to_dlpack": ("data",),
    "torch.utils.dlpack.to_dlpack": ("data",),
}
# Whose signatures the classes share that stand for `Tensor` of some type, the sparse ones last.
OF_TENSOR_TYPES = ("torch.Tensor", "torch.sparse.FloatTensor")

# API -> parameter -> its default, where the documentation knows none; and further signatures, which
# return what the first one does: `*dim` stands for one number or more, and `()` is another form.
DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "torch.Tensor.roll": {"dims": "()"},
    "torch.Tensor.stride": {"dim": "None"},
    "torch.histogram": {"bins": "100"},
}
ADDED: Mapping[str, str] = {
    "torch.Tensor.squeeze": "",
    "torch.Tensor.squeeze_": "",
    "torch.Tensor.count_nonzero": "",
    "torch.Tensor.hash_tensor": "*, keepdim: bool = False, mode: int = 0",
    "torch.normal": (
        "mean: Tensor, *, generator: Generator | None = None, out: Tensor | None = None"
    ),
}


def completed(name: str, found: Merged) -> Merged:
    """The signatures of an API with the defaults and the form that are stated here."""
    told = DEFAULTS.get(name, {})
    current = [
        o.with_params(replace(p, default=told.get(p.name, p.default)) for p in o.params)
        for o in found.current
    ]
    if name in ADDED:
        current.append(current[0].with_params(stated(ADDED[name])))
    return replace(found, current=tuple(current))


def _of_operator(operator: str) -> list[Overload]:
    """The overloads of an operator; empty where there is none of that name."""
    packet = getattr(torch.ops.aten, operator, None)
    if packet is None:
        return []
    schemas = [getattr(packet, overload)._schema for overload in packet.overloads()]
    has_out = any(argument.is_out for schema in schemas for argument in schema.arguments)
    plain = [s for s in schemas if not any(argument.is_out for argument in s.arguments)]
    return [Overload(_params(schema, has_out), _returns(schema)) for schema in plain]


def _params(schema: torch._C.FunctionSchema, has_out: bool) -> Params:
    params = []
    for argument in schema.arguments:
        kind = KEYWORD_ONLY if argument.kwarg_only else POSITIONAL
        name = "input" if argument.name == "self" else argument.name
        default = argument.default_value if argument.has_default_value() else None
        if isinstance(default, list):
            # Schemas write a list as `0` where it stands for "0 in each dimension".
            alike = len(default) > 1 and len(set(default)) == 1
            default = default[0] if alike else tuple(default)
        # A list of a fixed length takes one number too.
        text = str(argument.real_type)
        text += " | int" if argument.N is not None and "List[int]" in text else ""
        shown = default_text(default) if argument.has_default_value() else None
        params.append(Param(name, shown, kind, text))
    if has_out:
        params.append(Param("out", "None", KEYWORD_ONLY, f"{_returns(schema)} | None"))
    return tuple(params)


def _returns(schema: torch._C.FunctionSchema) -> str:
    """The type of the result; places of a tuple with the names by which they can be taken."""
    if len(schema.returns) == 1:
        return str(schema.returns[0].real_type)
    found = [(f"{r.name}:" if r.name else "") + str(r.real_type) for r in schema.returns]
    return f"tuple[{', '.join(found)}]" if found else "None"


_HOME = Path(torch.__file__).parent
T = TypeVar("T")


def signatures(api: PublicName) -> tuple[str, Merged]:
    """Where the signatures came from, and the signatures."""
    if api.kind == "attribute" or _cannot_be_called(api.obj):
        return "none", Merged()
    # A class may stand for `Tensor` of some type.
    name = OF_TENSOR_TYPES[api.obj.is_sparse] if is_tensor_type(api.obj) else api.name
    if texts := STATED.get(name):
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


# What C sets of a class that has no constructor (`Py_TPFLAGS_DISALLOW_INSTANTIATION`).
_NO_CONSTRUCTOR = 1 << 7


def _cannot_be_called(obj: object) -> bool:
    """Whether it is a class like `torch.dtype`, all of whose objects torch has made itself."""
    return isinstance(obj, type) and bool(obj.__flags__ & _NO_CONSTRUCTOR)


def _hints(api: PublicName) -> list[Params]:
    """What the documentation of a function says, for the method of that name."""
    name = api.name.rpartition(".")[2]
    function = getattr(torch, name, None) if api.owner is torch.Tensor else None
    found = documented(getattr(function, "__doc__", None), name)
    return [overload.params for overload in found]


def _typed_sources(api: PublicName, doc: list[Params]) -> list[tuple[str, list[Overload]]]:
    """Stubs, then operators; the other way round in `_nn`, whose stubs lack stars and defaults."""
    # `torch.linalg.svd` calls itself `linalg_svd`, which is the operator's name.
    is_builtin = isinstance(api.obj, types.BuiltinFunctionType)
    operators = _of_operator(api.obj.__name__) if is_builtin else []
    if doc and not any(param.name == "out" for params in doc for param in params):
        operators = _without_out(operators)
    sources = [("stub", from_stubs(api)), ("aten", operators)]
    return sources[::-1] if getattr(api.obj, "__module__", None) == "torch._C._nn" else sources


def _from_inspect(api: PublicName) -> Overload | None:
    obj, drop_first = _callable(api)
    try:
        found = from_inspect(inspect.signature(obj), drop_first=drop_first)
    except (TypeError, ValueError):
        return None
    return replace(found, returns="") if api.kind == "class" else found


def _callable(api: PublicName) -> tuple[Any, bool]:
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
def _function_stubs(module: str) -> Overloads:
    found = (read_functions(_HOME / file) for file in _OF_MODULES.get(module, ()))
    return {name: overloads for file in found for name, overloads in file.items()}


@cache
def _class_stubs() -> dict[str, Overloads]:
    found = (read_classes(_HOME / file) for file in _OF_CLASSES)
    return {name: methods for file in found for name, methods in file.items()}


def from_stubs(api: PublicName) -> list[Overload]:
    """What the stubs tell of an API, in the words of torch's parser."""
    found = _in_stubs(api)
    if api.owner is torch.Tensor:
        # No method takes `out`, though a few stubs say so.
        found = _without_out(found)
    names = RENAMED.get(api.name, {})
    return [
        o.with_params(replace(p, name=names.get(p.name, p.name)) for p in o.params) for o in found
    ]


def _in_stubs(api: PublicName) -> list[Overload]:
    path, _, name = api.name.rpartition(".")
    if api.kind == "function":
        return _function_stubs(path).get(name, [])
    if api.kind == "class":
        own = _class_stubs().get(api.obj.__name__, {})
        return own.get("__init__") or own.get("__new__") or []
    return _inherited(_class_stubs(), api, [])


def _inherited(classes: Mapping[str, Mapping[str, T]], api: PublicName, default: T) -> T:
    """What is said of a member at its class or the nearest base that has it."""
    name = api.name.rpartition(".")[2]
    bases = (classes.get(base.__name__, {}) for base in getattr(api.owner, "__mro__", ()))
    return next((members[name] for members in bases if name in members), default)


def _without_out(overloads: list[Overload]) -> list[Overload]:
    return [o.with_params(p for p in o.params if p.name != "out") for o in overloads]


def type_of_attribute(api: PublicName) -> str:
    """What an attribute is: as a stub says of a class written in C, or as Python tells."""
    if api.kind != "attribute":
        return ""
    return attribute_type(api) or _inherited(_attribute_stubs(), api, "")


@cache
def _attribute_stubs() -> dict[str, dict[str, str]]:
    return read_attributes(_HOME / "_C/__init__.pyi")
