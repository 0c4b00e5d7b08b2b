"""What to write for one way of using an API, on each Paddle release: the verdict per usage.

A usage is the plain call of a variant, or the call with one parameter. One exotic example says
nothing about the others. All was measured on the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mapping_model.applying.reach import left_to_people
from mapping_model.categories import Category
from mapping_model.entry import Action, Variant
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.snapshots import Snapshot
from mapping_model.standings import EntryState, Trial

RETURNS = "returns"


class Verdict(StrEnum):
    """What to do about a usage on a release; the first that holds."""

    MISSING = "no-counterpart"
    UNCHANGED = "unchanged"
    CODE = "code"
    THINK = "think"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Severity(StrEnum):
    """What becomes of those who change nothing."""

    NONE = "none"
    LOUD = "loud"
    SILENT = "silent"
    UNKNOWN = "unknown"


_SEVERITY = {
    DropIn.EQUAL: Severity.NONE,
    DropIn.REFUSED: Severity.LOUD,
    DropIn.DIFFERS: Severity.SILENT,
    DropIn.UNKNOWN: Severity.UNKNOWN,
}
# Of several examples of a usage, the worst counts.
_WORST = (DropIn.DIFFERS, DropIn.REFUSED, DropIn.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one release, and what the unchanged torch code gives there."""

    release: str
    verdict: Verdict
    unchanged: DropIn

    @property
    def severity(self) -> Severity:
        """What becomes of those who change nothing."""
        return _SEVERITY[self.unchanged]


@dataclass(frozen=True, slots=True)
class Usage:
    """One way of using an API: `param` is None for the plain call, `returns` for the result.

    `variant` counts from 1; `examples` are the keys of those that show it; `releases` go from old
    to new.
    """

    variant: int
    param: str | None
    examples: tuple[str, ...]
    releases: tuple[Judgement, ...]

    @property
    def newest(self) -> Judgement:
        """The verdict on the newest supported release."""
        return self.releases[-1]


def usages_of(state: EntryState, releases: Sequence[Snapshot]) -> tuple[Usage, ...]:
    """The usages that the examples of an entry show, and for each release what to write.

    An alias inherits them; on releases without an API of its name its unchanged code is refused.
    """
    return tuple(
        Usage(number, param, keys, tuple(_judged(state, variant, param, keys, releases)))
        for number, variant in enumerate(state.variants, 1)
        for param, keys in _shown(state, number, variant)
    )


def _shown(
    state: EntryState, number: int, variant: Variant
) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """The parameters that examples of a variant show, each with the keys of these."""
    several = len(state.variants) > 1
    found: dict[str | None, list[str]] = {}
    for place, example in enumerate(variant.examples, 1):
        key = f"{number}.{place}" if several else f"{place}"
        found.setdefault(example.param, []).append(key)
    yield from ((param, tuple(keys)) for param, keys in found.items())


def _judged(
    state: EntryState,
    variant: Variant,
    param: str | None,
    keys: tuple[str, ...],
    releases: Sequence[Snapshot],
) -> Iterator[Judgement]:
    renamed = state.entry.alias_of is not None
    own = "paddle" + state.entry.torch.removeprefix("torch")
    for snapshot in releases:
        trials = [state.executions[key].on(snapshot.version) for key in keys]
        unchanged = DropIn.REFUSED if renamed and own not in snapshot else _unchanged(trials)
        verdict = _verdict(variant, param, unchanged, [trial.outcome for trial in trials])
        yield Judgement(snapshot.version, verdict, unchanged)


def _unchanged(trials: Sequence[Trial]) -> DropIn:
    found = [trial.result.drop_in if trial.result else None for trial in trials]
    told = [DropIn.UNKNOWN if status is None else status for status in found]
    return next((status for status in _WORST if status in told), DropIn.EQUAL)


def _verdict(
    variant: Variant, param: str | None, unchanged: DropIn, outcomes: Sequence[Outcome]
) -> Verdict:
    if variant.category is Category.MISSING or _without_way(variant, param):
        return Verdict.MISSING
    if unchanged is DropIn.EQUAL:
        return Verdict.UNCHANGED
    if any(outcome.failed for outcome in outcomes):
        return Verdict.FAILS
    if set(outcomes) != {Outcome.EQUAL}:
        return Verdict.UNKNOWN
    left = left_to_people(variant)
    decided = param not in left and variant.category.value not in left
    return Verdict.CODE if decided else Verdict.THINK


def _without_way(variant: Variant, param: str | None) -> bool:
    """Whether there is no way to write a parameter."""
    return any(row.torch == param and row.action is Action.NONE for row in variant.params if param)
