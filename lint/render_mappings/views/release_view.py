"""How an entry stands on each Paddle release, as its page shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from mapping_model.drop_in import DropInStatus
from render_mappings.data.releases import Fate, Standing
from render_mappings.views.failures import named_releases
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context, filled

# So many examples are named in a cell, and so many details of one status, the newest release's.
_NAMED = 3
_DETAILS = {DropInStatus.SILENTLY_DIFFERENT: 2, DropInStatus.REFUSED: 1, DropInStatus.UNKNOWN: 2}
# The worst is said first.
_ORDER = (
    DropInStatus.SILENTLY_DIFFERENT,
    DropInStatus.DROP_IN,
    DropInStatus.REFUSED,
    DropInStatus.UNKNOWN,
)
# What `mapping_model.drop_in` says of a verdict that is lacking, and our label for it.
_REASONS = (
    (re.compile(r"example ([\d.]+) has not been run"), "lacks_run"),
    (re.compile(r"example ([\d.]+) cannot be run"), "lacks_machine"),
    (re.compile(r"example ([\d.]+) shows nothing"), "lacks_meaning"),
    (re.compile(r"the examples call (\S+)"), "lacks_name"),
    (re.compile(r"there are no examples"), "lacks_examples"),
    (re.compile(r"no example calls it with positional arguments"), "lacks_positional"),
    (re.compile(r"no example calls it with keywords"), "lacks_keywords"),
)


_MARKS = {
    Fate.EQUAL: "✓",
    Fate.DIFFERS: "✗",
    Fate.RAISES: "✗",
    Fate.MISSING: "✗",
    Fate.NOT_EXECUTABLE: "–",
    Fate.NO_EXAMPLES: "–",
    Fate.PENDING: "○",
}
_DROP_IN_MARKS = {
    DropInStatus.DROP_IN: "✓",
    DropInStatus.SILENTLY_DIFFERENT: "≠",
    DropInStatus.REFUSED: "✗",
    DropInStatus.UNKNOWN: "?",
}


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One release: fate and status for their colours and words, and the examples that failed."""

    release: str
    fate: Fate
    failing: tuple[tuple[str, str], ...]
    more: bool
    drop_in: DropInStatus

    @property
    def mark(self) -> str:
        """How the examples fared, as one character."""
        return _MARKS[self.fate]

    @property
    def drop_in_mark(self) -> str:
        """What becomes of the unchanged code, as one character."""
        return _DROP_IN_MARKS[self.drop_in]


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What becomes of the unchanged code on some releases: a sentence, and what is behind it."""

    status: DropInStatus
    label: Markup
    details: Markup
    more: int


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """All supported releases, oldest first, and where that comes from."""

    columns: tuple[ColumnView, ...]
    verdicts: tuple[VerdictView, ...]
    run_on: str


def releases_view(context: Context, name: str) -> ReleasesView | None:
    """The view of an entry's releases; None where nothing of it was run."""
    standings = context.reference.standings[name]
    executions = context.reference.executions[name].values()
    newest = next((e.run_on for e in executions if e.run_on), None)
    if not any(trial.result for e in executions for trial in e.trials):
        return None
    words = context.words["run_with"]
    return ReleasesView(
        columns=tuple(_column(standing) for standing in standings),
        verdicts=tuple(_verdicts(context, standings)),
        run_on=words.format(newest.date, newest.torch, newest.python) if newest else "",
    )


def _column(standing: Standing) -> ColumnView:
    named = tuple((key, anchor(key)) for key in standing.failing[:_NAMED])
    more = len(standing.failing) > _NAMED
    return ColumnView(standing.release, standing.fate, named, more, standing.drop_in.status)


def anchor(key: str) -> str:
    """Where an entry's page shows the example of a key."""
    return f"example-{key.replace('.', '-')}"


def _verdicts(context: Context, standings: Sequence[Standing]) -> Iterator[VerdictView]:
    for status in _ORDER:
        found = [s for s in standings if s.drop_in.status is status]
        # A release without results says nothing; the row of releases shows that.
        told = [s for s in found if s.drop_in.what or status is DropInStatus.DROP_IN]
        if told:
            what = told[-1].drop_in.what
            shown = tuple(_detail(context, status, text) for text in what[: _DETAILS.get(status)])
            label = _label(context, status, [s.release for s in told])
            yield VerdictView(
                status, label, _joined(context, status, shown), len(what) - len(shown)
            )


def _joined(context: Context, status: DropInStatus, details: Sequence[Markup]) -> Markup:
    """Reasons are sentences, details are not; a blank before them, but not in Chinese."""
    blank = "" if context.language == "zh" else " "
    between = blank if status is DropInStatus.UNKNOWN else context.words["semicolon"]
    return Markup(blank if details else "") + Markup(between).join(details)


def _label(context: Context, status: DropInStatus, releases: list[str]) -> Markup:
    known = list(context.reference.releases)
    where = Markup(escape(named_releases(context, releases)))
    key = f"on_{status.value}"
    if status is DropInStatus.DROP_IN:
        lasting = releases == known[-len(releases) :]
        key = "drop_in_since" if lasting else "drop_in_only"
        where = Markup(escape(releases[0])) if lasting else where
        key = "drop_in_always" if releases == known else key
    head, _, rest = context.words[key].partition("|")
    return Markup("<strong>{}</strong>{}").format(filled(head, where), filled(rest))


def _detail(context: Context, status: DropInStatus, text: str) -> Markup:
    if status is not DropInStatus.UNKNOWN:
        return Markup("<code>{}</code>").format(text)
    for pattern, label in _REASONS:
        match = pattern.fullmatch(text)
        if match:
            return filled(context.words[label], *match.groups())
    return inline(text)
