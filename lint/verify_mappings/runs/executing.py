"""Executing tasks: threads keep the workers of all crews busy; a bar if somebody watches."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import cycle, groupby
from math import ceil
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mapping_model.ending import UsageError, say
from mapping_model.modes import Mode, modes_of
from mapping_model.outcomes import Departure
from mapping_model.processors import Processor
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.judging.verdict import ENDINGS
from verify_mappings.processor import this_processor
from verify_mappings.runs.cases import Task, Verified
from verify_mappings.runs.pool import Crew, Pool, Versions, WorkerError, open_pool
from verify_mappings.runs.records import Keeper
from verify_mappings.runs.verifier import TORCH, Verifier
from verify_mappings.walls import ESSENTIAL, Wall

# As many examples take as long as it takes to import a library.
PER_WORKER = 50
# At most as many examples are run in one process.
TOGETHER = 16

KeeperOf = Callable[[dict[str, Versions]], Keeper]
Believed = Callable[[Verified], bool]


@dataclass(frozen=True, slots=True)
class Setup:
    """What tasks are run with.

    `torch` is the interpreter of torch, `paddles` that of each Paddle release. `jobs` is the
    number of processes at a time, None for one per CPU; `timeout`, `drop_in` and `again` as in
    `Verifier`, `unconfined` as in `Pool`, `older_processor` as in `Crew`. Where something is
    `believed` of results, those of an entry are first run together, as `Verifier.verify_each` does.
    """

    torch: Path
    paddles: dict[str, Path]
    jobs: int | None
    timeout: float
    drop_in: bool
    unconfined: bool = False
    again: bool = True
    older_processor: bool = False
    believed: Believed | None = None

    def crews(self, examples: int, others: int = 0) -> dict[str, Crew]:
        """The crew of torch and that of each release, as large as its share of the work.

        `others` are run on the Paddle side alone. A worker is worth starting for `PER_WORKER`.
        """
        # Paddle runs unchanged code, too; without it, it still takes twice as long as torch.
        sides = (2 if self.drop_in or self.believed else 1) * (1 + others // max(examples, 1))
        jobs = min(processes(self.jobs), 1 + (examples + others) // PER_WORKER)
        total = 1 + sides * len(self.paddles)
        count, older = ceil(jobs * sides / total), self.older_processor
        paddles = {
            release: Crew(python, "paddle", count, older)
            for release, python in self.paddles.items()
        }
        return {TORCH: Crew(self.torch, TORCH, ceil(jobs / total), older), **paddles}

    @property
    def processor(self) -> Processor:
        """The kind of processors that results are of."""
        return this_processor(self.older_processor)

    @property
    def modes(self) -> dict[str, tuple[Mode, ...]]:
        """The modes of each release in which it takes torch's place."""
        known = (release for release in self.paddles if release in PADDLE)
        return {release: modes_of(load_snapshot("paddle", release)) for release in known}


def processes(jobs: int | None) -> int:
    """How many processes run at a time."""
    return jobs or os.cpu_count() or 2


def execute(
    setup: Setup,
    tasks: Iterable[Task],
    keeper_of: KeeperOf | None = None,
    count: int | None = None,
) -> list[Verified]:
    """Run all tasks; what is done reaches the keeper, even when the run is interrupted.

    With `count`, the number of the tasks, each is taken when it is wanted, while others run: they
    are on one release each and have no others with them.

    Raises UsageError when a library cannot be imported, or an essential wall does not stand.
    """
    if count is None:
        tasks = list(tasks)
        crews = setup.crews(len(tasks), sum(len(task.others) for task in tasks))
        total = sum(len(task.releases) * len(task.examples) for task in tasks)
    else:
        crews, total = setup.crews(count), count
    with working(crews, setup.unconfined, "examples", total) as (pool, versions, advance):
        keeper = keeper_of(versions) if keeper_of else None

        def done(verified: Verified) -> None:
            advance()
            if keeper and not verified.left_out:
                keeper.add(verified)

        # Some more examples are under way than there are processes, so that none waits.
        threads = processes(setup.jobs) + 2
        try:
            verifier = Verifier(pool, setup.timeout, setup.drop_in, setup.modes, setup.again)
            groups = together(tasks) if setup.believed else ([task] for task in tasks)
            believed = setup.believed or (lambda one: True)
            verified = run_tasks(verifier, groups, threads, setup.processor, done, believed)
        finally:
            if keeper:
                keeper.save()
    for line in (*reruns(verified), *left_out(verified)):
        say(f"verify-mappings: {line}")
    return verified


