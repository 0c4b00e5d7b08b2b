"""Running the tests of a package on torch and in the modes of Paddle, and counting them."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mapping_model.ending import UsageError
from mapping_model.packages.record import Blocker, Fate, Run, Why
from mapping_model.printable import printable
from verify_mappings.job import TEST_LINES, SuiteJob
from verify_mappings.packages.outcomes import Cause, Seen, lines_of
from verify_mappings.runs.pool import Pool
from verify_mappings.runs.verifier import TORCH

_NO_TIME = "there was no time left"
_FOLDERS = itertools.count()


@dataclass(frozen=True, slots=True)
class Limits:
    """The seconds that one test, and all those of a package on one side, may take; how many."""

    test: float
    package: float
    most: int


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of a package, unpacked and with all they need, as a job is told them."""

    root: Path
    tests: Sequence[str]
    paths: Sequence[Path]
    surroundings: Mapping[str, str]


def run_suite(
    pool: Pool,
    crew: str,
    suite: Suite,
    limits: Limits,
    mode: str | None = None,
    only: Sequence[str] | None = None,
) -> Seen:
    """Run tests on a crew; behind one that ends its process a new process goes on."""
    seen = Seen()
    over = time.monotonic() + limits.package
    while (left := over - time.monotonic()) > 0:
        folder = pool.directory / f"suite-{next(_FOLDERS)}"
        job = SuiteJob(
            directory=str(folder),
            timeout=left,
            root=str(suite.root),
            tests=suite.tests,
            paths=[str(path) for path in suite.paths],
            done=seen.done,
            only=only,
            most=limits.most,
            mode=mode,
            surroundings=list(suite.surroundings.items()),
            seconds=limits.test,
        )
        answer = pool.run(crew, job)
        further = seen.add(lines_of(folder / TEST_LINES), answer)
        seen.all = answer.status == "done"
        if seen.all:
            return seen
        if not further:  # it ended before the first test
            seen.uncollected.setdefault("", Cause(Why.OTHER, None, _end(answer.output)))
            return seen
    return seen


def _end(output: str) -> str:
    return (output.strip().splitlines() or ["the process ended"])[-1][:300]


def passing(pool: Pool, suite: Suite, limits: Limits, name: str) -> tuple[list[str], int]:
    """The tests that pass on torch, and how many there are; raises UsageError where none does."""
    seen = run_suite(pool, TORCH, suite, limits)
    found = [test for test, outcome in seen.outcomes.items() if outcome == "passed"]
    if found:
        return found, seen.listed
    causes = [*seen.uncollected.values(), *seen.causes.values()]
    why = f": {causes[0].error}" if causes else ""
    raise UsageError(f"No test of {name} passes on torch itself here, so none counts{why}")


def count(counted: Sequence[str], seen: Seen, release: str, mode: str) -> Run:
    """What became of the tests that count, and of what causes."""
    fates = Counter[Fate]()
    causes: dict[tuple[Why, str | None], list[str]] = {}
    for fate, cause in (_fate(test, seen) for test in _in_order(counted, seen)):
        fates[fate] += 1
        if cause is not None:
            causes.setdefault((cause.why, cause.api), []).append(cause.error)
    blockers = (Blocker(*key, len(errors), errors[0]) for key, errors in causes.items())
    return Run(release, mode, {fate: fates[fate] for fate in Fate}, tuple(blockers))


def _in_order(counted: Sequence[str], seen: Seen) -> Iterator[str]:
    """What cannot be collected first, as pytest meets it, then tests as torch has run them."""
    early = [test for test in counted if _collecting(test, seen) is not None]
    yield from early
    yield from (test for test in counted if test not in {*early})


def _fate(test: str, seen: Seen) -> tuple[Fate, Cause | None]:
    outcome = seen.outcomes.get(test)
    if outcome == "failed":
        return Fate.FAILED, seen.causes[test]
    if outcome is not None:
        return Fate(outcome), None
    if how := seen.ended.get(test):
        return Fate.ENDED, Cause(Why.OTHER, None, printable(f"{how}: {test}"[:300]))
    if cause := _collecting(test, seen):
        return Fate.COLLECTION, cause
    return (Fate.SKIPPED, None) if seen.all else (Fate.ENDED, Cause(Why.OTHER, None, _NO_TIME))


def _collecting(test: str, seen: Seen) -> Cause | None:
    """Why the file of a test could not be imported."""
    if test in seen.outcomes or test in seen.ended:
        return None
    found = (c for file, c in seen.uncollected.items() if not file or test.startswith(file))
    return next(found, None)
