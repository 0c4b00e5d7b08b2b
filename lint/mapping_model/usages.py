"""What to write for one way of using an API, on each Paddle release: the verdict per usage.

A usage is the plain call of a variant, or the call with one parameter. One exotic example says
nothing about the others. All was measured on the CPU.

Which code is the simplest right one is decided here and nowhere else: the unchanged call where it
was equal, else the unchanged call after `paddle.enable_compat()`, else that of the closest target
that a newer release has, else that of the mapping (of what is stated for older releases there),
else what a person makes of the advice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mapping_model.applying.decisions import Decision, Reason
from mapping_model.applying.reach import left_to_people
from mapping_model.categories import Category, Text
from mapping_model.entry import Action, Variant
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Applied, Result
from mapping_model.snapshots import Snapshot
from mapping_model.standings import EntryState, Trial

RETURNS = "returns"
# Where all runs were made.
MEASURED_ON = "cpu"


class Verdict(StrEnum):
    """What to do about a usage on a release; the first that holds."""

    MISSING = "no-counterpart"
    UNCHANGED = "unchanged"
    COMPAT = "compat"  # unchanged after `paddle.enable_compat()`
    CODE = "code"
    THINK = "think"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Way(StrEnum):
    """By which part of an entry a program writes code that gives torch's result."""

    NEWER = "newer"
    MAPPING = "mapping"


class Severity(StrEnum):
    """What becomes of those who change nothing."""

    NONE = "none"
    LOUD = "loud"
    SILENT = "silent"
    CRASH = "crash"
    UNKNOWN = "unknown"


