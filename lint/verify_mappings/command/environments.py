"""Which interpreter has which library: a given one, or a virtual environment for a release.

An environment is made when it is first needed, and holds the library and numpy only: examples run
torch on the interpreter of the command itself.
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
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape

from mapping_model.cache_directory import VARIABLE, cache_directory
from mapping_model.ending import UsageError
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.runs.pool import Crew
from verify_mappings.runs.verifier import TORCH as TORCH_CREW

_TAIL_LINES = 8
_SHOWN = 60
DISTRIBUTIONS = {"torch": ("torch",), "paddle": ("paddlepaddle", "paddlepaddle-gpu")}
_NAMES = {"torch": "torch", "paddle": "Paddle"}
# What pip says, and what to do about it; the first that is found counts.
_HINTS = {
    "No space left": f"\nMake room, or name another place for environments with ${VARIABLE}.",
    "Failed to establish a new connection": "\nThe registry cannot be reached: is there a network?",
    "No matching distribution": "\nThe registry has no such release for this machine and Python.",
}
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
    for library in libraries:
        if installed(python, library) is None:
            raise UsageError(f"{python} has no {library}. {told}")
    return python


@cache
def installed(python: Path, library: str) -> str | None:
    """The release of a library that an interpreter has; None if it has none."""
    command = [str(python), "-c", _ASK, *DISTRIBUTIONS[library]]
    try:
        done = subprocess.run(
            command, env=_safe_path(), capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageError(f"{python} cannot be run: {error}") from error
    return done.stdout.strip() or None


def probing_crews(
    root: Path, releases: Iterable[str], jobs: int, console: Console
) -> dict[str, Crew]:
    """The crews of torch and of some releases, so many processes each."""
    crews = {TORCH_CREW: Crew(find_interpreter(None, ("torch",)), TORCH_CREW, jobs)}
    for release in releases:
        crews[release] = Crew(environment_of(root, release, console), "paddle", jobs)
    return crews


def _safe_path() -> dict[str, str]:
    """Surroundings in which Python imports nothing from the current directory, the project."""
    return os.environ | {"PYTHONSAFEPATH": "1"}


def environment_of(root: Path, release: str, console: Console, library: str = "paddle") -> Path:
    """The interpreter that has a release: this one, or that of an environment in the cache.

    An environment that is not there is made, and a terminal as `console` shows how far that is. It
    appears complete or not at all, however many processes want it at the same time. `root` is the
    project, which brings none. Raises UsageError, with the end of pip's output, when that fails.
    """
    if installed(Path(sys.executable), library) == release:
        return Path(sys.executable)
    folder = _folder_of(root, release, library)
    try:
        if not folder.exists():
            with _lock(folder):
                if not folder.exists():
                    _make(folder, library, release, console)
    except OSError as error:
        told = f"${VARIABLE} may name another place for environments."
        raise UsageError(f"{folder} cannot be made: {error}. {told}") from error
    python = folder / "bin" / "python"
    found = installed(python, library)
    if found != release:
        has = f"has {_NAMES[library]} {found}" if found else f"has no {_NAMES[library]}"
        raise UsageError(f"{python} {has}, not {release}. Delete {folder}; it is then made anew.")
    return python


def has_environment(root: Path, release: str) -> bool:
    """Whether a Paddle release is there already, so that nothing needs to be installed for it."""
    if installed(Path(sys.executable), "paddle") == release:
        return True
    return _folder_of(root, release, "paddle").is_dir()


def _folder_of(root: Path, release: str, library: str) -> Path:
    """The environment of a release in the cache, there or not."""
    # Other checkouts of this user share it, and may have another Python or numpy.
    python_release = ".".join(map(str, sys.version_info[:2]))
    name = f"{library}-{release}-python{python_release}-numpy{np.__version__}"
    return cache_directory(root) / name


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold other processes that want to make `folder`; a process that dies lets go."""
    with folder.with_name(f".{folder.name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(folder: Path, library: str, release: str, console: Console) -> None:
    """Install a release in a draft beside `folder`, which then takes that name."""
    draft = folder.with_name(f".{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)  # what a process that was killed has left
    try:
        title = f"installing {_NAMES[library]} {release}"
        if not console.is_terminal:
            console.print(f"verify-mappings: {title}", highlight=False)
        with console.status(title) as status:
            status.update(f"{title}: making an environment")
            _create(draft)
            # The same numpy, so that random inputs are the same numbers everywhere.
            wanted = [f"{DISTRIBUTIONS[library][0]}=={release}", f"numpy=={np.__version__}"]
            _install(draft, wanted, lambda text: status.update(f"{title}: {escape(text[:_SHOWN])}"))
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
        command,
        env=_safe_path(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout
        for line in process.stdout:
            tail.append(line.strip())
            tell(line.strip())
    if process.returncode:
        told = "\n".join(tail)
        hint = next((hint for sign, hint in _HINTS.items() if sign in told), "")
        raise UsageError(f"pip could not install {' '.join(wanted)}:\n{told}{hint}")
