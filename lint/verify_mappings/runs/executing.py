"""Executing tasks: the pool for them, with a progress bar if somebody watches."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from verify_mappings.errors import UsageError
from verify_mappings.runs.pool import Crew, Pool, Versions, WorkerError, open_pool
from verify_mappings.runs.result_files import Keeper
from verify_mappings.runs.tasks import Task, Verified, run_tasks
from verify_mappings.runs.verifier import TORCH, Verifier

KeeperOf = Callable[[dict[str, Versions]], Keeper]


@dataclass(frozen=True, slots=True)
class Setup:
    """What tasks are run with.

    `torch` is the interpreter of torch, `paddles` that of each Paddle release. `jobs` is the
    number of processes at a time, None for one per CPU; `timeout` and `drop_in` as in `Verifier`.
    """

    torch: Path
    paddles: dict[str, Path]
    jobs: int | None
    timeout: float
    drop_in: bool

    @property
    def crews(self) -> dict[str, Crew]:
        """The crew of torch and that of each release, all of the same size."""
        count = max(1, self._jobs // (1 + len(self.paddles)))
        paddles = {
            release: Crew(python, "paddle", count) for release, python in self.paddles.items()
        }
        return {TORCH: Crew(self.torch, TORCH, count), **paddles}

    @property
    def threads(self) -> int:
        """How many examples are under way at a time: one more, so that no process waits."""
        return max(self._jobs, 2 * self.crews[TORCH].count) + 1

    @property
    def _jobs(self) -> int:
        return self.jobs or os.cpu_count() or 2


def execute(
    setup: Setup, tasks: Sequence[Task], keeper_of: KeeperOf | None = None
) -> list[Verified]:
    """Run all tasks; what is done reaches the keeper, even when the run is interrupted.

    Raises UsageError when a library cannot be imported.
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
    with open_pool(setup.crews) as pool, bar:
        total = sum(len(task.releases) for task in tasks)
        shown = bar.add_task("starting the libraries", total=total)
        versions = _start(pool, setup)
        bar.update(shown, description="examples")
        keeper = keeper_of(versions) if keeper_of else None

        def done(verified: Verified) -> None:
            bar.advance(shown)
            if keeper:
                keeper.add(verified)

        try:
            return run_tasks(
                Verifier(pool, setup.timeout, setup.drop_in), tasks, setup.threads, done
            )
        finally:
            if keeper:
                keeper.save()


def _start(pool: Pool, setup: Setup) -> dict[str, Versions]:
    try:
        return pool.start()
    except WorkerError as error:
        crew = setup.crews[error.crew]
        raise UsageError(f"{crew.python} cannot import {crew.library}: {error}") from error
