"""Which Python has which Paddle release: one virtual environment for each."""

from __future__ import annotations

import subprocess
import sys
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


def find_interpreter(
    root: Path,
    python: Path | None,
    paddle: str | None,
    libraries: tuple[str, ...] = ("torch", "paddle"),
) -> Path:
    """The interpreter that has `libraries`: `python`, this one, or that of a Paddle release.

    The environment of a release is `.cache/paddle-<release>` below `root`. Raises UsageError,
    with the commands to mend it, where the release is not there.
    """
    if python is None:
        python = Path(sys.executable)
        if paddle is not None and installed(python, "paddle") != paddle:
            python = _environment(root, paddle) / "bin" / "python"
    if not python.exists():
        wanted = f"Paddle {paddle} is not installed" if paddle else f"{python} does not exist"
        raise UsageError(f"{wanted}. {_how(root, paddle)}")
    for library in libraries:
        version = installed(python, library)
        if version is None:
            raise UsageError(f"{python} has no {library}. {_how(root, paddle)}")
        if library == "paddle" and paddle is not None and version != paddle:
            raise UsageError(f"{python} has Paddle {version}, not {paddle}. {_how(root, paddle)}")
    return python


def installed(python: Path, library: str) -> str | None:
    """The release of a library that an interpreter has; None if it has none."""
    command = [str(python), "-c", _ASK, *_DISTRIBUTIONS[library]]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageError(f"{python} cannot be run: {error}") from error
    return done.stdout.strip() or None


def _environment(root: Path, paddle: str) -> Path:
    return root / ".cache" / f"paddle-{paddle}"


def _how(root: Path, paddle: str | None) -> str:
    """The commands that install what is needed."""
    if paddle is None or paddle == PADDLE[-1]:
        return f"Install the libraries: pip install torch=={TORCH} paddlepaddle=={PADDLE[-1]}"
    folder = _environment(root, paddle)
    return (
        f"Make an environment for it: {sys.executable} -m venv {folder} && "
        f"{folder}/bin/pip install torch=={TORCH} paddlepaddle=={paddle}"
    )
