"""What is kept between runs: parsed files, whole reports for when nothing has changed.

Everything is keyed by content: of the files, of the command itself, of the options. A cache that is
missing, damaged or written by two runs at once costs time and nothing else. It is believed, so it
lies where nobody but the user can put anything.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from mapping_model.cache_directory import VARIABLE, cache_directory
from mapping_model.ending import UsageError
from mapping_model.files import read_ordinary, write_atomically

_MAX_BYTES = 256 * 1024 * 1024
_MAX_FILES = 16


class Cache:
    """A directory of JSON files, each with a digest of itself; `directory` None keeps nothing."""

    def __init__(self, directory: Path | None) -> None:
        self.directory = directory

    def get(self, name: str, key: str) -> Any:
        """What was put under a name with this very key, None if that cannot be had."""
        if self.directory is None:
            return None
        try:
            raw = read_ordinary(self.directory / f"{name}.json", _MAX_BYTES)
            head, _, body = raw.partition(b"\n")
            if head.decode("ascii") == f"{key} {hashlib.sha256(body).hexdigest()}":
                return json.loads(body)
        except (OSError, ValueError, RecursionError):
            pass
        return None

    def put(self, name: str, key: str, value: Any) -> None:
        """Keep a value made of what JSON has; where that fails, do without."""
        if self.directory is None:
            return
        with contextlib.suppress(OSError, ValueError, RecursionError):
            body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
            _let_go(self.directory)
            head = f"{key} {hashlib.sha256(body).hexdigest()}\n".encode("ascii")
            write_atomically(self.directory / f"{name}.json", head + body)


def _let_go(directory: Path) -> None:
    """Remove what has long not been written, of all projects."""
    for kind in ("report", "parsed", "converted", "index"):  # and nothing else that may be there
        files = sorted(directory.glob(f"{kind}-*.json"), key=lambda path: path.stat().st_mtime)
        for path in files[: -_MAX_FILES + 1]:
            path.unlink(missing_ok=True)


def open_cache(root: Path, wanted: bool) -> Cache:
    """The cache of this user; without a place for one, nothing is kept.

    Raise UsageError where the environment names a place that is none.
    """
    if not wanted:
        return Cache(None)
    try:
        return Cache(cache_directory(root))
    except UsageError:
        if os.environ.get(VARIABLE):
            raise
        return Cache(None)


def digest(parts: Iterable[str | bytes]) -> str:
    """One digest of several parts; where one ends and the next begins matters."""
    whole = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d:" % len(raw))
        whole.update(raw)
    return whole.hexdigest()


def code_digest(*packages: ModuleType) -> str:
    """Packages: their code, rules, schemas and snapshots, and what they run on."""
    parts: list[str | bytes] = [
        platform.python_version(),
        yaml.__version__,
        str(yaml.__with_libyaml__),
    ]
    for folder in (Path(place) for package in packages for place in package.__path__):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json"):
                parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return digest(parts)
