"""How an entry stands: what its examples have shown on each Paddle release, and what follows.

All that a page, the JSON and other tools say about that comes from here: aliases resolved, stale
results left out, the worst example counted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from mapping_model.categories import Category
from mapping_model.entry import Entry, Example, Gotcha, Variant
from mapping_model.outcomes import Outcome, Status
from mapping_model.results import Result, Results, Stamp, example_hash, mapping_hash
from mapping_model.since import target_since
from mapping_model.snapshots import Snapshot

_SEVERITY = list(Outcome)


@dataclass(frozen=True, slots=True)
class Trial:
    """How one example fared on one release; `result` is None where it was not run."""

    release: str
    outcome: Outcome
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Execution:
    """How one example fared on every release that has results, newest release first.

    Nothing was run where there are no trials: `otherwise` says why.
    """

    trials: tuple[Trial, ...]
    otherwise: Outcome = Outcome.PENDING

    @property
    def latest(self) -> Outcome:
        """How it fared on the newest release that has results."""
        return self.trials[0].outcome if self.trials else self.otherwise

    @property
    def newest(self) -> Result | None:
        """The result on that release; None where it was not run."""
        return self.trials[0].result if self.trials else None

    @property
    def run_on(self) -> Stamp | None:
        """When and with what that was."""
        return self.newest.stamp if self.newest else None

    def on(self, release: str) -> Trial:
        """How the example fared on a release; not executable ones are so on all of them."""
        last = self.latest
        otherwise = last if last is Outcome.NOT_EXECUTABLE else Outcome.PENDING
        found = (trial for trial in self.trials if trial.release == release)
        return next(found, Trial(release, otherwise))


Executions = Mapping[str, Execution]


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry on one release; `failing` holds the keys of the examples that failed there."""

    release: str
    outcome: Outcome
    failing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryState:
    """One entry with what is known of it; `entry` is what it says itself, though it be an alias.

    `source` is the entry that says how it is ported, None where an alias leads nowhere;
    `executions` go by the key of the example; `releases` hold one standing per supported release,
    oldest first.
    """

    entry: Entry
    source: Entry | None
    executions: Executions
    releases: tuple[Standing, ...]
    since: Mapping[str, str | None]

    @property
    def variants(self) -> Sequence[Variant]:
        """The variants, those of its target for an alias."""
        return self.source.variants if self.source else ()

    @property
    def category(self) -> Category | None:
        """The category, that of its target for an alias."""
        return self.source.category if self.source else None

    @property
    def has_counterpart(self) -> bool:
        """Whether Paddle has anything for it, if only a combination of calls."""
        return any(v.category is not Category.MISSING for v in self.variants)

    @property
    def status(self) -> Status:
        """What a reader may expect of the examples on the newest release that has results."""
        if not self.has_counterpart:
            return Status.MISSING
        return Status.of(_worst([execution.latest for execution in self.executions.values()]))

    @property
    def newest(self) -> Standing:
        """How it stands on the newest supported release."""
        return self.releases[-1]


def state_of(
    entry: Entry,
    source: Entry | None,
    all_results: Sequence[Results],
    releases: Mapping[str, Snapshot],
) -> EntryState:
    """What results and snapshots say about an entry; `all_results` newest release first."""
    executions = executions_of(source.torch, source, all_results) if source else {}
    standings = (_standing(release, executions) for release in releases)
    targets = {v.paddle for v in source.variants if v.paddle} if source else set()
    since = {target: target_since(releases, target) for target in sorted(targets)}
    return EntryState(entry, source, executions, tuple(standings), since)


def executions_of(
    name: str, source: Entry | Gotcha, all_results: Sequence[Results]
) -> dict[str, Execution]:
    """How each example of an entry, or check of a gotcha, fared; stale results do not count.

    Nor does what another mapping gave.
    """
    mapping = mapping_hash(source) if isinstance(source, Entry) else None
    return {key: _execution(all_results, name, key, one, mapping) for key, one in source.examples()}


def _execution(
    all_results: Sequence[Results], name: str, key: str, example: Example, mapping: str | None
) -> Execution:
    if example.cannot_run is not None:
        return Execution((), Outcome.NOT_EXECUTABLE)
    digest = example_hash(example)
    return Execution(tuple(_trial(results, name, key, digest, mapping) for results in all_results))


def _trial(results: Results, name: str, key: str, digest: str, mapping: str | None) -> Trial:
    result = results.entries.get(name, {}).get(key)
    if result is None or not result.is_of(digest):
        return Trial(results.paddle, Outcome.PENDING)
    if result.mapping != mapping:
        result = replace(result, applied=None, applied_detail=None, newer=None, newer_detail=None)
    return Trial(results.paddle, _told(result), result)


def _told(result: Result) -> Outcome:
    """What a result says to a reader: what the example claims counts, not equality as such."""
    if result.outcome in (Outcome.MISSING, Outcome.NOT_EXECUTABLE):
        return result.outcome
    if result.as_expected:
        return Outcome.EQUAL
    return Outcome.RAISES if result.outcome is Outcome.RAISES else Outcome.DIFFERS


def _standing(release: str, executions: Executions) -> Standing:
    outcomes = {key: execution.on(release).outcome for key, execution in executions.items()}
    failing = tuple(key for key, outcome in outcomes.items() if outcome.failed)
    return Standing(release, _worst(outcomes.values()), failing)


def _worst(outcomes: Collection[Outcome]) -> Outcome:
    return max(outcomes, key=_SEVERITY.index, default=Outcome.NO_EXAMPLES)
