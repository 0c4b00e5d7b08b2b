"""Work on thousands of files, spread over the processors.

The processes are forked, so that they begin with all that has been read. Where there is no fork, no
memory, or little to do, one process does everything.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# Starting a process takes as long as some dozen files.
_WORTH_IT = 200
# Each takes some 150 MB for a corpus of thousands of entries.
_MOST = 4
# Each does several parts, one after the other, since some files take longer than others.
_PARTS = 8

_work: Callable[[Sequence[Any]], Any]


def spread(work: Callable[[Sequence[Item]], Outcome], items: Sequence[Item]) -> list[Outcome]:
    """What `work` gives for all items, in one call, or in several processes for some at a time.

    Items keep their order, also from one outcome to the next. Outcomes must be picklable.
    """
    count = min(_processors(), _MOST, len(items) // _WORTH_IT)
    if count < 2 or not hasattr(os, "fork"):
        return [work(items)]
    # Costs more time than one file does, and most runs never need it.
    import multiprocessing
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    size = -(-len(items) // (count * _PARTS))
    parts = [items[start : start + size] for start in range(0, len(items), size)]
    fork = multiprocessing.get_context("fork")
    try:
        with ProcessPoolExecutor(count, fork, _begin, (work,)) as pool:
            return list(pool.map(_call, parts))
    except (ImportError, NotImplementedError, OSError, BrokenExecutor):
        # The system has no semaphores or no memory for several processes.
        return [work(items)]


def _processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin(work: Callable[[Sequence[Any]], Any]) -> None:
    """In a new process: what to do; and end without a word when interrupted."""
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _call(items: Sequence[Any]) -> Any:
    return _work(items)
