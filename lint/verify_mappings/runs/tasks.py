"""Running many examples: threads keep the workers of all crews busy."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import cycle

from mapping_model.entry import Example
from mapping_model.processors import Processor
from mapping_model.results import Result
from verify_mappings.runs.cases import Case
from verify_mappings.runs.verifier import Verifier
from verify_mappings.runs.written import Written


@dataclass(frozen=True, slots=True)
class Task:
    """One example and the Paddle releases it is to be run on.

    On each release `others` are run after it: examples that differ in how they are ported or
    compared, and share its torch side. `written` is the code of a program for a release.
    """

    case: Case
    releases: tuple[str, ...]
    others: tuple[Example, ...] = ()
    written: Mapping[str, Written] = field(default_factory=dict)

    @property
    def examples(self) -> tuple[Example, ...]:
        """All that are run."""
        return (self.case.example, *self.others)


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of one example on one Paddle release.

    `seconds` is the time it took, waiting for workers included (and, for the first release, the
    torch side); None where the result was known already.
    """

    case: Case
    release: str
    result: Result
    seconds: float | None = None


def run_tasks(
    verifier: Verifier,
    tasks: Sequence[Task],
    threads: int,
    processor: Processor,
    done: Callable[[Verified], None] = lambda verified: None,
) -> list[Verified]:
    """Verify all tasks; results in their order. `done` hears of each result as it is known.

    `processor` is of the kind that does it, which may decide what is expected.

    With more threads than workers of one crew, one example runs on Paddle while the next one
    runs on torch. When interrupted, what was under way is given up and `done` hears no more.
    """
    over = threading.Event()

    def verify(task: Task) -> list[Verified]:
        found = []
        start = time.perf_counter()
        results = verifier.verify(task.case.example, task.releases, task.others, task.written)
        for example, (release, result) in zip(cycle(task.examples), results, strict=False):
            if over.is_set():  # the workers are being ended: that is no result
                break
            end = time.perf_counter()
            case = replace(task.case, example=example)
            result = case.judged(result, processor)
            found.append(Verified(case, release, result, round(end - start, 3)))
            done(found[-1])
            start = end
        return found

    executor = ThreadPoolExecutor(threads)
    try:
        return [one for found in executor.map(verify, tasks) for one in found]
    except BaseException:
        over.set()
        verifier.pool.stop()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
