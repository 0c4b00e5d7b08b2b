"""The files that are converted: found, read in their encoding, written so that none is lost."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from mapping_model.ending import UsageError
from mapping_model.files import NoOrdinaryFile, read_ordinary, write_atomically

PYTHON = (".py", ".pyi", ".ipynb")
STANDARD_INPUT = "-"
# Folders whose files nobody wrote here.
_LEFT_OUT = ("__pycache__", "node_modules", "site-packages")
_MAX_BYTES = 16 * 1024 * 1024
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
        """Other code as bytes of the same encoding; what that has not becomes UTF-8."""
        text = f"{_BOM}{code}" if self.bom else code
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError:
            return text.encode()


def read(raw: bytes) -> Text:
    """The text of a file of Python; raise SyntaxError where its encoding is none."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    bom = encoding == "utf-8-sig"
    encoding = "utf-8" if bom else encoding
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise SyntaxError(f"byte {error.start} is none of {encoding}") from error
    return Text(text.removeprefix(_BOM), encoding, bom)


def sources(paths: Sequence[Path], exclude: Sequence[str]) -> list[Source]:
    """The files of Python below some paths, in order; raise UsageError for one that is not there.

    Hidden ones and those that match a pattern of `exclude` are left out.
    """
    found: dict[Path, Source] = {}
    for path in paths:
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
    return any(fnmatch(inside.as_posix(), one) or one in inside.parts for one in patterns)


def check_output(output: Path, paths: Sequence[Path], force: bool) -> None:
    """Raise UsageError where writing to a folder would overwrite or enter what is read."""
    target = output.resolve()
    for path in paths:
        own = path.resolve()
        if target == own or own in target.parents or (path.is_file() and target == own.parent):
            raise UsageError(f"-o {output}: this is in what is converted, {path}.")
    if output.exists() and not output.is_dir():
        raise UsageError(f"-o {output}: this is a file; name a folder.")
    if output.is_dir() and any(output.iterdir()) and not force:
        raise UsageError(f"-o {output}: this folder is not empty; --force writes into it.")


def copy_others(paths: Sequence[Path], output: Path, exclude: Sequence[str]) -> None:
    """Copy the files below folders that are not Python."""
    for path in paths:
        for file in _below(path) if path.is_dir() else ():
            inside = file.relative_to(path)
            if file.suffix not in PYTHON and not _excluded(inside, exclude):
                (output / inside).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, output / inside)


def check_committed(paths: Sequence[Path]) -> None:
    """Raise UsageError where git could not bring back what is overwritten."""
    for path in paths:
        folder = path if path.is_dir() else path.parent
        command = ["git", "status", "--porcelain", "--", str(path.resolve())]
        try:
            asked = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            raise UsageError(f"--in-place asks git, which cannot be run: {error}.") from error
        if asked.returncode:
            raise UsageError(f"{path} is not in git, which keeps what was; --force writes anyway.")
        if asked.stdout:
            raise UsageError(f"{path} has changes that are not committed; --force writes anyway.")


def write(path: Path, content: bytes) -> None:
    """Write a file so that nothing is lost; raise UsageError where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def content_of(path: Path) -> bytes:
    """What is in a file; raise UsageError where that cannot be had."""
    try:
        return read_ordinary(path, _MAX_BYTES)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}.") from error
    except NoOrdinaryFile as error:
        raise UsageError(f"{path}: {error}.") from error


def standard_input() -> bytes:
    """What is on standard input; raise UsageError where it is closed."""
    if sys.stdin is None:
        raise UsageError("Standard input is closed.")
    return sys.stdin.buffer.read()
