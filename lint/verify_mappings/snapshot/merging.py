"""Merges the overloads of one API into the few that a reader would tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from verify_mappings.snapshot.signatures import (
    KEYWORD_ONLY,
    POSITIONAL,
    STARRED,
    Overload,
    Params,
)


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
            only_adds = (
                bool(extra)
                and set(names(base)) <= set(names(other))
                and all(p.kind is KEYWORD_ONLY for p in extra)
            )
            if only_adds and base is not other and {base, other} <= set(kept):
                added = tuple(
                    replace(p, default=p.default or told.get(p.name, "None")) for p in extra
                )
                at = kept.index(base)
                kept.remove(base)
                kept.remove(other)
                kept.insert(at, sorted_kinds((*base, *added)))
                return joined(kept, told)
    return kept


def sorted_kinds(params: Params) -> Params:
    """The parameters in the order that Python asks of their kinds."""
    return tuple(sorted(params, key=lambda param: param.kind))


# Factors of a sum or product that very old releases took before the tensors, by position.
_ONCE_POSITIONAL = frozenset({"alpha", "beta", "value"})
# Keywords after NumPy's manner that torch's argument parser takes for its own.
SPELLINGS = {
    "dim": ("axis",),
    "keepdim": ("keepdims",),
    "input": ("x", "a", "x1"),
    "other": ("x2",),
}
# Keywords of functions that make tensors, which torch takes though not all stubs tell.
_OF_FACTORIES = frozenset({"pin_memory", "requires_grad"})
# What a signature says when it means "whatever is usual", which the documentation spells out.
_UNTOLD = (None, "None", "()", "...")


@dataclass(frozen=True, slots=True)
class Merged:
    """The signatures in use, best first, and those that torch deprecates."""

    current: tuple[Overload, ...] = ()
    deprecated: tuple[Overload, ...] = ()


def merge(
    overloads: Sequence[Overload],
    documented: Sequence[Params] = (),
    hints: Sequence[Params] = (),
) -> Merged:
    """Few signatures from many overloads; the documented form leads where it is true.

    `hints`: documented signatures of a sister API, which may tell defaults that these do not.
    """
    documented = [_as_called(doc, overloads) for doc in documented]
    # The defaults that say something, by parameter; what is documented first counts.
    pairs = [(p.name, p.default) for doc in (*documented, *hints) for p in doc]
    told = {name: default for name, default in reversed(pairs) if default not in _UNTOLD}
    spelt = [o.with_params(_as_documented(o.params, documented, told)) for o in overloads]
    current = [overload for overload in spelt if not _is_deprecated(overload, spelt)]
    wide = [_widened(doc, current) for doc in documented]
    leading = [_completed(doc, current) for doc in wide if _is_true(doc, current)]
    rest = [o.params for o in current if not any(covers(doc, o.params) for doc in leading)]
    if documented and not leading:
        rest.sort(key=lambda params: len({*names(params)} ^ {*names(documented[0])}))
    merged = joined(absorbed([*leading, *rest]), told)
    old = absorbed([overload.params for overload in spelt if _is_deprecated(overload, spelt)])
    ordered = [_in_order(params, documented) for params in merged]
    return Merged(*(tuple(_typed(params, spelt) for params in found) for found in (ordered, old)))


def _typed(params: Params, overloads: Sequence[Overload]) -> Overload:
    """A signature with the types of all the overloads that it stands for."""
    covered = [overload for overload in overloads if covers(params, overload.params)]
    types = {p.name: "" for p in params}
    for name in types:
        same = (p.type for o in covered for p in o.params if p.name == name and p.type)
        types[name] = " | ".join(dict.fromkeys(same))
    typed = tuple(replace(p, type=types[p.name] or p.type) for p in params)
    return Overload(typed, " | ".join(dict.fromkeys(o.returns for o in covered if o.returns)))


def _as_called(doc: Params, overloads: Sequence[Overload]) -> Params:
    """The documented signature with the name by which the parser takes the first parameter."""
    known = {p.name for o in overloads for p in o.params}
    firsts = {
        "input" if o.params[0].name == "self" else o.params[0].name for o in overloads if o.params
    }
    is_spelling = doc and any(doc[0].name in other for other in SPELLINGS.values())
    if not doc or doc[0].name in known or is_spelling or len(firsts) != 1:
        return doc
    return (replace(doc[0], name=firsts.pop()), *doc[1:])


def _widened(doc: Params, overloads: Sequence[Overload]) -> Params:
    """The documented signature with the optional keywords (`out`, `pin_memory`) that it forgets."""
    for overload in overloads:
        extra = [p for p in overload.params if p.name not in names(doc)]
        bare = tuple(p for p in overload.params if p.name in names(doc))
        if all(p.kind is KEYWORD_ONLY and not p.required for p in extra) and covers(doc, bare):
            doc = sorted_kinds((*doc, *extra))
    return doc


def _as_documented(params: Params, documented: Sequence[Params], told: Mapping[str, str]) -> Params:
    """The parameters with the names and the meaning of defaults that the documentation gives."""
    spelt = []
    for param in params:
        # The stubs call the tensor `self` in some overloads; the parser takes it as `input`.
        name = "input" if param.name == "self" else param.name
        for other in SPELLINGS.get(name, ()):
            if any(other in names(doc) and name not in names(doc) for doc in documented):
                name = other
        untold = param.default in _UNTOLD and not param.required
        default = told.get(name, param.default) if untold else param.default
        spelt.append(replace(param, name=name, default=default))
    return tuple(spelt)


def _is_deprecated(overload: Overload, others: Sequence[Overload]) -> bool:
    early = {p.name for p in overload.params if p.kind is POSITIONAL and p.required}
    return any(
        early & _ONCE_POSITIONAL & {p.name for p in other.params if p.kind is KEYWORD_ONLY}
        and set(names(overload.params)) <= set(names(other.params))
        for other in others
    )


def _is_true(doc: Params, overloads: Sequence[Overload]) -> bool:
    """Whether a documented signature agrees with the overloads on names and positions."""
    if not any(overload.params for overload in overloads):
        # Methods written in C by hand (`Tensor.float`) take optional ones that stubs do not tell.
        return not any(param.required for param in doc)
    covered = [overload for overload in overloads if covers(doc, overload.params)]
    known = {name for overload in covered for name in names(overload.params)}
    order = positional(doc)
    return (
        set(names(doc)) <= known | _OF_FACTORIES
        and any(positional(overload.params)[: len(order)] == order for overload in covered)
        and not _differ_in_result(covered)
    )


def _differ_in_result(overloads: Sequence[Overload]) -> bool:
    """Whether overloads with other parameters return something else: readers tell those apart."""
    results: dict[frozenset[str], set[str]] = {}
    for overload in overloads:
        shape = frozenset(names(overload.params)) - {"out"}
        results.setdefault(shape, set()).add(overload.returns)
    return len({frozenset(returns) for returns in results.values()}) > 1


def _completed(doc: Params, overloads: Sequence[Overload]) -> Params:
    """The documented signature with the defaults that the argument parser really uses."""
    covered = [overload.params for overload in overloads if covers(doc, overload.params)]
    completed = []
    for param in doc:
        same = [p for params in covered for p in params if p.name == param.name]
        told = {p.default for p in same} - {None, "()", "..."}
        certain = len(told) == 1 and not any(p.required for p in same)
        completed.append(replace(param, default=told.pop()) if certain else param)
    return tuple(completed)


def _in_order(params: Params, documented: Sequence[Params]) -> Params:
    """Keyword-only parameters in the documented order, the others after them."""
    order = [p.name for doc in documented for p in doc if p.kind is KEYWORD_ONLY]
    place = {name: at for at, name in reversed(list(enumerate(order)))}
    plain = [p for p in params if p.kind is not KEYWORD_ONLY]
    keyword = [p for p in params if p.kind is KEYWORD_ONLY]
    return (*plain, *sorted(keyword, key=lambda p: place.get(p.name, len(order))))
