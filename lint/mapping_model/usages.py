"""What to write for one way of using an API, on each Paddle release: the verdict per usage.

A usage is the plain call of a variant, or the call with one option. One exotic example says nothing
about the others. All was measured on the CPU.

Which code is the simplest right one is decided here and nowhere else: the unchanged call where it
was equal, else the unchanged call after `paddle.enable_compat()`, else that of the closest target
that a newer release has, else that of the mapping (of what is stated for older releases there),
else what a person makes of the advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mapping_model.applying.decisions import Decision, Reason
from mapping_model.applying.reach import left_to_people
from mapping_model.calls.options import options_in
from mapping_model.categories import Category, Text
from mapping_model.entry import Action, Example, Variant
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Applied, Result
from mapping_model.sides import best_overload
from mapping_model.snapshots import Snapshot, torch_snapshot
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
_WORST_FIRST = (DropIn.DIFFERS, DropIn.REFUSED, DropIn.UNKNOWN, DropIn.EQUAL)
# How Paddle says which argument it does not take.
_REFUSED = re.compile(r"unexpected keyword argument '?(\w+)|argument '(\w+)' \(position")
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
    """One way of using an API: with an option, its `param`; None for the plain call, `returns` for
    the result.

    `variant` counts from 1; `examples` are the keys of those that show it; `releases` go from old
    to new. `title` sets calls apart that fare otherwise than the first of their kind.
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
    The plain call is judged by its first example, an option by the one that has the fewest others;
    examples that fare otherwise are usages of their own: one call by keyword is not all calls.
    """
    return tuple(
        usage
        for number, variant in enumerate(state.variants, 1)
        for param, shown in _shown(state, number, variant)
        for usage in _parts(state, number, param, shown, releases)
    )


def plain_call(usages: Iterable[Usage]) -> Usage | None:
    """What stands for all usages of an entry; where none is the plain call, their first."""
    return min(usages, key=lambda usage: usage.param is not None, default=None)


@dataclass(frozen=True, slots=True)
class _Shown:
    """An example of a usage, how many other options it passes, and the one that it leaves out."""

    key: str
    example: Example
    others: int
    left_out: str | None


def _parts(
    state: EntryState,
    number: int,
    param: str | None,
    shown: Sequence[_Shown],
    releases: Sequence[Snapshot],
) -> Iterator[Usage]:
    """The usages of the plain call or of an option, one for examples that fare alike."""
    variant = state.variants[number - 1]
    alike: dict[tuple[Judgement, ...], list[_Shown]] = {}
    for place, one in enumerate(shown):
        # The first stands for its call, whatever it is called with.
        same = () if place else [o.key for o in shown if o.example.torch == one.example.torch]
        judged = tuple(_judgements(state, variant, param, one, same, releases))
        alike.setdefault(judged, []).append(one)
    for place, (judged, examples) in enumerate(alike.items()):
        title = _title(examples[0]) if place else None
        yield Usage(number, param, tuple(one.key for one in examples), judged, title)


def _title(shown: _Shown) -> Text:
    """What an example is about, else its code."""
    if shown.example.title:
        return shown.example.title
    if shown.left_out:
        return Text(f"Without `{shown.left_out}`", f"不传 `{shown.left_out}`")
    line = shown.example.torch.strip().splitlines()[-1].strip()
    code = f"`{line.removeprefix('result = ')}`"
    return Text(code, code)


def _shown(
    state: EntryState, number: int, variant: Variant
) -> Iterator[tuple[str | None, list[_Shown]]]:
    """The plain call and the options that examples of a variant show, each with these."""
    several = len(state.variants) > 1
    api = torch_snapshot().get(state.source.torch) if state.source else None
    names = [row.torch for row in variant.params if row.torch]
    signature = best_overload(api, names)
    known = signature.parameters if signature else ()
    every = {parameter.name for parameter in known if parameter.default is not None}
    found: dict[str | None, list[_Shown]] = {}
    for place, example in enumerate(variant.examples, 1):
        key, param = f"{number}.{place}" if several else f"{place}", example.param
        passed = options_in(example.torch, api, names) if api else None
        left_out = None
        if param is not None and param != RETURNS and passed is not None and param not in passed:
            # It stands for what every call passes, or for what none can, or shows the default.
            left_out = param if param in every else None
            param = None
        others = len(passed or ()) if param else example.param is not None
        found.setdefault(param, []).append(_Shown(key, example, others, left_out))
    for param, examples in found.items():
        yield param, sorted(examples, key=lambda one: one.others)


def _judgements(
    state: EntryState,
    variant: Variant,
    option: str | None,
    shown: _Shown,
    same: Sequence[str],
    releases: Sequence[Snapshot],
) -> Iterator[Judgement]:
    """The verdict on each release by an example, of the plain call or of an option.

    What unchanged code gives is the worst of what it gives in the `same` examples.
    """
    own = "paddle" + state.entry.torch.removeprefix("torch")
    param = shown.example.param
    for snapshot in releases:
        renamed = state.entry.alias_of is not None and own not in snapshot
        trial = state.executions[shown.key].on(snapshot.version)
        result = trial.result
        unchanged = compat = DropIn.REFUSED
        if not renamed:
            others = [state.executions[key].on(snapshot.version).result for key in same]
            unchanged = _worst(_unchanged(variant, option, one) for one in [result, *others])
            compat = _worst(_compat(one) or DropIn.UNKNOWN for one in [result, *others])
        way = _way(variant, param, result)
        verdict = _verdict(variant, param, unchanged, compat, way, trial)
        reason = _reason(variant, param, result) if verdict is Verdict.THINK else None
        detail = (result and result.drop_in_detail) or ""
        crashes = not renamed and detail.startswith(_CRASH)
        yield Judgement(snapshot.version, verdict, unchanged, way, reason, crashes)


def _worst(found: Iterable[DropIn]) -> DropIn:
    return min(found, key=_WORST_FIRST.index)


def _unchanged(variant: Variant, option: str | None, result: Result | None) -> DropIn:
    """What unchanged code gives; not known of an option where it is another that is refused."""
    if result is None or result.drop_in is None:
        return DropIn.UNKNOWN
    refused = _REFUSED.search(result.drop_in_detail or "")
    if result.drop_in is not DropIn.REFUSED or refused is None or option in (None, RETURNS):
        return result.drop_in
    own = {option, *(row.paddle for row in variant.params if row.torch == option)}
    return DropIn.REFUSED if (refused[1] or refused[2]) in own else DropIn.UNKNOWN


def _compat(result: Result | None) -> DropIn | None:
    """What unchanged code gives after `enable_compat()`."""
    seen = result.after("compat") if result else None
    return seen.status if seen else None


def _way(variant: Variant, param: str | None, result: Result | None) -> Way | None:
    """How the code of an example is written so that it gives torch's result."""
    if result is None:
        return None
    if result.newer and _right(variant, param, result, result.newer):
        return Way.NEWER
    return Way.MAPPING if _right(variant, param, result) else None


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
    trial: Trial,
) -> Verdict:
    if variant.category is Category.MISSING or _without_way(variant, param):
        return Verdict.MISSING
    if unchanged is DropIn.EQUAL:
        return Verdict.UNCHANGED
    if compat is DropIn.EQUAL:
        return Verdict.COMPAT
    if way is not None:
        return Verdict.CODE
    if trial.outcome.failed:
        return Verdict.FAILS
    return Verdict.THINK if trial.result and trial.result.applied else Verdict.UNKNOWN


def _without_way(variant: Variant, param: str | None) -> bool:
    """Whether there is no way to write a parameter."""
    return any(row.torch == param and row.action is Action.NONE for row in variant.params if param)


def _reason(variant: Variant, param: str | None, result: Result | None) -> Text | None:
    """Why a person must think where a program does not write an example rightly."""
    if result is None or _right(variant, param, result):
        return None
    if result.applied is Applied.ELSEWHERE:
        return Decision(Reason.REWRITE, param or "").said()
    decision = Decision.read(result.applied_detail or "")
    if result.applied is not Applied.UNWRITTEN or decision is None:
        return _WRONG
    advice = (case.advice for case in variant.write if (case.when or "") == decision.about)
    return replace(decision, advice=next(advice, None)).said()
