"""What is said of the table of usages and releases on the page of an entry."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from mapping_model.applying.sentences import spaced
from mapping_model.remarks import RETURN_VALUE
from mapping_model.usages import RETURNS, Severity, Usage, Verdict
from published.entry import PublishedEntry
from published.marks import SAME, MarkedLimit
from render_mappings.views.markup import inline
from render_mappings.views.speech import Speech

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
    SAME: "·",
    "differs": "≠",
    "gradient-differs": "∂",
    "refused": "!",
    "crashes": "‼",
    "accepted": "⊃",
}
# What became of unchanged code is told so often at most.
_TOLD = 3


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """The marks to be explained, and what running unchanged code gave, where it was not the same.

    `more` counts what is left out of that; `run_on` says when and with what all was run.
    """

    marks: tuple[str, ...]
    unchanged: tuple[Markup, ...]
    more: int
    run_on: str


def releases_view(speech: Speech, entry: PublishedEntry) -> ReleasesView | None:
    """What is said below the table of an entry; None where nothing of it was run."""
    executions = entry.state.executions.values()
    if not any(trial.result for execution in executions for trial in execution.trials):
        return None
    newest = next((e.run_on for e in executions if e.run_on), None)
    found = {mark for one in entry.marked for mark in one.marks}
    told = _unchanged(speech, entry)
    words = speech.words["run_with"]
    return ReleasesView(
        marks=tuple(mark for mark in MARKS if mark in found and mark != SAME),
        unchanged=told[:_TOLD],
        more=max(0, len(told) - _TOLD),
        run_on=words.format(newest.date, newest.torch, newest.python) if newest else "",
    )


def anchor(key: str) -> str:
    """Where an entry's page shows the example of a key."""
    return f"example-{key.replace('.', '-')}"


def usage_label(speech: Speech, usage: Usage) -> Markup:
    """What a usage is called in a row of its entry."""
    if usage.title:
        return inline(speech.headed(usage.title))
    if usage.param is None:
        return escape(speech.words["whole"])
    if usage.param == RETURNS:
        return escape(RETURN_VALUE.get(speech.language))
    return Markup("<code>{}=</code>").format(usage.param)


def limit_label(speech: Speech, limit: MarkedLimit) -> Markup:
    """What a limit is called there."""
    return inline(spaced(speech.words["usage_where"].format(limit.asked.get(speech.language))))


def where_unchanged(speech: Speech, usage: Usage) -> str:
    """On which releases the torch code of a usage needs no change."""
    words = speech.words
    releases = [one.release for one in usage.releases]
    fine = [one.release for one in usage.releases if one.verdict is Verdict.UNCHANGED]
    if not fine or fine == releases:
        return words["unchanged_always" if fine else "unchanged_never"]
    if fine == releases[-len(fine) :]:
        return words["unchanged_since"].format(fine[0])
    return words["unchanged_only"].format(speech.releases(fine))


def _unchanged(speech: Speech, entry: PublishedEntry) -> tuple[Markup, ...]:
    """What the unchanged code of examples gave where it was something else, the newest first."""
    executions = entry.state.executions
    found: dict[tuple[Markup, str], list[str]] = {}
    for place in reversed(range(len(entry.known.releases))):
        for usage in entry.usages:
            judged = usage.releases[place]
            results = [executions[key].on(judged.release).result for key in usage.examples]
            details = [result.drop_in_detail for result in results if result]
            detail = next(filter(None, details), None)
            if detail and judged.severity is not Severity.NONE:
                label = usage_label(speech, usage)
                found.setdefault((label, detail), []).append(judged.release)
    alike: dict[tuple[str, tuple[str, ...]], list[Markup]] = {}
    for (label, detail), releases in found.items():
        alike.setdefault((detail, tuple(releases)), []).append(label)
    return tuple(
        speech.fill("unchanged_gives", speech.listed(labels), escape(speech.releases(on)), detail)
        for (detail, on), labels in alike.items()
    )
