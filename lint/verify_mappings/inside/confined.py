"""Running something in a forked, confined process, and waiting for it.

Whether the walls around it stand is tried in a throw-away child, rather than believed.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from verify_mappings.inside.kernel import end_with
from verify_mappings.inside.sandbox import MEMORY, Confinement, confine
from verify_mappings.job import Answer
from verify_mappings.walls import Wall

# An exit code of the child that no library uses by itself.
DONE = 86
OUTPUT_TAIL = 2000


class Unconfined(Exception):
    """A wall cannot be put up."""


Act = Callable[[int, frozenset[Wall]], object]


def run_confined(
    act: Act, folder: Path, confinement: Confinement, timeout: float, processes: int = 1
) -> Answer:
    """Have a child that may write below `folder` only call `act`, with 0 and the walls that stand.

    It has at most `timeout` seconds. Of several `processes` each has its rank for the 0; how the
    first of them ended that did not end as it should is told.
    """
    (folder / "scratch").mkdir(parents=True)
    worker = os.getpid()
    # Without a name: a child cannot put anything else in its place.
    with tempfile.TemporaryFile(dir=folder) as output:
        pids = []
        for rank in range(processes):
            pids.append(os.fork())
            if pids[-1] == 0:
                own = partial(act, rank)
                _child(own, folder, confinement, timeout, worker, output.fileno())
        status = _wait(pids, timeout)
        start = max(0, os.fstat(output.fileno()).st_size - OUTPUT_TAIL)
        tail = os.pread(output.fileno(), OUTPUT_TAIL, start).decode("utf-8", "replace")
    if status is None:
        return Answer("timeout", 0, tail)
    if os.WIFSIGNALED(status):
        return Answer("signal", os.WTERMSIG(status), tail)
    code = os.WEXITSTATUS(status)
    return Answer("done" if code == DONE else "exit", code, tail)


def _child(
    act: Callable[[frozenset[Wall]], object],
    folder: Path,
    confinement: Confinement,
    timeout: float,
    worker: int,
    output: int,
) -> None:
    """The life of the process forked by `worker`; never returns."""
    code = 70
    try:
        end_with(worker)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        seconds = math.ceil(timeout) + 1
        walls = confine(folder, confinement, seconds)
        if missing := confinement.required - walls:
            raise Unconfined(f"not run without {', '.join(sorted(missing))}")
        act(walls)
        code = DONE
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _wait(pids: list[int], timeout: float) -> int | None:
    """The wait status of children, None when they were killed for their time.

    Of several, that of the first which is not as it should be. Kills what they left.
    """
    late = False
    running = [*pids]

    def end(number: int, frame: object) -> None:
        nonlocal late
        late = True
        for pid in running:
            _kill(os.kill, pid)

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    statuses = []
    try:
        while running:
            statuses.append(os.waitpid(running[0], 0)[1])
            del running[0]
        wrong = (status for status in statuses if os.waitstatus_to_exitcode(status) != DONE)
        return None if late else next(wrong, statuses[0])
    finally:  # also when this process is told to end
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        for pid in pids:
            _kill(os.killpg, pid)
        for pid in running:
            _kill(os.kill, pid)  # the group does not exist before the child has made it
            os.waitpid(pid, 0)


def _kill(how: Callable[[int, int], None], pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        how(pid, signal.SIGKILL)


SECONDS = 10.0
_LIBC = ctypes.CDLL(None)


def standing(folder: Path, confinement: Confinement) -> set[Wall]:
    """The walls that stand in children of this process, found out in `folder`."""
    anyway = replace(confinement, required=frozenset())
    place = Path(tempfile.mkdtemp(dir=folder)) / "trial"
    answer = run_confined(
        lambda rank, walls: print(json.dumps(_found(walls))), place, anyway, SECONDS
    )
    if answer.status != "done":
        return set()
    return set(map(Wall, json.loads(answer.output.splitlines()[-1])))  # a library may print, too


def _found(walls: frozenset[Wall]) -> list[Wall]:
    """Which of the walls that were put up hold; past Python, whose hook refuses too."""
    holds = {Wall.LANDLOCK: _files_are_closed, Wall.FILTER: _calls_are_refused}
    holds[Wall.LIMITS] = _memory_is_limited
    return [wall for wall in walls if holds[wall]()]


def _files_are_closed() -> bool:
    outside = os.fsencode(Path.cwd().parents[1] / "outside")
    created = _LIBC.open(outside, os.O_CREAT | os.O_WRONLY, 0o600)
    return created < 0 and _LIBC.open(b"/", os.O_RDONLY) < 0


def _calls_are_refused() -> bool:
    child = _LIBC.fork()
    if child == 0:
        os._exit(0)
    results = (child, _LIBC.socket(1, 1, 0), _LIBC.kill(os.getppid(), 0))
    return all(result < 0 for result in results)


def _memory_is_limited() -> bool:
    _LIBC.malloc.restype = ctypes.c_void_p
    return _LIBC.malloc(ctypes.c_size_t(2 * MEMORY)) is None
