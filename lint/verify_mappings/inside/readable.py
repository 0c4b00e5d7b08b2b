"""What a process may read: its interpreter with the library, and what both need of the system."""

from __future__ import annotations

import site
import sys
from pathlib import Path

import mapping_model
import verify_mappings

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
