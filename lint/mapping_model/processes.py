"""Work on thousands of files, spread over the processors.

The processes are forked, so that they begin with all that has been read. Where fork is not safe,
where there is no memory, or little to do, one process does everything.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mapping_model.ending import ENDING
from mapping_model.forking import at_once, may_fork

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# Starting a process takes as long as some dozen files.
_WORTH_IT = 200
# Each takes some 150 MB for a corpus of thousands of entries.
_MOST = 4
# Each does several parts, one after the other, since some files take longer than others.
_PARTS = 8

_work: Callable[[Sequence[Any]], Any]


def spread(
    work: Callable[[Sequence[Item]], Outcome],
    items: Sequence[Item],
    worth_it: int = _WORTH_IT,
    told: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """What `work` gives for all items, in one call, or in several processes for some at a time.

    Items keep their order, also from one outcome to the next. Outcomes must be picklable. A process
    is started for `worth_it` items. `told` hears of each part that is done how many it had; of one
    call nothing.
    """
    count = min(_processors(), _MOST, len(items) // worth_it)
    if count < 2 or not may_fork():
        return [work(items)]
    # Costs more time than one file does, and most runs never need it.
    import multiprocessing
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    size = -(-len(items) // (count * _PARTS))
    parts = [items[start : start + size] for start in range(0, len(items), size)]
    fork = multiprocessing.get_context("fork")
    try:
        with ProcessPoolExecutor(count, fork, _begin, (work,)) as pool:
            try:
                outcomes = []
                for part, done in zip(parts, _handed_out(pool, parts), strict=True):
                    outcomes.append(done.result())
                    if told is not None:
                        told(len(part))
                return outcomes
            except KeyboardInterrupt:
                for process in multiprocessing.active_children():
                    process.kill()
                raise
    except (ImportError, NotImplementedError, OSError, BrokenExecutor):
        # The system has no semaphores or no memory for several processes.
        return [work(items)]


def _processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _handed_out(pool: Executor, parts: Sequence[Any]) -> list[Future[Any]]:
    """Hand out the parts. The processes that begin with that never hear of Ctrl-C.

    One that ended of it by itself might hold what the others and this one wait for. They hear of
    other signals that end a command once they know that they have nothing to tidy up.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *ENDING})
    try:
        return [pool.submit(_call, part) for part in parts]
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(work: Callable[[Sequence[Any]], Any]) -> None:
    """In a new process: what to do."""
    global _work
    at_once()
    _work = work


def _call(items: Sequence[Any]) -> Any:
    return _work(items)
