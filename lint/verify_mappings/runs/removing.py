"""Deleting folders in which the code of strangers could write."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def remove(folder: Path) -> None:
    """Delete a folder, as far as that is possible."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # nested more deeply than Python goes
        subprocess.run(["rm", "-rf", "--", str(folder)], check=False, stderr=subprocess.DEVNULL)
