"""The examples that show limits: torch code, and what the mapping writes for it on each release.

On the releases of a limit the example departs as the limit says, on all others it is equal; with
`instead` it is equal everywhere.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from mapping_model.applying.code import EntryOf, Rewritten, rewrite
from mapping_model.applying.examples import variables_of
from mapping_model.entry import Case, Entry, Example, Limit
from mapping_model.language.parsing import ExpressionError, parse_condition
from mapping_model.limits.sharing import Placed, Shared, placed_limits
from mapping_model.outcomes import Departure, Outcome
from mapping_model.processors import Feature, Processor
from mapping_model.records import Record
from mapping_model.results import NO_BACKWARD, Gradient, Result, example_hash, mapping_hash
from mapping_model.since import covers
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import nodes_of

_TORCH = re.compile(r"\btorch(?:\.\w+)+")
# As a result tells of the end of a process.
_CRASH = "Paddle raises Crash"
_OUTCOMES = {
    None: Outcome.EQUAL,
    Departure.DIFFERS: Outcome.DIFFERS,
    Departure.GRADIENT: Outcome.DIFFERS,
    Departure.BACKWARD: Outcome.DIFFERS,
    Departure.ACCEPTED: Outcome.DIFFERS,
    Departure.REFUSED: Outcome.RAISES,
    Departure.CRASHES: Outcome.RAISES,
}


@dataclass(frozen=True, slots=True)
class Showing:
    """One example of a limit, the releases it is for, and how it must depart there, if at all.

    `key` is "2.1" for the second limit of the entry, "2.2" for its `instead`. `source` is a hash of
    what its code is written from, `processor` where alone it must depart.
    """

    key: str
    example: Example
    departs: Departure | None
    releases: tuple[str, ...]
    source: str
    processor: Feature | None


class EntryLimits:
    """The limits of an entry, and what the mapping writes for their examples."""

    def __init__(self, entry: Entry, shared: Shared, entry_of: EntryOf) -> None:
        self.placed = tuple(placed_limits(entry, shared))
        self._entry = entry
        self._entry_of = entry_of
        self._written: dict[tuple[int, str], Rewritten] = {}
        self._sources: dict[int, str] = {}
        self._hashes: dict[str, str] = {}

    def showings(self, releases: Mapping[str, Snapshot]) -> Iterator[Showing]:
        """The examples of all limits; none where the mapping cannot be applied."""
        for number in range(1, len(self.placed) + 1):
            yield from self.showings_of(number, releases)

    def showings_of(self, number: int, releases: Mapping[str, Snapshot]) -> Iterator[Showing]:
        """The examples of one limit, which is counted from 1; that of `instead` last, if wanted."""
        placed = self.placed[number - 1]
        limit = placed.limit
        asked = [r for r in releases if not is_told_elsewhere(limit, self.placed, r)]
        for key in limit_keys(number, limit):
            found: dict[str, Showing] = {}
            for release in asked:
                if key.endswith(".1"):
                    paddle = self.written(limit, releases[release])
                    departs = departure_on(limit, release)
                else:
                    paddle, departs = self._with_instead(placed, releases[release]), None
                if paddle.undone:
                    continue
                example = replace(limit.example, paddle=paddle.code, expect=_OUTCOMES[departs])
                code = example_hash(example)
                before = found[code].releases if code in found else ()
                source = self._source(number)
                found[code] = Showing(
                    key, example, departs, (*before, release), source, limit.processor
                )
            yield from found.values()

    def is_shown(self, number: int, record: Record, release: str) -> bool:
        """Whether runs on a release have shown a limit and the mapping as they are.

        To know that takes no code: it would be written anew only to be hashed.
        """
        keys = limit_keys(number, self.placed[number - 1].limit)
        found = [record.get(key, {}).get(release) for key in keys]
        return all(one is not None and self.is_of(number, one) for one in found)

    def is_of(self, number: int, result: Result) -> bool:
        """Whether a result is of a limit and the mapping as they are."""
        return result.is_from(self._source(number))

    def _source(self, number: int) -> str:
        """A hash of the limit, of the mapping, and of those of other APIs that the example names.

        What methods of objects are there is not looked for; that shows where they are run.
        """
        if number in self._sources:
            return self._sources[number]
        placed = self.placed[number - 1]
        limit = placed.limit
        named = sorted({self._entry.torch, *_TORCH.findall(limit.example.torch)})
        parts = [found for name in named if (found := self._hash(name))]
        parts += [example_hash(limit.example), f"{placed.variant} {limit.instead}"]
        parts.append(f"{limit.then} {limit.since} {limit.until}")
        parts += [limit.processor] if limit.processor else []
        self._sources[number] = hashlib.sha256(" ".join(parts).encode()).hexdigest()[:8]
        return self._sources[number]

    def _hash(self, api: str) -> str:
        """The hash of the mapping of an API, empty where there is none."""
        if api not in self._hashes:
            entry = self._entry_of(api)
            self._hashes[api] = "" if entry is None else mapping_hash(entry)
        return self._hashes[api]

    def written(self, limit: Limit, release: Snapshot) -> Rewritten:
        """What the mapping makes of the example of one of them on a release."""
        if limit.example.paddle:
            return Rewritten(limit.example.paddle, ())
        key = (id(limit), release.version)
        if key not in self._written:
            self._written[key] = _rewritten(limit.example, self._entry_of, release)
        return self._written[key]

    def _with_instead(self, placed: Placed, release: Snapshot) -> Rewritten:
        """What the code of `instead` makes of it."""
        entry, limit = self._entry, placed.limit
        other = with_code_of(entry, placed)

        def found(api: str) -> Entry | None:
            known = self._entry_of(api)
            return other if known is not None and known.torch == entry.torch else known

        return _rewritten(limit.example, found, release)


def with_code_of(entry: Entry, placed: Placed) -> Entry:
    """The entry with the `instead` of one of its limits as the code of all calls of a variant."""
    code = (Case(code=placed.limit.instead),)
    variant = replace(entry.variants[placed.variant], write=code, fields=(), newer=())
    variants = [*entry.variants]
    variants[placed.variant] = variant
    return replace(entry, variants=tuple(variants))


def limit_keys(number: int, limit: Limit) -> list[str]:
    """The keys of the examples of a limit, which is counted from 1."""
    return [f"{number}.1"] if limit.instead is None else [f"{number}.1", f"{number}.2"]


def departure_on(
    limit: Limit, release: str, processor: Processor | None = None
) -> Departure | None:
    """How Paddle must depart on a release, by a limit; None where it must not.

    Without a processor, on those that the limit is about.
    """
    meant = processor is None or limit.processor is None or limit.processor.is_of(processor)
    return limit.then if meant and covers(limit.since, limit.until, release) else None


def is_told_elsewhere(limit: Limit, limits: Iterable[Placed], release: str) -> bool:
    """Whether another limit with the same condition, or a part of it, is the one of a release."""
    if departure_on(limit, release) is not None:
        return False
    others = (one.limit for one in limits if departure_on(one.limit, release))
    return any(_parts(one.when) <= _parts(limit.when) for one in others)


@lru_cache(maxsize=256)  # asked for each limit of an entry, each other one and each release
def _parts(when: str) -> frozenset[str]:
    """The conditions that must all hold; what is no condition stands for itself."""
    try:
        tree = parse_condition(when)
    except ExpressionError:
        return frozenset({when})
    match tree:
        case ast.BoolOp(ast.And(), parts):
            return frozenset(map(ast.unparse, parts))
    return frozenset({ast.unparse(tree)})


def _rewritten(example: Example, entry_of: EntryOf, release: Snapshot) -> Rewritten:
    nodes_of(example.torch)  # raises SyntaxError for more than rewriting can take
    return rewrite(example.torch, entry_of, release, variables_of(example))


def is_as_said(seen: Departure | None, said: Departure | None) -> bool:
    """Whether a run shows what a limit says: of a gradient, too, an error where one is wanted.

    That is what some releases give for a gradient that others get wrong.
    """
    return seen is said or (seen is Departure.BACKWARD and said is Departure.GRADIENT)


def departure_of(example: Example, result: Result) -> Departure | None:
    """How Paddle departed from torch in a run; None where it did not."""
    match result.outcome:
        case Outcome.RAISES | Outcome.MISSING:
            crashed = (result.detail or "").startswith(_CRASH)
            return Departure.CRASHES if crashed else Departure.REFUSED
        case Outcome.DIFFERS if example.compare.raises:
            return Departure.ACCEPTED
        case Outcome.DIFFERS:
            if result.gradient is not Gradient.DIFFERS:
                return Departure.DIFFERS
            raised = (result.detail or "").startswith(NO_BACKWARD)
            return Departure.BACKWARD if raised else Departure.GRADIENT
    return None
