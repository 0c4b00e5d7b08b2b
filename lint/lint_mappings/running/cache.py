"""What is kept between runs: parsed files, and whole reports for when nothing has changed.

Everything is keyed by content: of the files, of the linter itself, of the options. A cache that is
missing, damaged, foreign or written by two runs at once costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import lint_mappings
import mapping_model
from mapping_model.files import write_atomically

VARIABLE = "LINT_MAPPINGS_CACHE"
_PLACE = Path(".cache", "lint-mappings")
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
            path = self.directory / f"{name}.json"
            if path.stat().st_size > _MAX_BYTES:
                return None
            head, _, body = path.read_bytes().partition(b"\n")
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
            _prepare(self.directory)
            head = f"{key} {hashlib.sha256(body).hexdigest()}\n".encode("ascii")
            write_atomically(self.directory / f"{name}.json", head + body)


def _prepare(directory: Path) -> None:
    """Make the directory, unknown to git, and let go of what has long not been written."""
    directory.mkdir(parents=True, exist_ok=True)
    ignored = directory / ".gitignore"
    if not ignored.exists():
        write_atomically(ignored, b"*\n")
    files = sorted(directory.glob("report-*.json"), key=lambda path: path.stat().st_mtime)
    for path in files[: -_MAX_FILES + 1]:
        path.unlink(missing_ok=True)


def open_cache(root: Path, wanted: bool) -> Cache:
    """The cache of a project: where the environment says, else beside `mappings`."""
    if not wanted:
        return Cache(None)
    given = os.environ.get(VARIABLE)
    return Cache(Path(given) if given else root / _PLACE)


def digest(parts: Iterable[str | bytes]) -> str:
    """One digest of several parts; where one ends and the next begins matters."""
    whole = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d:" % len(raw))
        whole.update(raw)
    return whole.hexdigest()


@cache
def tool_digest() -> str:
    """The linter itself: its code, rules, schemas and snapshots, and what it runs on."""
    parts: list[str | bytes] = [
        platform.python_version(),
        yaml.__version__,
        str(yaml.__with_libyaml__),
    ]
    for folder in (Path(place) for p in (lint_mappings, mapping_model) for place in p.__path__):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json"):
                parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return digest(parts)
