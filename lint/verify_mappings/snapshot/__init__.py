"""API snapshots: every public name of one installed library, with its signatures, as one file."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Literal

from mapping_model.files import write_atomically

_SOURCE_ROOT = Path(__file__).parents[2]
_COLLECTOR = "verify_mappings.snapshot.collect"
_TAIL_LINES = 20


class SnapshotError(Exception):
    """The library could not be read; the message ends with what the subprocess wrote last."""


def make_snapshot(
    python: Path, library: Literal["torch", "paddle"], out: Path, *, timeout: float = 600
) -> None:
    """Write the snapshot of the `library` that the interpreter `python` imports to `out`.

    The interpreter needs the library and numpy, not this project. The file appears complete or
    not at all. Raises SnapshotError when the collector fails or takes more than `timeout` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="snapshot-") as folder:
        draft = Path(folder, "snapshot.json")
        _run([str(python.absolute()), "-m", _COLLECTOR, library, str(draft)], folder, timeout)
        out.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(out, draft.read_bytes())


def _run(command: list[str], folder: str, timeout: float) -> None:
    environment = os.environ | {
        "PYTHONPATH": str(_SOURCE_ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "OMP_NUM_THREADS": "1",
    }
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
        )
    except OSError as error:
        raise SnapshotError(f"cannot start {command[0]}: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise SnapshotError(f"{command[0]} took more than {timeout:g} seconds") from error
    if done.returncode != 0:
        tail = "\n".join(done.stderr.splitlines()[-_TAIL_LINES:])
        raise SnapshotError(f"{command[0]} ended with exit code {done.returncode}:\n{tail}")
