"""Limits for a process that runs contributed code: examples come from strangers.

The kernel holds the walls; the audit hook refuses the rest at the level of Python, and gives
readable messages.
"""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterable
from pathlib import Path

from verify_mappings import older_processor
from verify_mappings.inside import audit, landlock, seccomp
from verify_mappings.walls import Wall

MEMORY = 4 << 30
FILE_SIZE = 64 << 20
DESCRIPTORS = 512
THREADS = 512


def confine(
    folder: Path,
    readable: Iterable[Path],
    program: bytes | None,
    alone: bool,
    cpu_seconds: int,
) -> frozenset[Wall]:
    """Limit this process, which must have one thread, for good; the walls that now stand.

    It works in `folder / "scratch"`, may write only below `folder`, read only that and what is
    `readable`, and make only the system calls that the filter `program` allows. `alone` says that
    it is in namespaces of its worker's own.
    """
    scratch = folder / "scratch"
    kept = older_processor.in_force()  # libraries look when they first need to know
    os.environ.clear()
    os.environ.update(kept, HOME=str(scratch), TMPDIR=str(scratch))
    os.chdir(scratch)
    _close_others()
    with contextlib.suppress(OSError):  # where memory runs out, this process is ended, no other
        Path("/proc/self/oom_score_adj").write_text("1000")
    limits = {
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_AS: _address_space() + MEMORY,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NOFILE: DESCRIPTORS,
        resource.RLIMIT_CORE: 0,
    }
    if alone:  # elsewhere all processes of the user count; for root it is no limit
        _limit(resource.RLIMIT_NPROC, THREADS)
    held = [_limit(which, value) for which, value in limits.items()]
    stand = {
        Wall.LIMITS: all(held),
        Wall.LANDLOCK: landlock.restrict((*readable, Path("/proc/self")), folder),
        # The last one: what puts up the others is not among the calls that it allows.
        Wall.FILTER: program is not None and seccomp.install(program),
    }
    audit.refuse(folder)
    return frozenset(wall for wall, stands in stand.items() if stands)


def _close_others() -> None:
    """Close all descriptors but standard input, output and error."""
    for path in list(Path("/dev/fd").iterdir()):
        if int(path.name) > 2:
            with contextlib.suppress(OSError):  # the listing's own
                os.close(int(path.name))


def _limit(which: int, value: int) -> bool:
    """Set a limit, if it is not lower already; whether it holds."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(which, (value, value))
    return 0 <= resource.getrlimit(which)[1] <= value


def _address_space() -> int:
    """Bytes of address space in use; generous where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 16 << 30
    return pages * os.sysconf("SC_PAGE_SIZE")
