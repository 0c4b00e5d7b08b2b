"""Linux's system-call filter: the calls that a process may make, without special rights."""

from __future__ import annotations

import ctypes
import os
import sys

from verify_mappings.walls import OWN_PROCESS

_PR_SET_SECCOMP = 22
_PR_SET_NO_NEW_PRIVS = 38
_MODE_FILTER = 2
_INSTRUCTION = 8  # bytes
_LIBC = ctypes.CDLL(None)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def install(program: bytes) -> bool:
    """Limit this process, which must have one thread, for good; False where that cannot be."""
    own = os.getpid().to_bytes(4, sys.byteorder)
    instructions = program.replace(OWN_PROCESS.to_bytes(4, sys.byteorder), own)
    told = _Program(len(program) // _INSTRUCTION, instructions)
    _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return _LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(told), 0, 0) == 0
