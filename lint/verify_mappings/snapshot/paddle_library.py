"""Collects all facts about the installed Paddle.

`inspect` knows nearly all signatures. Besides the names in them Paddle accepts other keywords
(`dim` for `axis`): decorators tell some; what hands all its arguments on to C code, whose parsers
cannot be inspected, is called to find out.
"""

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
from verify_mappings.snapshot.annotations import TypeWords
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
from verify_mappings.snapshot.walk import PublicName, attribute_type, same_things, unbound, walk


def collect() -> tuple[str, dict[str, Facts], dict[str, Facts]]:
    """The version, the facts by full name, and those of special methods."""
    apis = walk(paddle_places.PLACES, paddle_places.BASE_CLASSES).values()
    signed = [(api, *signatures(api)) for api in apis]
    # What aliases belong to is the signature to compare with.
    params = {api.name: found[0].params if found else () for api, _, found in signed}
    told = {api.name: _told_aliases(api, params[api.name]) for api in apis}
    tried = _TriedAliases(told.values())
    vocabulary = TypeWords("paddle", (api.name for api in apis if api.kind == "class"))
    same = same_things(apis)
    facts = {
        api.name: facts_of(
            *(api, source, found, vocabulary),
            kind=attribute_type(api),
            aliases=_united(told[api.name], tried.of(api, params[api.name])),
            same=same.get(api.name),
        )
        for api, source, found in signed
    }
    return paddle.__version__, facts, special_methods(paddle, _of_special, vocabulary)


def _united(first: Aliases, second: Aliases) -> Aliases:
    """Both findings, sorted; where both know a keyword, the first says how it was found."""
    return {
        param: dict(sorted((second.get(param, {}) | first.get(param, {})).items()))
        for param in sorted({*first, *second})
    }


# Functions that take `*args` apart themselves; their documentation says which.
_EXTREMUM = (
    "input, *, out=None",
    "input, dim, keepdim=False, *, out=None",
    "input, other, *, out=None",
)
_STATED = {"paddle.compat.max": _EXTREMUM, "paddle.compat.min": _EXTREMUM}


def signatures(api: PublicName) -> tuple[str, list[Overload]]:
    """Where the signatures came from, and the signatures, the one to compare with first."""
    if api.kind == "attribute":
        return "none", []
    if api.name in _STATED:
        return "doc", [Overload(stated(text)) for text in _STATED[api.name]]
    obj, drop_first = _underlying(api)
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


def _of_special(api: PublicName) -> tuple[str, list[Overload]]:
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


def _underlying(api: PublicName) -> tuple[Any, bool]:
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


def _function(api: PublicName) -> Any:
    """The Python function behind an API; the constructor of a class."""
    obj, _ = _underlying(api)
    is_class = isinstance(obj, type)
    return obj.__init__ if is_class else obj


def _told_aliases(api: PublicName, params: Params) -> Aliases:
    """What closures and code of the decorators tell, without what a call refuses."""
    function = _function(api)
    found: Aliases = {}
    names = {param.name for param in params}
    for param, alias, how in found_in(function):
        if param in names and alias not in names and not _refuses(function, alias):
            found.setdefault(param, {}).setdefault(alias, how)
    return found


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
_UNKNOWN = "no_such_keyword"
# What to pass is made anew for each call, which may change it.
_TENSORS = (
    lambda: paddle.to_tensor(numpy.array([[0.5, 2.0], [0.25, 3.0]], "float32")),
    lambda: paddle.to_tensor(numpy.array([0.5, 2.0, 3.0], "float32")),
    lambda: paddle.to_tensor(numpy.array([[0, 1], [1, 0]], "int64")),
    lambda: paddle.to_tensor(numpy.array([[True, False], [False, True]])),
    lambda: paddle.ones([1, 2, 2], "float32"),
)


def _indices() -> paddle.Tensor:
    return paddle.to_tensor(numpy.array([1, 0], "int64"))


# What to pass for a parameter of that name; all others get a tensor.
_PASSED: Mapping[str, tuple[Any, ...]] = {
    "axis": (0, [0]),
    "axis1": (1,),
    "axis2": (0,),
    "keepdim": (True,),
    "dtype": ("float64",),
    "shape": ([2, 2],),
    "shifts": (1,),
    "index": (_indices,),
    "indices": (lambda: (_indices(), _indices()),),
    "accumulate": (True,),
    "diagonal": (1,),
    "offset": (1,),
}


class _TriedAliases:
    """Tries keywords on functions whose code only hands `*args, **kwargs` on.

    `known`: what the decorators of the same library accept; their keywords are tried too.
    """

    def __init__(self, known: Iterable[Aliases]) -> None:
        self._candidates: dict[str, set[str]] = {name: set(words) for name, words in _USUAL.items()}
        for aliases in known:
            for param, words in aliases.items():
                self._candidates.setdefault(param, set()).update(words)
        self._found: dict[FunctionType, Aliases] = {}

    def of(self, api: PublicName, params: Params) -> Aliases:
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
        names = {param.name for param in params}
        found: Aliases = {}
        for param in params:
            for keyword in sorted(self._candidates.get(param.name, set()) - names):
                if _accepts(function, params, param.name, keyword):
                    found.setdefault(param.name, {})[keyword] = "call"
        return found


def _passes_on(function: object) -> bool:
    """Whether a function's code only hands `*args, **kwargs` on, unlike what its signature says."""
    if not inspect.isfunction(function) or function.__closure__:
        return False
    both = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
    kinds = {param.kind for param in inspect.signature(function).parameters.values()}
    return function.__code__.co_flags & both == both and DOUBLE_STARRED not in kinds


def _refuses(call: Callable[..., object], keyword: str) -> bool:
    """Whether a Python function says that it knows no such keyword (before it misses others)."""
    outcome = _outcome(call, {keyword: object()})
    return bool(re.search(rf"unexpected keyword argument.*'{keyword}'", outcome))


def _accepts(call: Callable[..., object], params: Params, name: str, keyword: str) -> bool:
    """Whether passing `keyword` does what passing the parameter `name` does, in some call."""
    for given in _arguments(params, name):
        by_name, by_keyword, by_nothing = (
            _outcome(call, {word if key == name else key: value for key, value in given.items()})
            for word in (name, keyword, _UNKNOWN)
        )
        if by_name == by_keyword != by_nothing:
            return True
    return False


def _arguments(params: Params, name: str) -> Iterator[dict[str, Any]]:
    """Calls to try: all that is required, and the parameter in question, with several values."""
    wanted = [p for p in params if p.required or p.name == name]
    passed = [p.name for p in wanted if p.kind in (POSITIONAL, KEYWORD_ONLY)]
    for tensor in _TENSORS:
        pools = [_PASSED.get(p, (tensor,)) for p in passed]
        for values in itertools.product(*pools):
            yield dict(zip(passed, values, strict=True))


def _outcome(call: Callable[..., object], given: Mapping[str, Any]) -> str:
    """What a call does, as text: its result's values, or its error."""
    silence = contextlib.redirect_stdout(io.StringIO())
    with silence, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            keywords = {key: value() if callable(value) else value for key, value in given.items()}
            return f"returns {call(**keywords)!r}"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
