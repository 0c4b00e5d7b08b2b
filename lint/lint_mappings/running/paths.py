"""Which files a run is about."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

from mapping_model.ending import UsageError
from mapping_model.stores import MAPPINGS, checked_root


def find_root(given: str | None, paths: Iterable[str] = ()) -> Path:
    """The directory that holds `mappings`: the given one, or the nearest upwards.

    That is from the first of the paths on that has one above it, else from here. Raise UsageError
    if there is none.
    """
    if given is not None:
        return checked_root(Path(given))
    here = _here()
    found = _upwards(here, paths)
    if found is not None:
        return found
    if os.path.lexists(here / MAPPINGS):
        raise UsageError(
            f"{here / MAPPINGS} is no directory, so there is nothing to check. "
            "Name the directory that holds the right one with --root."
        )
    raise UsageError(
        f"There is no directory `{MAPPINGS}` in {here} or above it. "
        "Run the command inside the project, or name its root with --root; a first entry of your "
        "own is drafted by `lint-mappings new`."
    )


def own_root(given: str | None) -> Path | None:
    """As `find_root`, None where there is no such directory: an answer need not have one."""
    return find_root(given) if given is not None else _upwards(_here(), ())


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise UsageError(f"The current directory cannot be read: {error.strerror}.") from error


def _upwards(here: Path, paths: Iterable[str]) -> Path | None:
    for start in (*(here / path for path in paths), here):
        for folder in (start, *start.parents):
            if (folder / MAPPINGS).is_dir():
                return folder.resolve()
    return None


def wanted_files(
    paths: Iterable[str], root: Path, names: Collection[str]
) -> tuple[set[str] | None, list[str]]:
    """Names of the files to report on (None: all), and remarks about what was left out.

    `names` are all there are.
    Raise UsageError for a path that does not exist or lies outside of the mappings.
    """
    paths = list(paths)
    if not paths:
        return None, []
    wanted: set[str] = set()
    remarks: list[str] = []
    for given in paths:
        if not os.path.lexists(given):
            raise UsageError(f"{given}: there is no such file.")
        relative = document_of(given, root)
        if Path(given).is_dir():
            prefix = "" if relative == "." else f"{relative}/"
            wanted.update(n for n in names if n == relative or n.startswith(prefix))
        elif relative in names:
            wanted.add(relative)
        else:
            remarks.append(left_out(given))
    return wanted, remarks


def left_out(given: str) -> str:
    """What is said about a path that was named, but is none of the linter's."""
    return f"{given}: left out, since it is not a mapping (.yaml)."


def document_of(given: str, root: Path) -> str:
    """The path as documents are called: relative to the root, with forward slashes.

    Raise UsageError for a path outside of the mappings.
    """
    path = Path(given)
    # A link is judged by where it lies, not by where it leads.
    path = path.resolve() if path.is_dir() else path.parent.resolve() / path.name
    root = root.resolve()
    if root.is_relative_to(path):
        return "."
    if not path.is_relative_to(root / MAPPINGS):
        raise UsageError(f"{given}: lies outside of {root / MAPPINGS}.")
    return path.relative_to(root).as_posix()
