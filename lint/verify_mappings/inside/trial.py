"""Trying, in a throw-away child, whether the walls stand, rather than believing it."""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path

from verify_mappings.inside.confined import Confinement, run_confined
from verify_mappings.inside.sandbox import MEMORY
from verify_mappings.walls import Wall

SECONDS = 10.0
_LIBC = ctypes.CDLL(None)


def standing(folder: Path, confinement: Confinement) -> set[Wall]:
    """The walls that stand in children of this process, found out in `folder`."""
    anyway = replace(confinement, required=frozenset())
    place = Path(tempfile.mkdtemp(dir=folder)) / "trial"
    answer = run_confined(lambda walls: print(json.dumps(_found(walls))), place, anyway, SECONDS)
    if answer.status != "done":
        return set()
    return set(map(Wall, json.loads(answer.output.splitlines()[-1])))  # a library may print, too


def _found(walls: frozenset[Wall]) -> list[Wall]:
    """Which of the walls that were put up hold; past Python, whose hook refuses too."""
    holds = {Wall.LANDLOCK: _files_are_closed, Wall.FILTER: _calls_are_refused}
    holds[Wall.LIMITS] = _memory_is_limited
    return [wall for wall in walls if holds[wall]()]


def _files_are_closed() -> bool:
    outside = os.fsencode(Path.cwd().parents[1] / "outside")
    created = _LIBC.open(outside, os.O_CREAT | os.O_WRONLY, 0o600)
    return created < 0 and _LIBC.open(b"/", os.O_RDONLY) < 0


def _calls_are_refused() -> bool:
    child = _LIBC.fork()
    if child == 0:
        os._exit(0)
    results = (child, _LIBC.socket(1, 1, 0), _LIBC.kill(os.getppid(), 0))
    return all(result < 0 for result in results)


def _memory_is_limited() -> bool:
    _LIBC.malloc.restype = ctypes.c_void_p
    return _LIBC.malloc(ctypes.c_size_t(2 * MEMORY)) is None
