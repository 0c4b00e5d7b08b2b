"""The walls that Linux holds, whatever code does, without special rights.

The audit hook of Python sees only what goes through Python; Landlock, the system-call filter and
namespaces also stop the C++ code of a library and calls by `ctypes`.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import stat
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from verify_mappings.walls import OWN_PROCESS

# Numbers of system calls (the same on all processors) and constants of linux/landlock.h.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_BENEATH = 1
_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_FOLDER = 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE = 0b1111111 << 6  # devices, folders, files, sockets, pipes, links
_MOVE = 1 << 13  # from version 2 on: from one folder to another
_TRUNCATE = 1 << 14  # from version 3 on
_TCP = 1 << 0 | 1 << 1  # from version 4 on: bind and connect
_SCOPES = 1 << 0 | 1 << 1  # from version 6 on: abstract sockets and signals of others
_PR_SET_NO_NEW_PRIVS = 38
_LIBC = ctypes.CDLL(None)


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def landlock_version() -> int:
    """The version of Landlock that this system has; 0 if none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


def restrict_files(readable: Iterable[Path], writable: Path, connected: bool = False) -> bool:
    """Limit this process, which must have one thread, and all that it starts, for good.

    It may read only what is `readable` or below, both read and write below `writable`, execute no
    program, reach nothing by TCP unless it is `connected`, and signal no other process (as far as
    the version goes). False where the system has no Landlock.
    """
    has = landlock_version()
    if not has:
        return False
    reads = _READ_FILE | _READ_FOLDER
    writes = _WRITE_FILE | _REMOVE | _MAKE
    writes |= (_MOVE if has >= 2 else 0) | (_TRUNCATE if has >= 3 else 0)
    handled = _EXECUTE | reads | writes
    tcp = _TCP if has >= 4 and not connected else 0
    attributes = _Ruleset(handled, tcp, _SCOPES if has >= 6 else 0)
    rules = _call(_CREATE, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    if rules < 0:
        return False
    try:
        for path in readable:
            _allow(rules, path, reads)
        _allow(rules, writable, reads | writes)
        _allow(rules, Path(os.devnull), reads | writes)
        _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return _call(_RESTRICT, rules, 0) == 0
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, access: int) -> None:
    """Allow some kinds of access below a folder, or as far as they apply to a file."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            access &= _READ_FILE | _WRITE_FILE | _TRUNCATE
        rule = _PathBeneath(access, opened)
        _call(_ADD, rules, _BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(opened)


def _call(number: int, *arguments: object) -> int:
    """The result of a system call; -1 if it failed."""
    return _LIBC.syscall(number, *arguments)


_PR_SET_SECCOMP = 22
_MODE_FILTER = 2
_INSTRUCTION = 8  # bytes


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def install_filter(program: bytes) -> bool:
    """Limit this process, which must have one thread, for good; False where that cannot be."""
    own = os.getpid().to_bytes(4, sys.byteorder)
    instructions = program.replace(OWN_PROCESS.to_bytes(4, sys.byteorder), own)
    told = _Program(len(program) // _INSTRUCTION, instructions)
    _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return _LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(told), 0, 0) == 0


_CLONE_NEWUTS = 0x04000000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_PR_SET_PDEATHSIG = 1
_SET_INTERFACE, _UP = 0x8914, 1
_CAPABILITIES_3 = 0x20080522
LOOPBACK = "127.0.0.1"


def leave_namespaces() -> bool:
    """Move this process, which must have one thread, into namespaces of its own.

    In them are no network but the loopback of its own, and nobody else's shared memory. The name of
    the machine is the address of that loopback there, which takes no looking up. False without the
    right to do so.
    """
    if not sys.platform.startswith("linux"):
        return False
    user, group = os.getuid(), os.getgid()
    if _LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC | _CLONE_NEWUTS) != 0:
        return False
    _LIBC.sethostname(LOOPBACK.encode(), len(LOOPBACK))
    with socket.socket() as any_socket, contextlib.suppress(OSError):
        up = struct.pack("16sH14x", b"lo", _UP)
        fcntl.ioctl(any_socket, _SET_INTERFACE, up)
    # Without a mapping the process would be "nobody" and could not look up its own name.
    with contextlib.suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


class _Capabilities(ctypes.Structure):
    _fields_ = (("numbers", ctypes.c_uint32 * 6),)


def give_up_capabilities() -> bool:
    """Give up all that this process may do in its namespaces as their owner; whether it has."""
    version = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    return _LIBC.capset(version, ctypes.byref(_Capabilities())) == 0


def end_with(parent: int) -> None:
    """Have this process killed as soon as `parent`, which has just made it, ends in any way."""
    if sys.platform.startswith("linux"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
