"""How each way of using an API stands on each Paddle release, as the page of an entry shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from mapping_model.applying.sentences import spaced
from mapping_model.entry import Limit
from mapping_model.limits.sentences import asked
from mapping_model.outcomes import Departure
from mapping_model.remarks import RETURN_VALUE
from mapping_model.since import covers
from mapping_model.usages import RETURNS, Judgement, Severity, Usage, Verdict, plain_call
from render_mappings.data.answers import answers_of
from render_mappings.data.reference import Reference
from render_mappings.views.failures import named_releases
from render_mappings.views.markup import inline, without_stop
from render_mappings.views.page_context import Context, filled

# Each mark of a cell: what is told of it stands under "mark_" in the words.
MARKS = {
    "unchanged": "✓",
    "compat": "◐",
    "code": "→",
    "silent": "≠",
    "crash": "‼",
    "think": "✎",
    "fails": "✗",
    "no-counterpart": "∅",
    "unknown": "–",
    # Of limits.
    "same": "·",
    "differs": "≠",
    "gradient-differs": "∂",
    "refused": "!",
    "crashes": "‼",
    "accepted": "⊃",
}
# Those with which there is code that gives PyTorch's result.
WORKING = ("unchanged", "compat", "code", "silent", "crash")
# Where the unchanged code will not do, and the page has other.
_WRITTEN = (Verdict.CODE, Verdict.THINK, Verdict.UNKNOWN)
# What became of unchanged code is told so often at most.
_TOLD = 3


@dataclass(frozen=True, slots=True)
class UsageRow:
    """One way of using an API, or a limit, and a mark for each release, oldest first.

    `url` leads to where the page shows it. `unchanged` says where the torch code needs no change.
    """

    label: Markup
    url: str
    also: tuple[Markup, ...]
    unchanged: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UsageRows:
    """The rows of a variant; `call` is its torch code where there are several variants.

    `lasting` counts the limits that hold on every release, to be read at `limits`.
    """

    call: str | None
    rows: tuple[UsageRow, ...]
    lasting: int
    limits: str


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """All of it; `unchanged` tells what running unchanged code gave, where it was not the same."""

    releases: tuple[str, ...]
    groups: tuple[UsageRows, ...]
    marks: tuple[str, ...]
    unchanged: tuple[Markup, ...]
    more: int
    run_on: str

    def mark(self, name: str) -> str:
        """What stands for it in a cell."""
        return MARKS[name]


def releases_view(context: Context, name: str) -> ReleasesView | None:
    """The view of an entry's releases; None where nothing of it was run."""
    reference = context.reference
    executions = reference.states[name].executions.values()
    if not any(trial.result for execution in executions for trial in execution.trials):
        return None
    newest = next((e.run_on for e in executions if e.run_on), None)
    usages = reference.usages(name)
    groups = tuple(_groups(context, name))
    found = [mark for group in groups for row in group.rows for mark in row.marks]
    told = _unchanged(context, name, usages)
    words = context.words["run_with"]
    return ReleasesView(
        releases=tuple(reference.releases),
        groups=groups,
        marks=tuple(mark for mark in MARKS if mark in found and mark != "same"),
        unchanged=told[:_TOLD],
        more=max(0, len(told) - _TOLD),
        run_on=words.format(newest.date, newest.torch, newest.python) if newest else "",
    )


def marks_of(reference: Reference, name: str) -> tuple[str, ...]:
    """The marks of an entry's plain call, oldest release first; lists have no room for others."""
    plain = plain_call(reference.usages(name))
    if plain:
        return _marks(plain)
    known = name in reference.states and reference.states[name].has_counterpart
    return ("unknown" if known else "no-counterpart",) * len(reference.releases)


def anchor(key: str) -> str:
    """Where an entry's page shows the example of a key."""
    return f"example-{key.replace('.', '-')}"


def _groups(context: Context, name: str) -> Iterator[UsageRows]:
    reference = context.reference
    variants = reference.variants(name)
    answers = answers_of(reference, name)
    several = len(variants) > 1
    for number in range(1, len(variants) + 1):
        at = f"#variant-{number}-limits" if several else "#limits"
        own = [usage for usage in reference.usages(name) if usage.variant == number]
        limits = reference.limits_of(name, number)
        rows = [*_rows(context, own), *_limit_rows(context, limits, at)]
        if rows:
            call = answers[number].torch if several and number in answers else None
            lasting = len({limit.when for limit in limits}) - sum(row.url == at for row in rows)
            yield UsageRows(call, tuple(rows), lasting, at)


