"""What running an example has shown, and what that adds up to for an entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mapping_model.entry import Example
from mapping_model.results import Outcome, Result, Results, Stamp, example_hash


class Run(Enum):
    """How one example fared on one Paddle release."""

    AS_EXPECTED = "as-expected"
    FAILED = "failed"
    MISSING = "missing"
    NOT_EXECUTABLE = "not-executable"
    PENDING = "pending"


class Status(Enum):
    """What a reader may expect of an entry's examples on the newest release."""

    EXECUTED = "executed"
    PENDING = "pending"
    FAILING = "failing"
    NOT_EXECUTABLE = "not-executable"
    NO_EXAMPLES = "no-examples"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Trial:
    """How one example fared on one release; `result` is None where it was not run."""

    release: str
    run: Run
    result: Result | None


@dataclass(frozen=True, slots=True)
class Execution:
    """One example's fate on every release that has results, newest release first.

    `latest` and `newest` are those of the newest release; `newest` is None where it was not run.
    """

    latest: Run
    trials: tuple[Trial, ...]
    newest: Result | None
    run_on: Stamp | None

    def on(self, release: str) -> Trial:
        """How the example fared on a release; not executable ones are so on all of them."""
        otherwise = Run.PENDING if self.latest is not Run.NOT_EXECUTABLE else self.latest
        found = (trial for trial in self.trials if trial.release == release)
        return next(found, Trial(release, otherwise, None))


def execution_of(
    all_results: Sequence[Results], name: str, key: str, example: Example
) -> Execution:
    """Look an example up in the results, newest release first; stale results do not count."""
    if example.cannot_run is not None:
        return Execution(Run.NOT_EXECUTABLE, (), None, None)
    digest = example_hash(example)
    trials = tuple(_trial(results, name, key, digest) for results in all_results)
    if not trials:
        return Execution(Run.PENDING, (), None, None)
    newest = trials[0].result
    run_on = newest.stamp if newest else None
    return Execution(trials[0].run, trials, newest, run_on)


def status_of(runs: list[Run]) -> Status:
    """The status that the runs of an entry's examples on one release add up to."""
    if not runs:
        return Status.NO_EXAMPLES
    if Run.FAILED in runs or Run.MISSING in runs:
        return Status.FAILING
    if Run.PENDING in runs:
        return Status.PENDING
    return Status.EXECUTED if Run.AS_EXPECTED in runs else Status.NOT_EXECUTABLE


def _trial(results: Results, name: str, key: str, digest: str) -> Trial:
    result = results.entries.get(name, {}).get(key)
    fresh = result if result is not None and result.is_of(digest) else None
    return Trial(results.paddle, _run(fresh), fresh)


def _run(result: Result | None) -> Run:
    if result is None:
        return Run.PENDING
    if result.outcome is Outcome.NOT_EXECUTABLE:
        return Run.NOT_EXECUTABLE
    if result.outcome is Outcome.MISSING:
        return Run.MISSING
    return Run.AS_EXPECTED if result.as_expected else Run.FAILED
