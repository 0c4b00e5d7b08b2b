"""Executing tasks: the pool for them, with a progress bar if somebody watches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mapping_model.ending import UsageError
from mapping_model.processors import Processor
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.runs.pool import Crew, Pool, Versions, WorkerError, open_pool
from verify_mappings.runs.processor import this_processor
from verify_mappings.runs.standing import told
from verify_mappings.runs.tasks import Task, Verified, run_tasks
from verify_mappings.runs.verifier import TORCH, Verifier
from verify_mappings.runs.writing import Keeper

# As many examples take as long as it takes to import a library.
PER_WORKER = 50

KeeperOf = Callable[[dict[str, Versions]], Keeper]


@dataclass(frozen=True, slots=True)
class Setup:
    """What tasks are run with.

    `torch` is the interpreter of torch, `paddles` that of each Paddle release. `jobs` is the
    number of processes at a time, None for one per CPU; `timeout`, `drop_in` and `again` as in
    `Verifier`, `unconfined` as in `Pool`, `older_processor` as in `Crew`.
    """

    torch: Path
    paddles: dict[str, Path]
    jobs: int | None
    timeout: float
    drop_in: bool
    unconfined: bool = False
    again: bool = True
    older_processor: bool = False

    def crews(self, examples: int, others: int = 0) -> dict[str, Crew]:
        """The crew of torch and that of each release, as large as its share of the work.

        `others` are run on the Paddle side alone. A worker is worth starting for `PER_WORKER`.
        """
        sides = (2 if self.drop_in else 1) * (1 + others // max(examples, 1))
        jobs = min(self._jobs, 1 + (examples + others) // PER_WORKER)
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
    def compat(self) -> frozenset[str]:
        """The releases that can take torch's place."""
        known = (release for release in self.paddles if release in PADDLE)
        return frozenset(r for r in known if "paddle.enable_compat" in load_snapshot("paddle", r))

    @property
    def threads(self) -> int:
        """How many examples are under way at a time: some more, so that no process waits."""
        return self._jobs + 2

    @property
    def _jobs(self) -> int:
        return self.jobs or os.cpu_count() or 2


def execute(
    setup: Setup, tasks: Sequence[Task], keeper_of: KeeperOf | None = None
) -> list[Verified]:
    """Run all tasks; what is done reaches the keeper, even when the run is interrupted.

    Raises UsageError when a library cannot be imported, or an essential wall does not stand.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    crews = setup.crews(len(tasks), sum(len(task.others) for task in tasks))
    with open_pool(crews, setup.unconfined) as pool, bar:
        total = sum(len(task.releases) * len(task.examples) for task in tasks)
        shown = bar.add_task("starting the libraries", total=total)
        versions = start(pool, crews)
        line = told(pool.walls, setup.unconfined)
        console.print(f"verify-mappings: {line}", highlight=False, soft_wrap=True)
        bar.update(shown, description="examples")
        keeper = keeper_of(versions) if keeper_of else None

        def done(verified: Verified) -> None:
            bar.advance(shown)
            if keeper:
                keeper.add(verified)

        try:
            verifier = Verifier(pool, setup.timeout, setup.drop_in, setup.compat, setup.again)
            verified = run_tasks(verifier, tasks, setup.threads, setup.processor, done)
        finally:
            if keeper:
                keeper.save()
    for line in reruns(verified):
        console.print(f"verify-mappings: {line}", highlight=False, soft_wrap=True, markup=False)
    return verified


def reruns(verified: Iterable[Verified]) -> Iterator[str]:
    """Which examples came out otherwise when they were run again, alone."""
    for one in verified:
        if one.result.first:
            case = f"{one.case.name}, example {one.case.key}, on Paddle {one.release}"
            yield f"{case}: {one.result.first}; run again alone, it came out otherwise"


def start(pool: Pool, crews: Mapping[str, Crew]) -> dict[str, Versions]:
    try:
        return pool.start()
    except WorkerError as error:
        crew = crews[error.crew]
        raise UsageError(f"{crew.python} cannot import {crew.library}: {error}") from error
