"""How an entry stands on each Paddle release, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from mapping_model.drop_in import Verdict
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.standings import Standing
from render_mappings.views.failures import named_releases
from render_mappings.views.page_context import Context, filled

# So many examples are named in a cell, and so many details of one status, the newest release's.
_NAMED = 3
_DETAILS = {DropIn.DIFFERS: 2, DropIn.REFUSED: 1, DropIn.UNKNOWN: 2}
# The worst is said first.
_ORDER = (
    DropIn.DIFFERS,
    DropIn.EQUAL,
    DropIn.REFUSED,
    DropIn.UNKNOWN,
)
_MARKS = {
    Outcome.EQUAL: "✓",
    Outcome.DIFFERS: "✗",
    Outcome.RAISES: "✗",
    Outcome.MISSING: "✗",
    Outcome.NOT_EXECUTABLE: "–",
    Outcome.NO_EXAMPLES: "–",
    Outcome.PENDING: "○",
}
_DROP_IN_MARKS = {
    DropIn.EQUAL: "✓",
    DropIn.DIFFERS: "≠",
    DropIn.REFUSED: "✗",
    DropIn.UNKNOWN: "?",
}


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One release: outcome and status for their colours and words, and the examples that failed."""

    release: str
    outcome: Outcome
    failing: tuple[tuple[str, str], ...]
    more: bool
    drop_in: DropIn

    @property
    def mark(self) -> str:
        """How the examples fared, as one character."""
        return _MARKS[self.outcome]

    @property
    def drop_in_mark(self) -> str:
        """What becomes of the unchanged code, as one character."""
        return _DROP_IN_MARKS[self.drop_in]


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What becomes of the unchanged code on some releases: a sentence, and what is behind it."""

    status: DropIn
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
    state = context.reference.states[name]
    standings, executions = state.releases, state.executions.values()
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
    return ColumnView(standing.release, standing.outcome, named, more, standing.drop_in.status)


def anchor(key: str) -> str:
    """Where an entry's page shows the example of a key."""
    return f"example-{key.replace('.', '-')}"


def _verdicts(context: Context, standings: Sequence[Standing]) -> Iterator[VerdictView]:
    for status in _ORDER:
        found = [s for s in standings if s.drop_in.status is status]
        # A release without results says nothing; the row of releases shows that.
        told = [s for s in found if s.drop_in != Verdict(DropIn.UNKNOWN)]
        if told:
            what = _details(context, told[-1].drop_in)
            shown = what[: _DETAILS.get(status)]
            label = _label(context, status, [s.release for s in told])
            yield VerdictView(
                status, label, _joined(context, status, shown), len(what) - len(shown)
            )


def _joined(context: Context, status: DropIn, details: Sequence[Markup]) -> Markup:
    """Reasons are sentences, details are not; a blank before them, but not in Chinese."""
    blank = context.words["blank"]
    between = blank if status is DropIn.UNKNOWN else context.words["semicolon"]
    return Markup(blank if details else "") + Markup(between).join(details)


def _label(context: Context, status: DropIn, releases: list[str]) -> Markup:
    known = list(context.reference.releases)
    where = Markup(escape(named_releases(context, releases)))
    key = f"on_{status.word}"
    if status is DropIn.EQUAL:
        lasting = releases == known[-len(releases) :]
        key = "drop_in_since" if lasting else "drop_in_only"
        where = Markup(escape(releases[0])) if lasting else where
        key = "drop_in_always" if releases == known else key
    head, _, rest = context.words[key].partition("|")
    return Markup("<strong>{}</strong>{}").format(filled(head, where), filled(rest))


def _details(context: Context, verdict: Verdict) -> Sequence[Markup]:
    """The differences and errors, or in words why nothing is known."""
    said = [Markup("<code>{}</code>").format(text) for text in verdict.details]
    words = context.words
    return said + [filled(words[f"lacks_{r.lack.value}"], r.about) for r in verdict.reasons]
