"""What one API is to another that does the same: its method, in-place method, layer, other name."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from mapping_model.sides import is_member
from mapping_model.snapshots import Api, torch_snapshot

_TENSOR = "torch.Tensor."
# Where torch has its functions; the first that has one is what the others are forms of.
_FUNCTIONS = ("torch.", "torch.nn.functional.", "torch.special.", "torch.linalg.")
_LAYERS = "torch.nn."


class Underivable(ValueError):
    """Something does not follow from the other entry; the message is a sentence without its end."""


class Kind(StrEnum):
    """How the API is called whose entry follows from another's."""

    METHOD = "method"
    FUNCTION = "function"
    CLASS = "class"


@dataclass(frozen=True, slots=True)
class Relation:
    """An API and the one it is a form of."""

    form: Api
    base: Api
    kind: Kind
    in_place: bool


def relation(form: str, base: str) -> Relation:
    """What one API is to another; raise Underivable where it can be no form of it."""
    torch = torch_snapshot()
    ours, theirs = torch.get(form), torch.get(base)
    for name, api in ((form, ours), (base, theirs)):
        if api is None or not api.signatures:
            raise Underivable(f"the signature of `{name}` is not known")
    assert ours is not None and theirs is not None
    kind = _kind(ours)
    if theirs.kind == "class" or (is_member(theirs, base) and kind is not Kind.METHOD):
        raise Underivable(f"`{base}` is no function: let its entry follow from that of `{form}`")
    return Relation(ours, theirs, kind, is_in_place(form) and not is_in_place(base))


def _kind(api: Api) -> Kind:
    if api.kind == "class":
        return Kind.CLASS
    return Kind.METHOD if is_member(api, api.name) else Kind.FUNCTION


def is_in_place(name: str) -> bool:
    """Whether an API overwrites what it is called on, by its name."""
    return name.endswith("_") and not name.endswith("__")


def possible_bases(form: str, entries: Container[str]) -> Iterator[str]:
    """The APIs among those with entries that one may be a form of, the likeliest first.

    They are called the same, and take all that it takes.
    """
    torch = torch_snapshot()
    api = torch.get(form)
    if api is None or api.kind == "attribute":
        return
    for name in _alike(form):
        base = torch.get(name) if name != form and name in entries else None
        if base is not None and _taken(api) <= _taken(base):
            yield name


def _taken(api: Api) -> set[str]:
    return {name.lstrip("*") for signature in api.signatures for name in signature.names}


@cache
def _functions() -> dict[str, list[str]]:
    """The functions of torch, by their last name without underscores."""
    found: dict[str, list[str]] = {}
    for name in torch_snapshot().names():
        owner, _, last = name.rpartition(".")
        if f"{owner}." in _FUNCTIONS:
            found.setdefault(last.replace("_", ""), []).append(name)
    return found


def functions_alike(name: str) -> list[str]:
    """The functions of torch that are called so, whatever the owner; without underscores."""
    return _functions().get(name, [])


def _alike(form: str) -> Iterator[str]:
    owner, _, last = form.rpartition(".")
    lasts = [last, last[:-1]] if is_in_place(form) else [last]
    if f"{owner}." == _LAYERS:
        yield from functions_alike(last.lower())
        return
    if f"{owner}." not in (*_FUNCTIONS, _TENSOR):
        return
    for one in lasts:
        yield from (f"{place}{one}" for place in _FUNCTIONS)
    if is_in_place(form):
        yield f"{_TENSOR}{last[:-1]}"
