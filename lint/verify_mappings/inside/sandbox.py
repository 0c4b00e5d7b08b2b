"""Limits for a process that runs contributed code: examples come from strangers.

The kernel holds the walls. The audit hook of Python refuses, with readable messages, what goes
through Python; without the walls (`--unconfined`) there is nothing else.
"""

from __future__ import annotations

import contextlib
import os
import resource
import site
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mapping_model
import verify_mappings
from verify_mappings.inside.kernel import give_up_capabilities, install_filter, restrict_files
from verify_mappings.processor import older_in_force
from verify_mappings.walls import CARDS, Wall

# Shared libraries, time zones, processors and memory.
_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/sys/devices/system",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
)


def readable_paths() -> tuple[Path, ...]:
    """Files and folders, some of which may not be there; no settings, no homes, no checkout."""
    prefixes = {Path(prefix) for prefix in (sys.prefix, sys.base_prefix, sys.base_exec_prefix)}
    libraries = [prefix / name for prefix in prefixes for name in ("lib", "lib64")]
    packages = [Path(package.__path__[0]) for package in (mapping_model, verify_mappings)]
    links = {package.parent for package in packages}
    # Debian's Python has some packages outside of its prefix.
    system = map(Path, (sys.executable, *site.getsitepackages(), *_SYSTEM))
    return (*libraries, *packages, *links, *system)


def connected_readable() -> tuple[Path, ...]:
    """The same for connected ones, which ask of what class the cards of the machine are."""
    return (*readable_paths(), CARDS, *CARDS.glob("*/class"))


_PROCESSES = (
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
)
_PATHS = {
    "os.chmod": 1,
    "os.chown": 1,
    "os.link": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.symlink": 2,
    "os.truncate": 1,
    "shutil.rmtree": 1,
}


class Refused(PermissionError):
    """An example tried what examples may not do."""


def refuse(writable: Path) -> None:
    """Refuse, in this process for good, what examples may not do; they may write in `writable`."""
    root = f"{writable.resolve()}{os.sep}"
    sys.addaudithook(lambda event, args: _audit(event, args, root))


def _audit(event: str, args: tuple[Any, ...], root: str) -> None:
    if event.startswith("socket."):
        raise Refused(f"the network is closed to examples ({event})")
    if event in _PROCESSES:
        raise Refused(f"examples may not start processes ({event})")
    if event in ("os.kill", "os.killpg") and (event == "os.killpg" or args[0] != os.getpid()):
        raise Refused("examples may not signal other processes")
    if event == "open":
        _check_open(args, root)
    for path in args[: _PATHS.get(event, 0)]:
        _check_path(path, root)


def _check_open(args: tuple[Any, ...], root: str) -> None:
    path, mode, flags = args
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    writing = bool(flags & writes) if isinstance(flags, int) else set(mode or "") & set("wax+")
    if writing and path != os.devnull:
        _check_path(path, root)
    # The environment of the processes around this one may hold secrets.
    full = "" if isinstance(path, int) else os.path.realpath(os.fsdecode(path))
    process = full.removeprefix("/proc/").partition("/")[0]
    if full.startswith("/proc/") and process[:1].isdigit() and process != str(os.getpid()):
        raise Refused("examples may not look at other processes")


def _check_path(path: Any, root: str) -> None:
    if isinstance(path, int):  # a file descriptor that is open already
        return
    full = os.path.realpath(os.fsdecode(path))
    if not f"{full}{os.sep}".startswith(root):
        raise Refused(f"examples may write only in their scratch directory, not {full}")


MEMORY = 4 << 30
FILE_SIZE = 64 << 20
DESCRIPTORS = 512
THREADS = 512


@dataclass(frozen=True, slots=True)
class Confinement:
    """What children are held to: what they may read, and the system calls they may make.

    `alone` says that they are in namespaces of their worker's own. Where one of the `required`
    walls cannot be put up, they do nothing. Several that are `connected` may reach each other, and
    nothing else, by the loopback of their namespace.
    """

    readable: tuple[Path, ...]
    program: bytes | None
    alone: bool
    required: frozenset[Wall]
    connected: bool = False


def confine(folder: Path, confinement: Confinement, cpu_seconds: int) -> frozenset[Wall]:
    """Limit this process, which must have one thread, for good; the walls that now stand.

    It works in `folder / "scratch"`, may write only below `folder`, read only that and what is
    readable by the confinement, and make only the system calls that its filter allows.
    """
    program, scratch = confinement.program, folder / "scratch"
    kept = older_in_force()  # libraries look when they first need to know
    os.environ.clear()
    os.environ.update(kept, HOME=str(scratch), TMPDIR=str(scratch))
    tempfile.tempdir = None  # who asked for it before this process was forked has another
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
    if confinement.alone:  # elsewhere all processes of the user count; for root it is no limit
        _limit(resource.RLIMIT_NPROC, THREADS)
    held = [_limit(which, value) for which, value in limits.items()]
    if confinement.connected and not (confinement.alone and give_up_capabilities()):
        raise RuntimeError("without namespaces of its own no example is connected to another")
    stand = {
        Wall.LIMITS: all(held),
        Wall.LANDLOCK: restrict_files(
            (*confinement.readable, Path("/proc/self")), folder, confinement.connected
        ),
        # The last one: what puts up the others is not among the calls that it allows.
        Wall.FILTER: program is not None and install_filter(program),
    }
    refuse(folder)
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
