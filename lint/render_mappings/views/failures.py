"""On which releases examples and checks went wrong, and how, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from render_mappings.data.releases import spans
from render_mappings.data.trials import Execution, Run, Trial
from render_mappings.views.page_context import Context

_WRONG = (Run.FAILED, Run.MISSING)
_TOLD = (Run.AS_EXPECTED, *_WRONG)


def older_failures(context: Context, execution: Execution) -> tuple[tuple[str, str], ...]:
    """Releases before the newest on which an example went wrong, and how, newest first."""
    wrong = [trial for trial in execution.trials[1:] if trial.run in _WRONG]
    return tuple(
        (named_releases(context, [trial.release for trial in trials]), detail)
        for detail, trials in groupby(wrong, key=lambda trial: _detail(context, trial))
    )


def _detail(context: Context, trial: Trial) -> str:
    """What the results file says, else the outcome: equality has no detail."""
    if trial.result is None:
        return ""
    return trial.result.detail or context.words[f"outcome_{trial.result.outcome.value}"]


def where_it_holds(context: Context, executions: Sequence[Execution]) -> str:
    """On which releases all of some checks are as described: the trap is there, the mend mends.

    Empty where none was run anywhere.
    """
    told = [
        (release, [execution.on(release).run for execution in executions])
        for release in context.reference.releases
    ]
    told = [(release, runs) for release, runs in told if runs and all(r in _TOLD for r in runs)]
    holds = [release for release, runs in told if all(r is Run.AS_EXPECTED for r in runs)]
    fails = [release for release, _ in told if release not in holds]
    words = context.words
    said = [
        words[key].format(named_releases(context, releases))
        for key, releases in (("holds_on", holds), ("holds_not", fails))
        if releases
    ]
    return words["clauses"].join(said)


def named_releases(context: Context, chosen: Collection[str]) -> str:
    """Releases in words, neighbours as a span: "2.6.2 – 3.1.1, 3.3.1"."""
    words = context.words
    # Results may be there of a release that is supported no more.
    known = [*(r for r in chosen if r not in context.reference.releases)]
    found = spans([*known, *context.reference.releases], set(chosen))
    texts = [a if a == b else words["span"].format(a, b) for a, b in found]
    return words["comma"].join(texts)
