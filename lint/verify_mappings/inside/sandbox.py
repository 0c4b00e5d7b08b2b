"""Limits for a process that runs contributed code: examples come from strangers.

The operating system holds the limits where it can (resource limits, a network namespace,
Landlock); the audit hook refuses the rest at the level of Python, and gives readable messages.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

from verify_mappings.inside import landlock

MEMORY = 4 << 30
FILE_SIZE = 64 << 20
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)
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


def leave_network() -> bool:
    """Move this process, which must have one thread, into a network namespace with no interface.

    False without the right to do so; the audit hook still refuses sockets.
    """
    if not sys.platform.startswith("linux"):
        return False
    user, group = os.getuid(), os.getgid()
    if _LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
        return False
    # Without a mapping the process would be "nobody" and could not look up its own name.
    with contextlib.suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def end_with(parent: int) -> None:
    """Have this process killed as soon as `parent`, which has just made it, ends in any way."""
    if sys.platform.startswith("linux"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def confine(scratch: Path, writable: Path, cpu_seconds: int) -> None:
    """Limit this process for the rest of its life: files, memory, CPU, network, processes.

    It works in `scratch` and may write only below `writable`.
    """
    os.environ.clear()
    os.environ.update(HOME=str(scratch), TMPDIR=str(scratch))
    os.chdir(scratch)
    _limit(resource.RLIMIT_CPU, cpu_seconds)
    _limit(resource.RLIMIT_AS, _address_space() + MEMORY)
    _limit(resource.RLIMIT_FSIZE, FILE_SIZE)
    _limit(resource.RLIMIT_CORE, 0)
    landlock.restrict(writable)
    root = f"{writable.resolve()}{os.sep}"
    sys.addaudithook(lambda event, args: _audit(event, args, root))


def _limit(which: int, value: int) -> None:
    with contextlib.suppress(ValueError, OSError):  # a lower hard limit is set already
        resource.setrlimit(which, (value, value))


def _address_space() -> int:
    """Bytes of address space in use; generous where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 16 << 30
    return pages * os.sysconf("SC_PAGE_SIZE")


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
