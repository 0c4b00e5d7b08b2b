"""Where commands keep what they can make again: in this user's cache, out of others' reach."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from mapping_model.ending import UsageError

VARIABLE = "LINT_MAPPINGS_CACHE"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_directory(root: Path) -> Path:
    """The directory, made where it is not there; `root` is the project that is looked at.

    It is never in the project: a commit or an archive could bring what a cache holds, and so
    decide what is found, or which program runs. Raise UsageError where there is no such place.
    """
    place = _place()
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = place.lstat()
        inside = any(folder.samefile(root) for folder in (place, *place.parents))
    except OSError as error:
        raise _unusable(place, f"it cannot be made or read: {error.strerror}") from error
    if not stat.S_ISDIR(status.st_mode):
        raise _unusable(place, "it is a link")
    if inside or place.resolve().is_relative_to(root.resolve()):
        raise _unusable(place, f"it lies in {root}, whose files are not trusted")
    if hasattr(os, "geteuid"):  # Windows keeps the folders of a user from others itself
        if status.st_uid != os.geteuid():
            raise _unusable(place, "it belongs to another user")
        if status.st_mode & _OTHERS_WRITE:
            raise _unusable(place, "other users can write to it (`chmod go-w` ends that)")
    return place


def _place() -> Path:
    """Where the environment says, else where programs of this user keep such files."""
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given).absolute()
    # A relative one is to be ignored, as the specification of these directories has it.
    home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        caches = Path(home) if Path(home).is_absolute() else Path.home() / ".cache"
    except RuntimeError as error:
        raise UsageError(f"No home directory is known. Name a cache with ${VARIABLE}.") from error
    return caches / "lint-mappings"


def _unusable(place: Path, why: str) -> UsageError:
    return UsageError(f"{place} cannot hold a cache: {why}. Name another directory, ${VARIABLE}.")
