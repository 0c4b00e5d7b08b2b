"""Collects all facts about the installed Paddle."""

from __future__ import annotations

import contextlib
import inspect
import io
import itertools
import re
import types
import typing
import warnings
import zlib  # noqa: F401  (Paddle 2.6.2 brings its own zlib, which crashes Python's if loaded first)
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy
import paddle

from verify_mappings.snapshot import paddle_places
from verify_mappings.snapshot.alias_sources import found_in
from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.document import Aliases, Facts, facts_of, special_methods
from verify_mappings.snapshot.signatures import (
    DOUBLE_STARRED,
    KEYWORD_ONLY,
    POSITIONAL,
    Overload,
    Overloads,
    Params,
    documented,
    from_inspect,
    is_opaque,
    read_classes,
    stated,
)
from verify_mappings.snapshot.walk import Api, attribute_type, same_things, unbound, walk

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


Maker = Callable[[], object]
_UNKNOWN = "no_such_keyword"
_TENSORS = (
    lambda: paddle.to_tensor(numpy.array([[0.5, 2.0], [0.25, 3.0]], "float32")),
    lambda: paddle.to_tensor(numpy.array([0.5, 2.0, 3.0], "float32")),
    lambda: paddle.to_tensor(numpy.array([[0, 1], [1, 0]], "int64")),
    lambda: paddle.to_tensor(numpy.array([[True, False], [False, True]])),
    lambda: paddle.ones([1, 2, 2], "float32"),
)


def _indices() -> paddle.Tensor:
    return paddle.to_tensor(numpy.array([1, 0], "int64"))


def _constant(value: object) -> Maker:
    return lambda: value


# What to pass for a parameter of that name; all others get a tensor.
_VALUES: Mapping[str, tuple[Maker, ...]] = {
    "axis": (_constant(0), _constant([0])),
    "axis1": (_constant(1),),
    "axis2": (_constant(0),),
    "keepdim": (_constant(True),),
    "dtype": (_constant("float64"),),
    "shape": (_constant([2, 2]),),
    "shifts": (_constant(1),),
    "index": (_indices,),
    "indices": (lambda: (_indices(), _indices()),),
    "accumulate": (_constant(True),),
    "diagonal": (_constant(1),),
    "offset": (_constant(1),),
}


def refuses(call: Callable[..., object], keyword: str) -> bool:
    """Whether a Python function says that it knows no such keyword (before it misses others)."""
    outcome = _outcome(call, {keyword: object()})
    return bool(re.search(rf"unexpected keyword argument.*'{keyword}'", outcome))


def accepts(call: Callable[..., object], params: Params, name: str, keyword: str) -> bool:
    """Whether passing `keyword` does what passing the parameter `name` does, in some call."""
    return any(_same_effect(call, values, name, keyword) for values in _arguments(params, name))


def _same_effect(
    call: Callable[..., object], values: Mapping[str, Maker], name: str, keyword: str
) -> bool:
    by_name, by_keyword, by_nothing = (
        _outcome(call, {(word if key == name else key): make() for key, make in values.items()})
        for word in (name, keyword, _UNKNOWN)
    )
    return by_name == by_keyword != by_nothing


def _arguments(params: Params, name: str) -> Iterator[dict[str, Maker]]:
    """Calls to try: all that is required, and the parameter in question, with several values."""
    passed = [p.name for p in params if p.required or p.name == name]
    passed = [p.name for p in params if p.name in passed and p.kind in (POSITIONAL, KEYWORD_ONLY)]
    for tensor in _TENSORS:
        pools = [_VALUES.get(p, (tensor,)) for p in passed]
        for makers in itertools.product(*pools):
            yield dict(zip(passed, makers, strict=True))


def _outcome(call: Callable[..., object], keywords: Mapping[str, object]) -> str:
    """What a call does, as text: its result's values, or its error."""
    silence = contextlib.redirect_stdout(io.StringIO())
    with silence, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return f"returns {call(**keywords)!r}"
        except Exception as error:
            return f"{type(error).__name__}: {error}"