_SEVERITY = {
    DropIn.EQUAL: Severity.NONE,
    DropIn.REFUSED: Severity.LOUD,
    DropIn.DIFFERS: Severity.SILENT,
    DropIn.UNKNOWN: Severity.UNKNOWN,
}
# Of several examples of a usage, the worst counts.
_WORST = (DropIn.DIFFERS, DropIn.REFUSED, DropIn.UNKNOWN)
# How a record tells of a process that ended, or did not come to its end.
_CRASH = "Crash: "
_WRONG = Text(
    "The code of the mapping does not give PyTorch's result here; see the examples.",
    "此时按映射转写的代码与 PyTorch 结果不一致，请参阅示例。",
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one release, and what the unchanged torch code gives there.

    `way` is how right code is written, None where a program writes none; `reason` why a person must
    think. `crashes` tells that the unchanged code ends the process.
    """

    release: str
    verdict: Verdict
    unchanged: DropIn
    way: Way | None = None
    reason: Text | None = None
    crashes: bool = False

    @property
    def severity(self) -> Severity:
        """What becomes of those who change nothing."""
        return Severity.CRASH if self.crashes else _SEVERITY[self.unchanged]


@dataclass(frozen=True, slots=True)
class Usage:
    """One way of using an API: `param` is None for the plain call, `returns` for the result.

    `variant` counts from 1; `examples` are the keys of those that show it; `releases` go from old
    to new. `title` sets plain calls apart that fare otherwise than the first.
    """

    variant: int
    param: str | None
    examples: tuple[str, ...]
    releases: tuple[Judgement, ...]
    title: Text | None = None

    @property
    def newest(self) -> Judgement:
        """The verdict on the newest supported release."""
        return self.releases[-1]


def usages_of(state: EntryState, releases: Sequence[Snapshot]) -> tuple[Usage, ...]:
    """The usages that the examples of an entry show, and for each release what to write.

    An alias inherits them; on releases without an API of its name its unchanged code is refused.
    The plain call is judged by its first example; others that fare otherwise are usages of their
    own: one call by keyword is not all calls.
    """
    return tuple(
        usage
        for number, variant in enumerate(state.variants, 1)
        for param, keys in _shown(state, number, variant)
        for usage in _parts(state, number, param, keys, releases)
    )


def plain_call(usages: Iterable[Usage]) -> Usage | None:
    """What stands for all usages of an entry; where none is the plain call, their first."""
    return min(usages, key=lambda usage: usage.param is not None, default=None)


def _parts(
    state: EntryState,
    number: int,
    param: str | None,
    keys: Sequence[str],
    releases: Sequence[Snapshot],
) -> Iterator[Usage]:
    """The usage of a parameter; of the plain call, a usage for examples that fare alike."""
    variant = state.variants[number - 1]
    alike: dict[tuple[Judgement, ...], list[str]] = {}
    for part in [keys] if param is not None else [[key] for key in keys]:
        judged = tuple(_judgements(state, variant, param, part, releases))
        alike.setdefault(judged, []).extend(part)
    for judged, own in alike.items():
        title = None if own[0] == keys[0] else _title(state, own[0])
        yield Usage(number, param, tuple(own), judged, title)


def _title(state: EntryState, key: str) -> Text:
    """What an example is about, else its code."""
    example = dict(state.source.examples())[key] if state.source else None
    if example and example.title:
        return example.title
    code = f"`{example.torch.strip().splitlines()[-1]}`" if example else key
    return Text(code, code)


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


def _judgements(
    state: EntryState,
    variant: Variant,
    param: str | None,
    keys: Sequence[str],
    releases: Sequence[Snapshot],
) -> Iterator[Judgement]:
    """The verdict on each release by some examples of a usage; the worst of them counts."""
    own = "paddle" + state.entry.torch.removeprefix("torch")
    for snapshot in releases:
        renamed = state.entry.alias_of is not None and own not in snapshot
        trials = [state.executions[key].on(snapshot.version) for key in keys]
        results = [trial.result for trial in trials]
        unchanged = compat = DropIn.REFUSED
        if not renamed:
            unchanged = _worst(result.drop_in if result else None for result in results)
            compat = _worst(map(_compat, results))
        way = _way(variant, param, results)
        verdict = _verdict(variant, param, unchanged, compat, way, trials)
        reason = _reason(variant, param, results) if verdict is Verdict.THINK else None
        details = (result.drop_in_detail or "" for result in results if result)
        crashes = not renamed and any(detail.startswith(_CRASH) for detail in details)
        yield Judgement(snapshot.version, verdict, unchanged, way, reason, crashes)


def _worst(found: Iterable[DropIn | None]) -> DropIn:
    told = [DropIn.UNKNOWN if status is None else status for status in found]
    return next((status for status in _WORST if status in told), DropIn.EQUAL)


def _compat(result: Result | None) -> DropIn | None:
    """What unchanged code gives after `enable_compat()`: run where it is not equal without."""
    if result is None:
        return None
    return DropIn.EQUAL if result.drop_in is DropIn.EQUAL else result.compat


def _way(variant: Variant, param: str | None, results: Sequence[Result | None]) -> Way | None:
    """How the code of all examples of a usage is written so that it gives torch's result."""
    run = [result for result in results if result]
    if len(run) < len(results):
        return None
    if any(r.newer for r in run) and all(_right(variant, param, r, r.newer) for r in run):
        return Way.NEWER
    return Way.MAPPING if all(_right(variant, param, r) for r in run) else None


def _right(
    variant: Variant, param: str | None, result: Result, newer: Applied | None = None
) -> bool:
    """Whether the code that is written, for a newer target or the main one, is right."""
    applied = newer or result.applied
    if applied is Applied.ELSEWHERE:  # by a person, for another API that it uses
        return result.outcome is Outcome.EQUAL and not _left(variant, param)
    return applied is Applied.EQUAL


def _left(variant: Variant, param: str | None) -> bool:
    """Whether the mapping leaves it to a person."""
    left = left_to_people(variant)
    return param in left or variant.category.value in left


def _verdict(
    variant: Variant,
    param: str | None,
    unchanged: DropIn,
    compat: DropIn,
    way: Way | None,
    trials: Sequence[Trial],
) -> Verdict:
    if variant.category is Category.MISSING or _without_way(variant, param):
        return Verdict.MISSING
    if unchanged is DropIn.EQUAL:
        return Verdict.UNCHANGED
    if compat is DropIn.EQUAL:
        return Verdict.COMPAT
    if way is not None:
        return Verdict.CODE
    if any(trial.outcome.failed for trial in trials):
        return Verdict.FAILS
    known = all(trial.result and trial.result.applied for trial in trials)
    return Verdict.THINK if known else Verdict.UNKNOWN


def _without_way(variant: Variant, param: str | None) -> bool:
    """Whether there is no way to write a parameter."""
    return any(row.torch == param and row.action is Action.NONE for row in variant.params if param)


def _reason(variant: Variant, param: str | None, results: Sequence[Result | None]) -> Text | None:
    """Why a person must think, by the first example that a program cannot write rightly."""
    for result in results:
        if result is None or _right(variant, param, result):
            continue
        if result.applied is Applied.ELSEWHERE:
            return Decision(Reason.REWRITE, param or "").said()
        decision = Decision.read(result.applied_detail or "")
        if result.applied is not Applied.UNWRITTEN or decision is None:
            return _WRONG
        advice = (case.advice for case in variant.write if (case.when or "") == decision.about)
        return replace(decision, advice=next(advice, None)).said()
    return None
