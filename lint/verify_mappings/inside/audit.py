"""The audit hook of Python: it refuses, with readable messages, what goes through Python.

The walls that the kernel holds need no hook. Without them (`--unconfined`) there is nothing else.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

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