# Spellings of torch and NumPy, tried where a signature tells nothing; what decorators of the same
# Paddle accept elsewhere is tried besides.
_USUAL = {
    "x": ("input", "a", "self"),
    "y": ("other", "mat2", "tensor", "vec2"),
    "axis": ("dim", "dims"),
    "axis1": ("dim1",),
    "axis2": ("dim2",),
    "keepdim": ("keepdims",),
    "shape": ("size",),
    "value": ("values",),
    "updates": ("src",),
}


def from_sources(api: Api, params: Params) -> Aliases:
    """What closures and code of the decorators tell, without what a call refuses."""
    function = _function(api)
    found: Aliases = {}
    if not inspect.isfunction(function):
        return found
    names = {param.name for param in params}
    for param, alias, how in found_in(function):
        if param in names and alias not in names and not refuses(function, alias):
            found.setdefault(param, {}).setdefault(alias, how)
    return found


class CallFinder:
    """Tries keywords on functions that hand all their arguments on to C code.

    `known`: what the decorators of the same library accept; their keywords are tried too.
    """

    def __init__(self, known: Iterable[Aliases]) -> None:
        self._candidates: dict[str, set[str]] = {name: set(words) for name, words in _USUAL.items()}
        for aliases in known:
            for param, words in aliases.items():
                self._candidates.setdefault(param, set()).update(words)
        self._found: dict[FunctionType, Aliases] = {}

    def find(self, api: Api, params: Params) -> Aliases:
        """What calls accept besides the given parameters of the API."""
        function = _function(api)
        if not _passes_on(function):
            return {}
        if function not in self._found:
            self._found[function] = self._try(function)
        names = {param.name for param in params}
        return {param: words for param, words in self._found[function].items() if param in names}

    def _try(self, function: FunctionType) -> Aliases:
        params = from_inspect(inspect.signature(function)).params
        names = [param.name for param in params]
        found: Aliases = {}
        for name in names:
            for keyword in sorted(self._candidates.get(name, set()) - set(names)):
                if accepts(function, params, name, keyword):
                    found.setdefault(name, {})[keyword] = "call"
        return found


def _function(api: Api) -> Any:
    """The Python function behind an API; the constructor of a class."""
    obj, _ = underlying(api)
    is_class = isinstance(obj, type)
    return obj.__init__ if is_class else obj


def _passes_on(function: object) -> bool:
    """Whether a function's code only hands `*args, **kwargs` on, unlike what its signature says."""
    if not inspect.isfunction(function) or function.__closure__:
        return False
    both = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
    kinds = {param.kind for param in inspect.signature(function).parameters.values()}
    return function.__code__.co_flags & both == both and DOUBLE_STARRED not in kinds


def collect() -> tuple[str, dict[str, Facts], dict[str, Facts]]:
    """The version, the facts by full name, and those of special methods."""
    apis = walk(paddle_places.PLACES, paddle_places.BASE_CLASSES).values()
    signed = [(api, *signatures(api)) for api in apis]
    told = [from_sources(api, _first(found)) for api, _, found in signed]
    finder = CallFinder(told)
    types = Types("paddle", (api.name for api in apis if api.kind == "class"))
    same = same_things(apis)
    facts = {
        api.name: facts_of(
            *(api, source, found, types),
            kind=attribute_type(api),
            aliases=_united(aliases, finder.find(api, _first(found))),
            same=same.get(api.name),
        )
        for (api, source, found), aliases in zip(signed, told, strict=True)
    }
    special = special_methods(paddle.Tensor, of_special, types)
    return paddle.__version__, facts, special


def _first(signatures: list[Overload]) -> Params:
    """The signature to compare with, whose parameters the aliases belong to."""
    return signatures[0].params if signatures else ()


def _united(first: Aliases, second: Aliases) -> Aliases:
    """Both findings, sorted; where both know a keyword, the first says how it was found."""
    return {
        param: dict(sorted((second.get(param, {}) | first.get(param, {})).items()))
        for param in sorted({*first, *second})
    }
