"""The processor of this machine, and how libraries are told to do without a part of it."""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path

from mapping_model.ending import UsageError
from mapping_model.processors import Processor

# Of its flags those that libraries choose their code by.
_TELLING = ("avx", "fma", "amx", "sse4")
_FLAGS = Path("/proc/cpuinfo")


@cache
def flags() -> frozenset[str]:
    """What the processor can do, in the words of Linux; nothing where the system does not say."""
    try:
        lines = _FLAGS.read_text("utf-8", "replace").splitlines()
    except OSError:
        return frozenset()
    told = (line.partition(":")[2] for line in lines if line.startswith(("flags", "Features")))
    return frozenset(next(told, "").split())


def this_processor(older: bool = False) -> Processor:
    """The kind of this machine's processor; with `older`, as one without AVX-512.

    Raises UsageError where that means nothing: it would be recorded as what the processor shows.
    """
    found = Processor.of(platform.machine(), flags())
    if older and found is Processor.OTHER:
        raise UsageError(f"--older-processor is for x86-64; this is {platform.machine()}.")
    return found.emulated if older else found


def described() -> str:
    """The processor in a line, for a report of what it does otherwise."""
    telling = sorted(flag for flag in flags() if flag.startswith(_TELLING))
    return f"{platform.machine()}: {' '.join(telling) or 'no flags known'}"
