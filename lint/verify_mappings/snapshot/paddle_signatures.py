"""Signatures of Paddle's APIs; `inspect` knows nearly all of them."""

from __future__ import annotations

import inspect

from verify_mappings.snapshot.render import Param, from_inspect
from verify_mappings.snapshot.walk import Api


def signatures(api: Api) -> tuple[str, list[tuple[Param, ...]]]:
    """Where the signature came from, and the signature (Paddle has no overloads)."""
    if api.kind == "attribute":
        return "none", []
    obj, drop_first = _callable(api)
    try:
        return "inspect", [from_inspect(inspect.signature(obj), drop_first=drop_first)]
    except (TypeError, ValueError):
        return "none", []


def _callable(api: Api) -> tuple[object, bool]:
    """What to inspect, and whether its first parameter stands for the object itself."""
    obj = api.obj
    if isinstance(obj, staticmethod):
        return obj.__func__, False
    if isinstance(obj, classmethod):
        return obj.__func__, True
    return obj, api.kind == "method"
