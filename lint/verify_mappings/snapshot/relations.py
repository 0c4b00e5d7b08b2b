"""How the signatures of one API relate: which one covers, accepts or only adds to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verify_mappings.snapshot.render import KEYWORD_ONLY, STARRED, Param, Params


def names(params: Params) -> tuple[str, ...]:
    """The names in order."""
    return tuple(param.name for param in params)


def positional(params: Params) -> tuple[str, ...]:
    """The names of those that may be passed by position."""
    return tuple(param.name for param in params if param.kind is not KEYWORD_ONLY)


def covers(wide: Params, narrow: Params) -> bool:
    """Whether `wide` allows every call by name that `narrow` allows."""
    have = set(names(narrow))
    stars = {p.name for p in wide if p.kind is STARRED}
    return (
        have <= set(names(wide))
        and all(p.name in have for p in wide if p.required)
        # `*size` takes what `size` takes, but not the other way round.
        and all(p.name in stars for p in narrow if p.kind is STARRED)
    )


def absorbed(signatures: Sequence[Params]) -> list[Params]:
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
    return covers(wide, narrow) and positional(wide)[: len(order)] == order


def joined(signatures: Sequence[Params], told: Mapping[str, str]) -> list[Params]:
    """One signature in place of two of which the other only adds keyword-only parameters."""
    kept = list(signatures)
    for base in signatures:
        for other in signatures:
            extra = [p for p in other if p.name not in names(base)]
            if base is not other and {base, other} <= set(kept) and _only_adds(base, other, extra):
                added = tuple(
                    replace(p, default=p.default or told.get(p.name, "None")) for p in extra
                )
                at = kept.index(base)
                kept.remove(base)
                kept.remove(other)
                kept.insert(at, sorted_kinds((*base, *added)))
                return joined(kept, told)
    return kept


def _only_adds(base: Params, other: Params, extra: Sequence[Param]) -> bool:
    return (
        bool(extra)
        and set(names(base)) <= set(names(other))
        and all(p.kind is KEYWORD_ONLY for p in extra)
    )


def sorted_kinds(params: Params) -> Params:
    """The parameters in the order that Python asks of their kinds."""
    return tuple(sorted(params, key=lambda param: param.kind))
