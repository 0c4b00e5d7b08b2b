"""Removing what code of strangers has left, however deep, locked or much it is."""

from __future__ import annotations

import contextlib
import os
import uuid
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove a folder that no process works in any more; what the system keeps stays.

    Folders leave their folder before that is removed, so that no path grows longer than two steps.
    """
    with contextlib.suppress(OSError):
        while inner := _without_files(folder):
            for path in inner:
                for below in _without_files(path):
                    below.rename(folder / uuid.uuid4().hex)
                path.rmdir()
        folder.rmdir()


def _without_files(folder: Path) -> list[Path]:
    """Remove the files in a folder; the folders in it, opened to their owner."""
    with os.scandir(folder) as listing:
        entries = list(listing)
    inner = []
    for entry in entries:
        path = Path(entry)
        if entry.is_dir(follow_symlinks=False):
            path.chmod(0o700)
            inner.append(path)
        else:
            path.unlink()
    return inner
