"""The processor of this machine, and how libraries are told to do without a part of it."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path

from mapping_model.ending import UsageError
from mapping_model.processors import Processor

# torch's own kernels, MKL, OpenBLAS, and oneDNN, which both libraries have.
OLDER_SETTINGS = {
    "ATEN_CPU_CAPABILITY": "avx2",
    "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    "OPENBLAS_CORETYPE": "Haswell",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
}


def older_in_force() -> dict[str, str]:
    """Those of them that this process was started with: all or none."""
    return {name: os.environ[name] for name in OLDER_SETTINGS if name in os.environ}


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
