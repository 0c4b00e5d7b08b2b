"""The files that are converted: found, read in their encoding, written so that none is lost."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

from mapping_model.ending import UsageError
from mapping_model.files import NoOrdinaryFile, read_ordinary, write_atomically

PYTHON = (".py", ".pyi", ".ipynb")
STANDARD_INPUT = "-"
# Folders whose files nobody wrote here.
_LEFT_OUT = ("__pycache__", "node_modules", "site-packages")
_MAX_BYTES = 16 * 1024 * 1024
_ANYWAY = "--force writes anyway"
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Source:
    """A file of Python or a notebook: its path, and where it lies below the path that was named."""

    path: Path
    inside: Path


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a file, and what it takes to write it back as it was."""

    code: str
    encoding: str
    bom: bool

    def encoded(self, code: str) -> bytes:
        """Other code as bytes of the same encoding; in comments, what that has not is escaped."""
        text = f"{_BOM}{code}" if self.bom else code
        return text.encode(self.encoding, "backslashreplace")


def read(raw: bytes) -> Text:
    """The text of a file of Python; raise SyntaxError where its encoding is none."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    bom = encoding == "utf-8-sig"
    encoding = "utf-8" if bom else encoding
    try:
        text = raw.decode(encoding)
        if not bom and text.encode(encoding) != raw:
            raise SyntaxError(f"written again as {encoding}, it is another file")
    except UnicodeDecodeError as error:
        raise SyntaxError(f"byte {error.start} is none of {encoding}") from error
    except (LookupError, UnicodeError) as error:
        raise SyntaxError(f"{encoding} is no encoding of text") from error
    return Text(text.removeprefix(_BOM), encoding, bom)


def sources(paths: Sequence[Path], exclude: Sequence[str]) -> list[Source]:
    """The files of Python below some paths, in order; raise UsageError for one that is not there.

    Hidden ones and those that match a pattern of `exclude` are left out.
    """
    found: dict[Path, Source] = {}
    # Folders first: a file in one of them keeps its place in it.
    for path in sorted(paths, key=Path.is_file):
        if path.is_dir():
            for file in _below(path):
                inside = file.relative_to(path)
                if file.suffix in PYTHON and not _excluded(inside, exclude):
                    found.setdefault(file, Source(file, inside))
        elif path.is_file():
            found.setdefault(path, Source(path, Path(path.name)))
        else:
            raise UsageError(f"{path}: there is no such file or folder.")
    return list(found.values())


def packages_of(found: Sequence[Source]) -> frozenset[str]:
    """The names by which code may import these files: of their folders, and their own."""
    names = {one.path.stem for one in found}
    for folder in {one.path.absolute().parent for one in found}:
        names.update(folder.parts)
    return frozenset(names)


def _below(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}.") from error
    for entry in entries:
        if entry.name.startswith(".") or entry.name in _LEFT_OUT or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _below(entry)
        else:
            yield entry


def _excluded(inside: Path, patterns: Sequence[str]) -> bool:
    """Whether a pattern is of a file or of a folder that it is in, by path or by name."""
    around = [inside, *inside.parents][:-1]
    names = {name for one in around for name in (one.as_posix(), one.name)}
    return any(fnmatch(name, one.rstrip("/")) for one in patterns for name in names)


def check_output(output: Path, paths: Sequence[Path], found: Sequence[Source], force: bool) -> None:
    """Raise UsageError where writing to a folder would overwrite or enter what is read."""
    target = output.resolve()
    for path, own in product(paths, [path.resolve() for path in paths]):
        inside = own.relative_to(target) if own.is_relative_to(target) else Path()
        if inside.parts and (path / inside).exists():
            raise UsageError(f"-o {output}: {own} would be overwritten, which is converted.")
    for path in paths:
        own = path.resolve()
        if target == own or own in target.parents or (path.is_file() and target == own.parent):
            raise UsageError(f"-o {output}: this is in what is converted, {path}.")
    if output.exists() and not output.is_dir():
        raise UsageError(f"-o {output}: this is a file; name a folder.")
    if output.is_dir() and any(output.iterdir()) and not force:
        raise UsageError(f"-o {output}: this folder is not empty; --force writes into it.")
    written: dict[Path, Path] = {}
    for one in found:
        place = output / one.inside
        other = written.setdefault(place, one.path)
        if other.resolve() != one.path.resolve():
            raise UsageError(f"-o {output}: {other} and {one.path} would both become {place}.")


def copy_others(paths: Sequence[Path], output: Path, exclude: Sequence[str]) -> None:
    """Copy the files below folders that are not Python; raise UsageError where that cannot be."""
    for path in paths:
        for file in _below(path) if path.is_dir() else ():
            inside = file.relative_to(path)
            if file.suffix in PYTHON or not file.is_file() or _excluded(inside, exclude):
                continue
            target = output / inside
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.unlink(missing_ok=True)  # a link may lead to what is read
                shutil.copy(file, target)
            except OSError as error:
                raise UsageError(f"{file} cannot be copied: {error.strerror}.") from error


def check_committed(paths: Sequence[Path], found: Sequence[Source]) -> None:
    """Raise UsageError where git could not bring back what is overwritten."""
    kept: set[Path] = set()
    for path in paths:
        folder = path if path.is_dir() else path.parent
        listed = _git(folder, "ls-files", "-z", "--recurse-submodules")
        if listed is None:
            raise UsageError(f"{path} is not in git, which keeps what was; {_ANYWAY}.")
        kept.update(folder.resolve() / name for name in listed.split("\0"))
        if _git(folder, "status", "--porcelain", "--", str(path.resolve())) != "":
            raise UsageError(f"{path} has changes that are not committed; {_ANYWAY}.")
    for one in found:
        if one.path.resolve() not in kept:
            raise UsageError(f"{one.path} is not in git, which keeps what was; {_ANYWAY}.")


def _git(folder: Path, *command: str) -> str | None:
    """What git says in a folder, running nothing that the folder names; None where it cannot."""
    words = ["git", "-c", "core.fsmonitor=false", *command]
    try:
        asked = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"--in-place asks git, which cannot be run: {error}.") from error
    return None if asked.returncode else os.fsdecode(asked.stdout)


def write(path: Path, content: bytes, like: Path | None = None) -> None:
    """Write a file so that nothing is lost, with the mode of one that it is `like`.

    Raise UsageError where that cannot be.
    """
    if not path.name:
        raise UsageError(f"{path} is no name for a file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
        if like is not None:
            shutil.copymode(like, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def content_of(path: Path) -> bytes | str:
    """What is in a file, or why that cannot be had."""
    try:
        return read_ordinary(path, _MAX_BYTES)
    except OSError as error:
        return error.strerror or str(error)
    except NoOrdinaryFile as error:
        return str(error)


def standard_input() -> bytes:
    """What is on standard input; raise UsageError where it is closed."""
    if sys.stdin is None:
        raise UsageError("Standard input is closed.")
    return sys.stdin.buffer.read()