def _rows(context: Context, usages: Sequence[Usage]) -> Iterator[UsageRow]:
    """The plain call, and what fares otherwise; parameters that do not are named there.

    Without a plain call the first parameter stands for it.
    """
    ordered = sorted(usages, key=lambda usage: usage.param is not None)
    if not ordered:
        return
    first, *others = ordered
    alike = [usage for usage in others if _marks(usage) == _marks(first)]
    for usage in ordered:
        if usage in alike:
            continue
        also = [one for one in alike if one.param] if usage is first else []
        yield UsageRow(
            usage_label(context, usage),
            f"#{anchor(usage.examples[0])}",
            tuple(usage_label(context, one) for one in also),
            _where_unchanged(context, usage),
            _marks(usage),
        )


def usage_label(context: Context, usage: Usage) -> Markup:
    """What a usage is called in a row of its entry."""
    if usage.title:
        return inline(without_stop(usage.title.get(context.language)))
    if usage.param is None:
        return Markup(escape(context.words["whole"]))
    if usage.param == RETURNS:
        return Markup(escape(RETURN_VALUE.get(context.language)))
    return Markup("<code>{}=</code>").format(usage.param)


def _marks(usage: Usage) -> tuple[str, ...]:
    return tuple(map(mark_of, usage.releases))


def mark_of(judged: Judgement) -> str:
    """The verdict; where there is other code, also whether one is warned who does not write it."""
    if judged.verdict in _WRITTEN and judged.severity in (Severity.SILENT, Severity.CRASH):
        return judged.severity.value
    return judged.verdict.value


def _where_unchanged(context: Context, usage: Usage) -> str:
    words = context.words
    releases = [one.release for one in usage.releases]
    fine = [one.release for one in usage.releases if one.verdict is Verdict.UNCHANGED]
    if not fine or fine == releases:
        return words["unchanged_always" if fine else "unchanged_never"]
    if fine == releases[-len(fine) :]:
        return words["unchanged_since"].format(fine[0])
    return words["unchanged_only"].format(named_releases(context, fine))


def _limit_rows(context: Context, limits: Sequence[Limit], url: str) -> Iterator[UsageRow]:
    """The limits of some releases only, a row for those of one condition."""
    found: dict[str, dict[str, Departure]] = {}
    for limit in limits:
        on = [r for r in context.reference.releases if covers(limit.since, limit.until, r)]
        found.setdefault(limit.when, {}).update(dict.fromkeys(on, limit.then))
    for when, holds in found.items():
        marks = tuple(
            holds[release].value if release in holds else "same"
            for release in context.reference.releases
        )
        if len({*marks}) > 1:
            said = context.words["usage_where"].format(asked(when).get(context.language))
            yield UsageRow(inline(spaced(said)), url, (), "", marks)


def _unchanged(context: Context, name: str, usages: Sequence[Usage]) -> tuple[Markup, ...]:
    """What the unchanged code of examples gave where it was something else, the newest first."""
    executions = context.reference.states[name].executions
    found: dict[tuple[Markup, str], list[str]] = {}
    for place in reversed(range(len(context.reference.releases))):
        for usage in usages:
            judged = usage.releases[place]
            results = [executions[key].on(judged.release).result for key in usage.examples]
            details = [result.drop_in_detail for result in results if result]
            detail = next(filter(None, details), None)
            if detail and judged.severity is not Severity.NONE:
                label = usage_label(context, usage)
                found.setdefault((label, detail), []).append(judged.release)
    alike: dict[tuple[str, tuple[str, ...]], list[Markup]] = {}
    for (label, detail), releases in found.items():
        alike.setdefault((detail, tuple(releases)), []).append(label)
    return tuple(
        filled(
            context.words["unchanged_gives"],
            Markup(context.words["comma"]).join(labels),
            Markup(escape(named_releases(context, on))),
            detail,
        )
        for (detail, on), labels in alike.items()
    )
