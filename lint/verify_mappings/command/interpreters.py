"""Which interpreter has which library."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.errors import UsageError

_DISTRIBUTIONS = {"torch": ("torch",), "paddle": ("paddlepaddle", "paddlepaddle-gpu")}
_ASK = """
import importlib.metadata as metadata, sys
for name in sys.argv[1:]:
    try:
        print(metadata.version(name).split("+")[0])
        break
    except metadata.PackageNotFoundError:
        pass
"""


def find_interpreter(python: Path | None, libraries: Iterable[str]) -> Path:
    """The given interpreter or else this one, which has the `libraries`.

    Raises UsageError, with the command to fix it, where it has not.
    """
    python = python or Path(sys.executable)
    told = f"Install the libraries: pip install torch=={TORCH} paddlepaddle=={PADDLE[-1]}"
    if not python.exists():
        raise UsageError(f"{python} does not exist. {told}")
    for library in libraries:
        if installed(python, library) is None:
            raise UsageError(f"{python} has no {library}. {told}")
    return python


@cache
def installed(python: Path, library: str) -> str | None:
    """The release of a library that an interpreter has; None if it has none."""
    command = [str(python), "-c", _ASK, *_DISTRIBUTIONS[library]]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageError(f"{python} cannot be run: {error}") from error
    return done.stdout.strip() or None
