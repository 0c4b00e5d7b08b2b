"""What became of each call of a frozen set on a release, in each of the ways of running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from mapping_model.conformance.frozen import Examples, Frozen, Part, calls_of
from mapping_model.modes import UNCHANGED, modes_of
from mapping_model.naming import owner_of
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import NO_BACKWARD, Applied, Result, example_hash
from mapping_model.snapshots import Snapshot

MAPPING = "mapping"
_GRADIENT, _CRASH = "gradient of ", "Crash: "


class State(StrEnum):
    """What became of a call; of several, the one further down tells of all."""

    NOT_RUN = "not-run"  # or torch shows nothing to compare
    EQUAL = "equal"
    UNWRITTEN = "unwritten"  # the mapping leaves it to a person, and there is no code of one
    REFUSED = "refused"
    CRASH = "crash"
    GRADIENT = "gradient"  # the result is equal
    SILENT = "silent"

    @classmethod
    def of(cls, word: str, detail: str | None) -> State:
        """What a result says in words of its own."""
        told = detail or ""
        if word == DropIn.EQUAL:
            return cls.EQUAL
        # An error of the backward pass is one, as it is of unchanged code.
        if word == DropIn.DIFFERS and not told.startswith(NO_BACKWARD):
            return cls.GRADIENT if told.startswith(_GRADIENT) else cls.SILENT
        return cls.CRASH if _CRASH in told else cls.REFUSED


_WORST = list(State)
# The result by release, the name of the record and key; None where there is none that is current.
ResultOf = Callable[[str, str, str], Result | None]


@dataclass(frozen=True, slots=True)
class Way:
    """A way of running torch calls on a release."""

    release: str
    mode: str


@dataclass(frozen=True, slots=True)
class Conformance:
    """The state of each call of a set, by way, by API; ways go by release, the oldest first."""

    frozen: Frozen
    ways: Mapping[Way, Mapping[str, tuple[State, ...]]]

    @property
    def releases(self) -> list[str]:
        """All releases, oldest first."""
        return list(dict.fromkeys(way.release for way in self.ways))

    @property
    def modes(self) -> list[str]:
        """All modes that any release has, the mapping last."""
        found = dict.fromkeys(way.mode for way in self.ways if way.mode != MAPPING)
        return [*found, MAPPING]

    def releases_with(self, mode: str) -> list[str]:
        """The releases that have a mode."""
        return [way.release for way in self.ways if way.mode == mode]

    def calls(self, way: Way, module: str | None = None) -> Counter[State]:
        """How many calls fared how, of all modules or of one."""
        return Counter(s for name, states in self._of(way, module) for s in states)

    def apis(self, way: Way, module: str | None = None) -> Counter[State]:
        """How many APIs fared how: the worst of its calls tells of each."""
        return Counter(worst(states) for _, states in self._of(way, module))

    def state(self, way: Way, name: str) -> State:
        """How an API fared."""
        return worst(self.ways[way].get(name, ()))

    def modules(self) -> dict[str, int]:
        """The modules and classes that APIs belong to, those with most calls first."""
        found: Counter[str] = Counter()
        for name, calls in self.frozen.calls.items():
            found[owner_of(name)] += len(calls)
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    def turns(self, mode: str) -> Iterator[tuple[str, list[str], list[str]]]:
        """At each release but the first with a mode: the APIs that became equal, and stopped."""
        for old, new in pairwise(Way(release, mode) for release in self.releases_with(mode)):
            names = [n for n in self.frozen.calls if self._ran(old, n) and self._ran(new, n)]
            was = {name: self.state(old, name) is State.EQUAL for name in names}
            now = {name: self.state(new, name) is State.EQUAL for name in names}
            came = [name for name in names if now[name] and not was[name]]
            yield new.release, came, [name for name in names if was[name] and not now[name]]

    def _ran(self, way: Way, name: str) -> bool:
        return self.state(way, name) is not State.NOT_RUN

    def _of(self, way: Way, module: str | None) -> Iterable[tuple[str, tuple[State, ...]]]:
        found = self.ways[way].items()
        return found if module is None else (one for one in found if owner_of(one[0]) == module)


def worst(states: Sequence[State]) -> State:
    """What the states of an API's calls say of it."""
    return max(states, key=_WORST.index, default=State.NOT_RUN)


def conformance_of(
    frozen: Frozen, examples: Examples, releases: Mapping[str, Snapshot], result_of: ResultOf
) -> Conformance:
    """The states by what is recorded; calls that no example has any more were not run."""
    keys = {name: dict(calls_of(examples.get(name, {}))) for name in frozen.calls}
    ways: dict[Way, dict[str, tuple[State, ...]]] = {}
    for release, snapshot in releases.items():
        modes = [UNCHANGED, *(mode.name for mode in modes_of(snapshot)), MAPPING]
        for mode in modes:
            ways[Way(release, mode)] = {}
        for name, calls in frozen.calls.items():
            recorded = frozen.part.recorded(name)
            found = [keys[name].get(digest) for digest in calls]
            results = [key and result_of(release, recorded, key) for key in found]
            for mode in modes:
                states = (_state(one, mode) if one else State.NOT_RUN for one in results)
                ways[Way(release, mode)][name] = tuple(states)
    return Conformance(frozen, ways)


def recorded_of(
    part: Part, examples: Examples, results: Mapping[str, Mapping[str, Mapping[str, Result]]]
) -> ResultOf:
    """Looks results up by release, name and key; those of examples that have changed are none."""
    hashes = {
        part.recorded(name): {key: example_hash(example) for key, example in own.items()}
        for name, own in examples.items()
    }

    def result_of(release: str, name: str, key: str) -> Result | None:
        result = results.get(release, {}).get(name, {}).get(key)
        return result if result and result.is_of(hashes[name][key]) else None

    return result_of


def _state(result: Result, mode: str) -> State:
    if mode == MAPPING:
        return _of_mapping(result)
    if mode == UNCHANGED:
        return State.of(result.drop_in, result.drop_in_detail) if result.drop_in else State.NOT_RUN
    seen = result.after(mode)
    return State.of(seen.status, seen.detail) if seen else State.NOT_RUN


def _of_mapping(result: Result) -> State:
    """What a program writes by the mapping; where that is left to a person, the example's code."""
    if result.applied in (Applied.EQUAL, Applied.DIFFERS, Applied.RAISES):
        return State.of(result.applied, result.applied_detail)
    if result.outcome is Outcome.NOT_EXECUTABLE:
        return State.UNWRITTEN if result.applied else State.NOT_RUN
    return State.of(result.outcome, result.detail)
