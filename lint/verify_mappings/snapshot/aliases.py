"""The keywords that Paddle accepts besides the names in its signatures (`dim` for `axis`)."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from verify_mappings.snapshot.alias_calls import accepts, refuses
from verify_mappings.snapshot.alias_sources import found_in
from verify_mappings.snapshot.document import Aliases
from verify_mappings.snapshot.paddle_signatures import underlying
from verify_mappings.snapshot.render import DOUBLE_STARRED, Params, from_inspect
from verify_mappings.snapshot.walk import Api

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
