"""Which public names are names of one and the same thing.

By identity of the object. Functions and methods in C have an object for every name, so that only
their documentation tells ("Alias for :func:`torch.abs`"); each finding says how it was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from verify_mappings.snapshot.walk import Api

_SAID = re.compile(r"^\s*(?:This is an )?[Aa]lias (?:for|of) :\w+:`~?\.?([\w.]+)`", re.MULTILINE)
# Values that a library defines once, whatever they are called.
_CONSTANTS = ("dtype", "layout", "memory_format", "VarType", "DataType")


def same_things(apis: Iterable[Api]) -> dict[str, dict[str, str]]:
    """For each further name: the name that it is another one of, and how that was found."""
    apis = list(apis)
    names = {api.name for api in apis}
    groups: dict[int, list[Api]] = {}
    for api in apis:
        if _has_identity(api):
            groups.setdefault(id(api.obj), []).append(api)
    found: dict[str, dict[str, str]] = {}
    for group in groups.values():
        first, *others = sorted(group, key=_rank)
        found.update((other.name, {first.name: "identity"}) for other in others)
    for api in apis:
        said = _said(api, names)
        if said is not None and api.name not in found:
            found[api.name] = {said: "doc"}
    return found


def _has_identity(api: Api) -> bool:
    """Whether two names of one object are no chance, as they are for numbers and strings."""
    kind = type(api.obj)
    return api.kind != "attribute" or kind.__name__ in _CONSTANTS or hasattr(kind, "__get__")


def _rank(api: Api) -> tuple[bool, bool, int, int, str]:
    """The thing's own name first (`torch.float32`, not `torch.float`), then the shortest."""
    own = getattr(api.obj, "__name__", None)
    last = api.name.rpartition(".")[2]
    return (str(api.obj) != api.name, own != last, api.name.count("."), len(api.name), api.name)


def _said(api: Api, names: set[str]) -> str | None:
    """The API that the documentation calls this one an alias of."""
    doc = getattr(api.obj, "__doc__", None) if api.kind != "attribute" else None
    match = _SAID.search(doc) if isinstance(doc, str) else None
    if match is None:
        return None
    owner = api.name.rpartition(".")[0]
    library = api.name.partition(".")[0]
    candidates = (match[1], f"{library}.{match[1]}", f"{owner}.{match[1]}")
    return next((name for name in candidates if name in names and name != api.name), None)
