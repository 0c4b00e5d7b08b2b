"""A virtual environment for each Paddle release, made when it is first needed.

It holds Paddle and numpy only: torch always runs on the interpreter of the command itself.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import venv
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from verify_mappings.command.interpreters import installed
from verify_mappings.errors import UsageError

CACHE_VARIABLE = "LINT_MAPPINGS_CACHE"
_TAIL_LINES = 8
_SHOWN = 60


def cache_folder(root: Path) -> Path:
    """Where environments are kept: `$LINT_MAPPINGS_CACHE`, or `.cache` below `root`."""
    given = os.environ.get(CACHE_VARIABLE)
    return Path(given).resolve() if given else root / ".cache"


def environment_of(root: Path, release: str, console: Console) -> Path:
    """The interpreter that has a Paddle release: this one, or that of an environment in the cache.

    An environment that is not there is made, with a progress bar if `console` is a terminal. It
    appears complete or not at all, however many processes want it at the same time. Raises
    UsageError, with the end of pip's output, when that fails.
    """
    if installed(Path(sys.executable), "paddle") == release:
        return Path(sys.executable)
    folder = cache_folder(root) / f"paddle-{release}"
    if not folder.exists():
        with _lock(folder):
            if not folder.exists():
                _make(folder, release, console)
    python = folder / "bin" / "python"
    found = installed(python, "paddle")
    if found != release:
        has = f"has Paddle {found}" if found else "has no Paddle"
        raise UsageError(f"{python} {has}, not {release}. Delete {folder}; it is then made anew.")
    return python


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold other processes that want to make `folder`; a process that dies lets go."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f".{folder.name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(folder: Path, release: str, console: Console) -> None:
    """Install a release in a draft beside `folder`, which then takes that name."""
    draft = folder.with_name(f".{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)  # what a process that was killed has left
    try:
        with _progress(console, f"installing Paddle {release}") as tell:
            tell("making an environment")
            _create(draft)
            # The same numpy, so that random inputs are the same numbers everywhere.
            _install(draft, [f"paddlepaddle=={release}", f"numpy=={np.__version__}"], tell)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _create(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise UsageError(f"No virtual environment can be made in {folder}: {error}") from error


def _install(environment: Path, wanted: list[str], tell: Callable[[str], None]) -> None:
    command = [str(environment / "bin" / "python"), "-m", "pip", "install"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", *wanted]
    tail: deque[str] = deque(maxlen=_TAIL_LINES)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout
        for line in process.stdout:
            tail.append(line.strip())
            tell(line.strip())
    if process.returncode:
        told = "\n".join(tail)
        raise UsageError(f"pip could not install {' '.join(wanted)}:\n{told}")


@contextlib.contextmanager
def _progress(console: Console, title: str) -> Iterator[Callable[[str], None]]:
    """A bar that moves until the block ends, beside what was told last."""
    columns = (
        TextColumn(title),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    watched = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not watched) as bar:
        if not watched:
            console.print(f"verify-mappings: {title}", highlight=False)
        task = bar.add_task("", total=None)
        yield lambda text: bar.update(task, description=escape(text[:_SHOWN]))
