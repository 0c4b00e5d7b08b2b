"""What one process takes, with all that it starts and waits for."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Run:
    """What one process took: wall and CPU seconds, and its peak memory in MB."""

    seconds: float
    cpu: float
    peak: float


def measure(command: list[str], cwd: Path) -> Run:
    """Run a tool to its end; raise RuntimeError when the tool itself fails."""
    start = time.perf_counter()
    # Installed tools come compiled; ours are once Python may keep what it has compiled.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command[0]} exits {process.returncode}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
