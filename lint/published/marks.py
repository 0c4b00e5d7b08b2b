"""How each usage of an entry, and each limit, stands on each release, in one word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mapping_model.categories import Text
from mapping_model.limits.sentences import asked
from mapping_model.since import covers
from mapping_model.standings import EntryState
from mapping_model.usages import RETURNS, Judgement, Severity, Usage, Verdict, plain_call
from published.known import Known
from published.variants import PublishedLimit, PublishedVariant

# Those with which there is code that gives PyTorch's result.
WORKING = ("unchanged", "compat", "code", "silent", "crash")
# Of an option of which another use is not unchanged.
PARTLY = "partly"
# Those that nothing tells of, before it is too late.
HARMING = WORKING[-2:]
# Where the unchanged code will not do, and there is other.
_WRITTEN = (Verdict.CODE, Verdict.THINK, Verdict.UNKNOWN)
_SAID = (Severity.SILENT, Severity.CRASH, Severity.UNKNOWN)
_UNKNOWN = Severity.UNKNOWN.value
# Of a limit on a release that it is not of.
SAME = "same"


@dataclass(frozen=True, slots=True)
class MarkedUsage:
    """A usage with a mark for each release, oldest first; `also` are those that fare alike.

    `example` is the key of one that shows other code for Paddle than for PyTorch, if any does.
    """

    usage: Usage
    also: tuple[Usage, ...]
    marks: tuple[str, ...]
    example: str | None


@dataclass(frozen=True, slots=True)
class MarkedLimit:
    """The limits of one condition, where it depends on the release what becomes of the call."""

    asked: Text
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkedVariant:
    """What fares otherwise than the plain call; `lasting` counts limits that hold everywhere.

    Limits that few inputs meet are only counted, as `rare`.
    """

    number: int
    usages: tuple[MarkedUsage, ...]
    limits: tuple[MarkedLimit, ...]
    lasting: int
    rare: int

    @property
    def marks(self) -> set[str]:
        """All marks that occur."""
        rows: tuple[MarkedUsage | MarkedLimit, ...] = (*self.usages, *self.limits)
        return {mark for row in rows for mark in row.marks}


def marked(
    known: Known,
    variants: Sequence[PublishedVariant],
    usages: Sequence[Usage],
    kept: Mapping[int, Collection[str]],
) -> Iterator[MarkedVariant]:
    """The variants that anything is told of; `kept` has where the plain call of one stays."""
    for variant in variants:
        changed = {one.key for one in variant.examples if one.differs}
        here = [one for one in usages if one.variant == variant.number]
        own = tuple(_usages(here, changed, kept.get(variant.number, ())))
        ordinary = [one for one in variant.limits if not one.rare]
        limits = tuple(_limits(known, ordinary))
        if own or variant.limits:
            lasting = len({one.limit.when for one in ordinary}) - len(limits)
            rare = len({one.limit.when for one in variant.limits if one.rare})
            yield MarkedVariant(variant.number, own, limits, lasting, rare)


def plain_marks(
    state: EntryState, usages: Sequence[Usage], kept: Mapping[int, Collection[str]]
) -> tuple[str, ...]:
    """The marks of the plain call; lists have no room for others."""
    plain = plain_call(usages)
    if plain:
        return met_marks([one for one in usages if one.variant == plain.variant], kept)
    return ("unknown" if state.has_counterpart else "no-counterpart",) * len(state.releases)


def met_marks(usages: Sequence[Usage], kept: Mapping[int, Collection[str]]) -> tuple[str, ...]:
    """The marks of one variant: of its plain call, or of a result that silently is another.

    Whoever calls it meets both, so the worst of them counts.
    """
    plain = plain_call(usages)
    if plain is None:
        return ()
    met = [marks_of(plain, kept.get(plain.variant, ()))]
    met += [marks_of(one) for one in usages if one.param == RETURNS and one.title is None]
    return tuple(_worst(first, others) for first, *others in zip(*met, strict=True))


def _worst(mark: str, others: Sequence[str]) -> str:
    silent = [one for one in others if one in HARMING]
    return max(silent, key=WORKING.index) if silent and mark in WORKING[:-1] else mark


def marks_of(usage: Usage, kept: Collection[str] = ()) -> tuple[str, ...]:
    """A mark for each release; on those in `kept` its own call stays as it is."""
    fine = Verdict.UNCHANGED.value
    return tuple(fine if one.release in kept else mark_of(one) for one in usage.releases)


def mark_of(judged: Judgement) -> str:
    """The verdict; where there is other code, also whether one is warned who does not write it."""
    if judged.verdict in _WRITTEN and judged.severity in _SAID:
        return judged.severity.value
    return judged.verdict.value


def _usages(
    usages: Sequence[Usage], changed: Collection[str], kept: Collection[str]
) -> Iterator[MarkedUsage]:
    """The plain call, and what fares otherwise, a row for what fares alike.

    Without a plain call the first option stands for it; what fares as it does is named only where
    it is an option. Options of which nothing is known are left out. The code of `changed` examples
    is not the same on both sides.
    """
    alike: dict[tuple[str, ...], list[Usage]] = {}
    plain = plain_call(usages)
    for usage in sorted(usages, key=lambda usage: usage.param is not None):
        marks = _limited(usage, usages, marks_of(usage, kept if usage is plain else ()))
        if not alike or {*marks} != {_UNKNOWN}:
            alike.setdefault(marks, []).append(usage)
    for place, (marks, (first, *others)) in enumerate(alike.items()):
        also = tuple(one for one in others if one.param or place)
        shown = (key for usage in (first, *also) for key in usage.examples if key in changed)
        yield MarkedUsage(first, also, marks, next(shown, None))


def _limited(usage: Usage, usages: Sequence[Usage], marks: tuple[str, ...]) -> tuple[str, ...]:
    """The marks of an option, where another use of the same option is not unchanged."""
    if usage.param in (None, RETURNS):
        return marks
    others = [marks_of(one) for one in usages if one.param == usage.param and one is not usage]
    return tuple(
        PARTLY if mark == Verdict.UNCHANGED and _fails({*found} - {mark}) else mark
        for mark, *found in zip(marks, *others, strict=True)
    )


def _fails(marks: Collection[str]) -> bool:
    return any(mark not in (Verdict.COMPAT, _UNKNOWN) for mark in marks)


def _limits(known: Known, limits: Sequence[PublishedLimit]) -> Iterator[MarkedLimit]:
    """The limits of some releases only, a row for those of one condition."""
    found: dict[str, dict[str, str]] = {}
    for limit in (one.limit for one in limits):
        on = [r for r in known.releases if covers(limit.since, limit.until, r)]
        found.setdefault(limit.when, {}).update(dict.fromkeys(on, limit.then.value))
    for when, holds in found.items():
        marks = tuple(holds.get(release, SAME) for release in known.releases)
        if len({*marks}) > 1:
            yield MarkedLimit(asked(when), marks)
