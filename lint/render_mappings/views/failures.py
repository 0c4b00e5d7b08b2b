"""On which releases examples and checks went wrong, and how, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from mapping_model.entry import Gotcha
from mapping_model.outcomes import Outcome
from mapping_model.standings import Execution, Trial
from render_mappings.views.page_context import Context

# What readers tell apart of one example: whether it was run, and whether that confirmed it.
RUN_KEYS = ("as-expected", "failed", "missing", "not-executable", "pending")
_UNTOLD = (Outcome.PENDING, Outcome.NOT_EXECUTABLE)


def run_key(outcome: Outcome) -> str:
    """Which of `RUN_KEYS` an outcome is."""
    if outcome is Outcome.EQUAL:
        return "as-expected"
    failed = outcome in (Outcome.DIFFERS, Outcome.RAISES)
    return "failed" if failed else outcome.value


def older_failures(context: Context, execution: Execution) -> tuple[tuple[str, str], ...]:
    """Releases before the newest on which an example went wrong, and how, newest first."""
    wrong = [trial for trial in execution.trials[1:] if trial.outcome.failed]
    return tuple(
        (named_releases(context, [trial.release for trial in trials]), detail)
        for detail, trials in groupby(wrong, key=lambda trial: _detail(context, trial))
    )


def _detail(context: Context, trial: Trial) -> str:
    """What the record says, else the outcome: equality has no detail."""
    if trial.result is None:
        return ""
    return trial.result.detail or context.words[f"outcome_{trial.result.outcome.value}"]


def where_it_holds(context: Context, executions: Sequence[Execution]) -> str:
    """On which releases all of some checks are as described: the trap is there, the fix works.

    Empty where none was run anywhere.
    """
    told = _told(context, executions)
    fails = where_it_fails(context, executions)
    words = context.words
    said = [
        words[key].format(named_releases(context, releases))
        for key, releases in (
            ("holds_on", [release for release in told if release not in fails]),
            ("holds_not", fails),
        )
        if releases
    ]
    return words["clauses"].join(said)


def exceptions(context: Context, gotcha: Gotcha) -> str:
    """On which releases all checks that show the trap do, where that is not on every one.

    Of one without such checks, those on which the way round it fails.
    """
    executions = context.reference.gotcha_executions[gotcha.id]
    traps = [executions[k] for k, c in gotcha.examples() if c.expect is not Outcome.EQUAL]
    if not traps:
        fails = where_it_fails(context, list(executions.values()))
        return context.words["only_on"].format(named_releases(context, fails)) if fails else ""
    releases = context.reference.releases
    everywhere = all(e.on(r).outcome is Outcome.EQUAL for e in traps for r in releases)
    return "" if everywhere else where_it_holds(context, traps)


def where_it_fails(context: Context, executions: Sequence[Execution]) -> list[str]:
    """The releases on which not all of some checks are as described."""
    told = _told(context, executions)
    return [release for release, found in told.items() if {*found} != {Outcome.EQUAL}]


def _told(context: Context, executions: Sequence[Execution]) -> dict[str, list[Outcome]]:
    """What checks gave on the releases on which all of them were run."""
    found = {
        release: [execution.on(release).outcome for execution in executions]
        for release in context.reference.releases
    }
    return {release: each for release, each in found.items() if each and not {*each} & {*_UNTOLD}}


def named_releases(context: Context, chosen: Collection[str]) -> str:
    """Releases in words, neighbours as a span: "2.6.2 – 3.1.1, 3.3.1"."""
    words = context.words
    # Results may be there of a release that is supported no more.
    known = [*(r for r in chosen if r not in context.reference.releases)]
    found = spans([*known, *context.reference.releases], set(chosen))
    texts = [a if a == b else words["span"].format(a, b) for a, b in found]
    return words["comma"].join(texts)


def spans(releases: Sequence[str], chosen: Collection[str]) -> list[tuple[str, str]]:
    """The chosen ones of `releases` as runs of neighbours: first and last of each, in order."""
    found: list[tuple[str, str]] = []
    previous = None
    for release in releases:
        if release in chosen:
            joined = previous in chosen and bool(found)
            first = found.pop()[0] if joined else release
            found.append((first, release))
        previous = release
    return found
