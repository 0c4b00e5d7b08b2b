"""Merges the overloads of one API into the few that a reader would tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verify_mappings.snapshot.render import KEYWORD_ONLY, POSITIONAL, STARRED, Param
from verify_mappings.snapshot.stubs import Overload

# Factors of a sum or product that very old releases took before the tensors, by position.
_ONCE_POSITIONAL = frozenset({"alpha", "beta", "value"})
Params = tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """The signatures in use, best first, and those that torch deprecates."""

    current: tuple[Params, ...]
    deprecated: tuple[Params, ...] = ()


def merge(stubs: Sequence[Overload], documented: Sequence[Params] = ()) -> Merged:
    """Few signatures from many overloads; the documented form wins where it is true."""
    named = [replace(stub, params=_without_self(stub.params)) for stub in stubs]
    current = [stub for stub in named if not _is_deprecated(stub, named)]
    deprecated = _absorb([stub.params for stub in named if _is_deprecated(stub, named)])
    true = [doc for doc in documented if _is_true(doc, current)]
    leading = [_with_defaults(doc, current) for doc in true]
    rest = [s.params for s in current if not any(_covers(doc, s.params) for doc in leading)]
    return Merged(tuple(_absorb([*leading, *rest])), tuple(deprecated))


def names(params: Params) -> tuple[str, ...]:
    """The names in order."""
    return tuple(param.name for param in params)


def positional(params: Params) -> tuple[str, ...]:
    """The names of those that may be passed by position."""
    return tuple(param.name for param in params if param.kind is not KEYWORD_ONLY)


def _without_self(params: Params) -> Params:
    """The stubs call the tensor `self` in some overloads; torch takes it as `input`."""
    return tuple(replace(p, name="input") if p.name == "self" else p for p in params)


def _is_deprecated(stub: Overload, others: Sequence[Overload]) -> bool:
    early = {p.name for p in stub.params if p.kind is POSITIONAL and p.required} & _ONCE_POSITIONAL
    return any(
        early & {p.name for p in other.params if p.kind is KEYWORD_ONLY}
        and set(names(stub.params)) <= set(names(other.params))
        for other in others
    )


def _is_true(doc: Params, stubs: Sequence[Overload]) -> bool:
    """Whether a documented signature agrees with the stubs on names and on positions."""
    covered = [stub for stub in stubs if _covers(doc, stub.params)]
    known = {name for stub in covered for name in names(stub.params)}
    order = positional(doc)
    if not covered or not set(names(doc)) <= known:
        return False
    if not any(positional(stub.params)[: len(order)] == order for stub in stubs):
        return False
    # Overloads that return different things are different to a reader, even when one doc fits both.
    shapes = {(frozenset(names(s.params)) - {"out"}, s.returns) for s in covered}
    by_names = {}
    for shape, returns in shapes:
        by_names.setdefault(shape, set()).add(returns)
    return len({frozenset(returns) for returns in by_names.values()}) == 1


def _covers(wide: Params, narrow: Params) -> bool:
    """Whether every call that `narrow` allows by name is allowed by `wide`."""
    have = set(names(narrow))
    return have <= set(names(wide)) and all(p.name in have for p in wide if p.required)


def _with_defaults(doc: Params, stubs: Sequence[Overload]) -> Params:
    """The documented signature with the stubs' defaults, which are what the parser uses."""
    return tuple(replace(param, default=_default(param, doc, stubs)) for param in doc)


def _default(param: Param, doc: Params, stubs: Sequence[Overload]) -> str | None:
    told = {
        p.default
        for stub in stubs
        if _covers(doc, stub.params)
        for p in stub.params
        if p.name == param.name and p.default is not None
    }
    # `None` in a stub stands for "whatever is usual", which the documentation tells.
    told -= {"None", "()"} if param.default is not None else set()
    return param.default if len(told) != 1 or param.default is None else told.pop()


def _absorb(signatures: Sequence[Params]) -> list[Params]:
    """The signatures without those that another one accepts as well."""
    kept: list[Params] = []
    for params in signatures:
        if any(_accepts(other, params) for other in kept):
            continue
        kept = [other for other in kept if not _accepts(params, other)]
        kept.append(params)
    return kept


def _accepts(wide: Params, narrow: Params) -> bool:
    """Whether each call of `narrow` is a call of `wide`, by position and by name."""
    order = positional(narrow)
    return _covers(wide, narrow) and positional(wide)[: len(order)] == order and _same_stars(
        wide, narrow
    )


def _same_stars(wide: Params, narrow: Params) -> bool:
    """`*size` takes what `size` takes, not the other way round."""
    stars = {p.name for p in wide if p.kind is STARRED}
    return all(p.name in stars for p in narrow if p.kind is STARRED)
