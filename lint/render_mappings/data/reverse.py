"""The reverse index: for each Paddle name, the torch APIs that are ported to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mapping_model.entry import Row, Variant
from mapping_model.lookup_index import Way
from mapping_model.outcomes import Outcome
from mapping_model.since import Releases, covers, target_since
from mapping_model.standings import EntryState


@dataclass(frozen=True, slots=True)
class Mapped:
    """A torch API that one variant of its entry ports to a Paddle name.

    `rows` are what its parameters become there, `when` the calls that it is for, `releases` those
    on which that is so: of a target, those on which the examples of the plain call were equal.
    """

    name: str
    variant: Variant
    way: Way
    rows: tuple[Row, ...]
    when: str | None
    releases: tuple[str, ...]


def reverse_index(
    states: Mapping[str, EntryState], releases: Releases
) -> dict[str, tuple[Mapped, ...]]:
    """By the name on Paddle's side, in order; targets come first, then what newer releases have."""
    found: dict[str, list[Mapped]] = defaultdict(list)
    for name, state in states.items():
        for number, variant in enumerate(state.variants, 1):
            for target, mapped in _of_variant(name, state, number, variant, releases):
                found[target].append(mapped)
    ways = list(Way)
    return {
        target: tuple(sorted(found[target], key=lambda one: ways.index(one.way)))
        for target in sorted(found, key=lambda target: (target.casefold(), target))
    }


def slugs(names: Iterable[str]) -> dict[str, str]:
    """What stands for each name in addresses: of two that differ only in case, one has a suffix."""
    found: dict[str, str] = {}
    seen: set[str] = set()
    for name in sorted(names, reverse=True):
        found[name] = f"{name}-capital" if name.casefold() in seen else name
        seen.add(name.casefold())
    return found


def _of_variant(
    name: str, state: EntryState, number: int, variant: Variant, releases: Releases
) -> Iterator[tuple[str, Mapped]]:
    def mapped(way: Way, rows: tuple[Row, ...], when: str | None, on: Iterable[str]) -> Mapped:
        return Mapped(name, variant, way, rows, when, tuple(on))

    if variant.paddle:
        works = _works(state, number, variant, releases)
        yield variant.paddle, mapped(Way.TARGET, variant.params, variant.when, works)
    if variant.outside:
        yield variant.outside.api, mapped(Way.OUTSIDE, (), variant.when, ())
    for case in variant.write:
        if case.paddle and case.paddle != variant.paddle:
            on = (r for r in releases if covers(case.since, case.until, r))
            yield case.paddle, mapped(Way.CASE, variant.params, case.when, on)
    for newer in variant.newer:
        since = newer.since or target_since(releases, newer.paddle)
        later = (r for r in releases if since and covers(since, None, r))
        yield newer.paddle, mapped(Way.NEWER, newer.params, newer.when, later)


def _works(state: EntryState, number: int, variant: Variant, releases: Releases) -> Iterator[str]:
    """The releases on which the plain call was right; without examples, those that have it."""
    at = f"{number}." if len(state.variants) > 1 else ""
    keys = {f"{at}{n}": example.param for n, example in enumerate(variant.examples, 1)}
    plain = [key for key, param in keys.items() if param is None] or [*keys]
    executions = [state.executions[key] for key in plain]
    for release, snapshot in releases.items():
        if executions and all(e.on(release).outcome is Outcome.EQUAL for e in executions):
            yield release
        if not executions and variant.paddle and variant.paddle in snapshot:
            yield release
