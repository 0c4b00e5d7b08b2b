"""Finding files, reading those that are ordinary, and writing one so that nothing is lost."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import time
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import IO

_DRAFT = re.compile(r"\..+\.[0-9a-f]{12}\.tmp")
# Between making a draft and locking it, and between closing and renaming it, it is not locked.
_YOUNG_SECONDS = 1.0
# The lines around both sides of what git could not merge.
_CONFLICT = re.compile(r"^(?:<{7} |[|]{7} |={7}$|>{7} )", re.MULTILINE)
_BYTE_FOR_BYTE = os.O_RDONLY | getattr(os, "O_BINARY", 0)


class NoOrdinaryFile(ValueError):
    """What is not to be read: a link could lead anywhere, a pipe never ends; or it is too large."""


def files_below(folder: Path, *endings: str, inside: str = "") -> Iterator[str]:
    """The files below a folder whose names end so, in order, each as its path from there.

    Hidden ones are none, and links to folders are not followed. A folder that cannot be opened
    stands for what is in it, so that whoever reads it is told why.
    """
    try:
        with os.scandir(f"{folder}/{inside}") as entries:
            found = sorted(entries, key=attrgetter("name"))
    except FileNotFoundError:
        return
    except OSError:
        yield inside.rstrip("/")
        return
    for entry in found:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from files_below(folder, *endings, inside=f"{inside}{entry.name}/")
        elif entry.name.endswith(endings):
            yield inside + entry.name


def read_ordinary(path: Path | str, most: int) -> bytes:
    """The bytes of a file, at most so many; raise NoOrdinaryFile or OSError.

    `Path.read_bytes` takes several times as long, which counts for thousands of files.
    """
    status = os.lstat(path)
    if stat.S_ISDIR(status.st_mode):
        os.scandir(path).close()  # raises what made it be taken for a file
    if not stat.S_ISREG(status.st_mode):
        raise NoOrdinaryFile("this is a link or another special file")
    if status.st_size > most:
        raise NoOrdinaryFile(too_large(most))
    opened = os.open(path, _BYTE_FOR_BYTE)
    try:
        return os.read(opened, status.st_size)
    finally:
        os.close(opened)


def too_large(most: int) -> str:
    """What is said of a file with more bytes than that."""
    return f"the file is larger than {most // 1024} KB"


def conflict(text: str) -> int | None:
    """The first line, from 1, that a merge has left for a person to decide; None if none is."""
    found = _CONFLICT.search(text)
    return None if found is None else text.count("\n", 0, found.start()) + 1


def write_atomically(path: Path, content: bytes | str) -> None:
    """Replace the content of a file, or make a new one; an existing file keeps its mode.

    Text is written as UTF-8. Once this has returned, a crash of the machine does not undo it. The
    draft lies beside the file until then; one that a killed process has left is removed by the
    next write. Raise OSError, with the file as it was, if that cannot be done.
    """
    import secrets  # brings much with it, and most commands write nothing

    _remove_abandoned(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with draft.open("xb") as stream:
            with contextlib.suppress(OSError):  # a file system without locks
                _lock(stream)
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


def _remove_abandoned(folder: Path) -> None:
    """Remove drafts whose writers are gone: whoever writes one holds it locked."""
    for draft in folder.glob(".*.tmp"):
        with contextlib.suppress(OSError):
            if not _DRAFT.fullmatch(draft.name) or not stat.S_ISREG(draft.lstat().st_mode):
                continue
            with draft.open("rb") as stream:
                _lock(stream)
                if time.time() - draft.stat().st_mtime > _YOUNG_SECONDS:
                    draft.unlink()


def _lock(stream: IO[bytes]) -> None:
    """Keep a file for this process until it is closed; raise OSError if it is another's.

    Windows, which has no such lock, removes no file that is open.
    """
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_folder(folder: Path) -> None:
    """Make the new name of a file last, where the system can (Windows opens no folders)."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