@contextmanager
def working(
    crews: Mapping[str, Crew], unconfined: bool, what: str, total: int
) -> Iterator[tuple[Pool, dict[str, Versions], Callable[[], None]]]:
    """A pool whose workers have started, what they run, and what tells that one more is done.

    A bar shows that to whoever watches. Raises UsageError as `execute` does.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    watched = console.is_terminal
    bar = Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=not watched
    )
    with open_pool(crews, unconfined) as pool, bar:
        shown = bar.add_task("starting the libraries", total=total)
        try:
            versions = pool.start()
        except WorkerError as error:
            crew = crews[error.crew]
            raise UsageError(f"{crew.python} cannot import {crew.library}: {error}") from error
        line = told_walls(pool.walls, unconfined)
        console.print(f"verify-mappings: {line}", highlight=False, soft_wrap=True)
        bar.update(shown, description=what)
        yield pool, versions, lambda: bar.advance(shown)


def told_walls(walls: Collection[Wall], unconfined: bool) -> str:
    """The line for the start of a run; raises UsageError where an essential wall is missing.

    With `unconfined` it does not.
    """
    missing = [wall for wall in ESSENTIAL if wall not in walls]
    if missing and not unconfined:
        how = "; ".join(f"{wall} takes {ESSENTIAL[wall]}" for wall in missing)
        raise UsageError(
            f"Examples are code from strangers, and {_list(missing)} cannot keep them in here. "
            f"{how}. With --unconfined they are run all the same."
        )
    line = f"examples run behind {_list(w for w in Wall if w in walls) or 'no wall'}"
    lacking = _list(wall for wall in Wall if wall not in walls)
    line += f", without {lacking}" if lacking else ""
    return f"{line} (--unconfined)" if unconfined else line


def _list(walls: Iterable[Wall]) -> str:
    *first, last = [str(wall) for wall in walls] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def together(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    """Tasks, entry after entry; those of one that may be run in one process are side by side."""
    for _, own in groupby(tasks, lambda task: task.case.subject):
        sharing: list[Task] = []
        alone: list[Task] = []
        for task in own:
            (sharing if _may_share(task) else alone).append(task)
        yield from (sharing[at : at + TOGETHER] for at in range(0, len(sharing), TOGETHER))
        yield from ([task] for task in alone)


def _may_share(task: Task) -> bool:
    """Whether others may be run in its process: on one release, by one that is to live on."""
    example = task.case.example
    stated = example.compare.raises
    ends = stated is not None and stated.paddle.split(":")[0] in ENDINGS
    ends = ends or task.case.departs is Departure.CRASHES
    alone = ends or example.cannot_run or example.processes > 1 or task.others
    return len(task.releases) == 1 and not alone


def run_tasks(
    verifier: Verifier,
    groups: Iterable[Sequence[Task]],
    threads: int,
    processor: Processor,
    done: Callable[[Verified], None] = lambda verified: None,
    believed: Believed = lambda verified: True,
) -> list[Verified]:
    """Verify all tasks; results in their order. `done` hears of each result as it is known.

    Tasks of a group are run together, and then alone where what they give is not `believed`.
    `processor` is of the kind that does it, which may decide what is expected.

    With more threads than workers of one crew, one example runs on Paddle while the next one
    runs on torch. When interrupted, what was under way is given up and `done` hears no more.
    """
    over = threading.Event()

    def verify(group: Sequence[Task]) -> Iterator[Verified]:
        if len(group) > 1:
            release = group[0].releases[0]
            wanted = [(task.case.example, task.written.get(release)) for task in group]
            start = time.perf_counter()
            results = verifier.verify_each(wanted, release)
            seconds = round((time.perf_counter() - start) / len(group), 3)
            for task, result in zip(group, results, strict=True):
                one = Verified(task.case, release, task.case.judged(result, processor), seconds)
                yield from [one] if believed(one) else alone(task)
        else:
            yield from alone(group[0])

    def alone(task: Task) -> Iterator[Verified]:
        start = time.perf_counter()
        results = verifier.verify(task.case.example, task.releases, task.others, task.written)
        for example, (release, result) in zip(cycle(task.examples), results, strict=False):
            end = time.perf_counter()
            case = replace(task.case, example=example)
            result = case.judged(result, processor)
            yield Verified(case, release, result, round(end - start, 3))
            start = end

    def told(group: Sequence[Task]) -> list[Verified]:
        found = []
        for one in verify(group):
            if over.is_set():  # the workers are being ended: that is no result
                break
            found.append(one)
            done(one)
        return found

    executor = ThreadPoolExecutor(threads)
    try:
        return [one for found in executor.map(told, groups) for one in found]
    except BaseException:
        over.set()
        verifier.pool.stop()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def left_out(verified: Iterable[Verified]) -> Iterator[str]:
    """What is said of examples that this machine has not the means for."""
    told = Counter(one.result.detail for one in verified if one.left_out)
    for why, count in told.items():
        yield f"{count} results are not known, and what is recorded stays: {why}"


def reruns(verified: Iterable[Verified]) -> Iterator[str]:
    """Which examples came out otherwise when they were run again, alone."""
    for one in verified:
        if one.result.first:
            case = f"{one.case.name}, example {one.case.key}, on Paddle {one.release}"
            yield f"{case}: {one.result.first}; run again alone, it came out otherwise"
