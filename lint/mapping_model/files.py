"""Writing a file so that at every moment it is either the old one or the new one."""

from __future__ import annotations

import contextlib
import glob
import os
import secrets
import time
from pathlib import Path

# No write takes as long: an older draft was left by a process that was killed.
_ABANDONED_SECONDS = 60.0


def write_atomically(path: Path, content: bytes | str) -> None:
    """Replace the content of a file, or make a new one; an existing file keeps its mode.

    Text is written as UTF-8. Once this has returned, a crash of the machine does not undo it. The
    draft lies beside the file until then; one that a killed process has left is removed by the
    next write. Raise OSError, with the file as it was, if that cannot be done.
    """
    _remove_abandoned(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with draft.open("xb") as stream:
            stream.write(content.encode("utf-8") if isinstance(content, str) else content)
            stream.flush()
            os.fsync(stream.fileno())
        with contextlib.suppress(FileNotFoundError):
            draft.chmod(path.stat().st_mode & 0o7777)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _remove_abandoned(path: Path) -> None:
    for draft in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):  # its writer has just finished, after all
            if time.time() - draft.stat().st_mtime > _ABANDONED_SECONDS:
                draft.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the new name of a file last, where the system can (Windows opens no folders)."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
