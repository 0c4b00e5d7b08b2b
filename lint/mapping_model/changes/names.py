"""What two snapshots of one library differ in: names, and how what both have is called."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.differences import same_default
from mapping_model.snapshots import Api, Parameter, Snapshot


@dataclass(frozen=True, slots=True)
class Recalled:
    """How the call of one API changed.

    `came` and `went` are parameters. `keywords` are accepted now, each with the parameter it is
    another name of, `refused` no longer. `defaults` have the old and the new one, None where the
    parameter is required. `reordered` tells that parameters both have changed places.
    """

    api: str
    came: tuple[str, ...]
    went: tuple[str, ...]
    keywords: tuple[tuple[str, str], ...]
    refused: tuple[str, ...]
    defaults: tuple[tuple[str, str | None, str | None], ...]
    reordered: bool


@dataclass(frozen=True, slots=True)
class Names:
    """The public names that a release has and the one before it had not, and the reverse."""

    came: tuple[str, ...]
    went: tuple[str, ...]
    recalled: tuple[Recalled, ...]


def compare_snapshots(older: Snapshot, newer: Snapshot) -> Names:
    """What changed between two releases; of APIs without a known signature only that they came."""
    before, after = set(older.names()), set(newer.names())
    both = sorted(before & after)
    # Records are compared before they are read: most of them are the same.
    unlike = [name for name in both if older.records[name] != newer.records[name]]
    return Names(
        tuple(sorted(after - before)),
        tuple(sorted(before - after)),
        tuple(found for name in unlike if (found := _recalled(older, newer, name))),
    )


def _recalled(older: Snapshot, newer: Snapshot, name: str) -> Recalled | None:
    old, new = older.get(name), newer.get(name)
    if old is None or new is None:
        return None
    before, after = _parameters(old), _parameters(new)
    if not before or not after:  # signatures are not known, or nothing but `*args`
        before = after = {}
    keywords, known = _keywords(new), _keywords(old)
    places = _places(old, set(after)), _places(new, set(before))
    defaults = (
        (name, before[name].default, after[name].default)
        for name in before
        if name in after and not same_default(before[name].default, after[name].default)
    )
    found = Recalled(
        name,
        tuple(parameter for parameter in after if parameter not in before),
        tuple(parameter for parameter in before if parameter not in after),
        tuple((w, of) for w, of in keywords.items() if w not in {*known, *before, *after}),
        tuple(word for word in known if word not in {*keywords, *after}),
        tuple(defaults),
        None not in places and places[0] != places[1],
    )
    changed = (found.came, found.went, found.keywords, found.refused, found.defaults)
    return found if any(changed) or found.reordered else None


def _parameters(api: Api) -> dict[str, Parameter]:
    """The parameters of all overloads by name, each as the first that has it says."""
    named = (p for s in reversed(api.signatures) for p in reversed(s.parameters) if not p.variadic)
    return dict(reversed({parameter.name: parameter for parameter in named}.items()))


def _keywords(api: Api) -> dict[str, str]:
    return {word: of for of, words in sorted(api.aliases.items()) for word in words}


def _places(api: Api, common: set[str]) -> list[str] | None:
    """The parameters with a place, of those that both releases have; None of overloads."""
    if len(api.signatures) != 1:
        return None
    return [p.name for p in api.signatures[0].by_position if p.name in common]
