"""The command `verify-mappings add-release`: all that a new release of a library takes.

What is there is not made again, so that an interrupted run goes on where it stopped. Steps that
look at all supported releases are commands of their own, in processes that see the new one.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Literal

from mapping_model.ending import CLEAN, PROBLEMS, UsageError, say
from mapping_model.files import read_ordinary, write_atomically
from mapping_model.probes import BrokenProbes, current_probes
from mapping_model.snapshots import DIRECTORY, releases_of
from verify_mappings.command.commands import errors, loaded
from verify_mappings.command.environments import DISTRIBUTIONS, environment_of
from verify_mappings.command.selection import MAPPINGS, find_root
from verify_mappings.snapshot import SnapshotError, make_snapshot

Library = Literal["torch", "paddle"]
REQUIREMENTS = "requirements-libraries.txt"
_REGISTRY = "https://pypi.org/pypi/{}/json"
_SECONDS = 30
_MAX_BYTES = 1024 * 1024


def add_release(options: argparse.Namespace) -> int:
    """`verify-mappings add-release`."""
    root = find_root(options.root)
    library: Library = "torch" if options.torch else "paddle"
    release = options.release or newest_on_registry(library)
    if options.release is None and release in releases_of(library):
        _tell(f"{DISTRIBUTIONS[library][0]} {release} is known: there is no newer release.")
        return CLEAN
    _snapshot(root, library, release)
    _pin(root / REQUIREMENTS, library)
    code = CLEAN
    where = ["--root", str(root)]
    if library == "paddle":
        code = _step("matrix", "--paddle", release, *where)
        if code <= PROBLEMS and (names := _unprobed(root, release)):
            code = max(code, _step("probe", "--write", "--paddle", release, *where, *names))
    if code > PROBLEMS:
        _tell(f"stopped; the same command goes on with {release} from here.")
        return code
    told = ["--torch"] if options.torch else []
    return max(code, _step("changes", *told, release, *where, out=None))


def newest_on_registry(library: Library) -> str:
    """The newest final release on PyPI. Raises UsageError where that cannot be asked."""
    address = _REGISTRY.format(DISTRIBUTIONS[library][0])
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
            release = json.load(answer)["info"]["version"]
    except (OSError, ValueError, KeyError) as error:
        told = "Try again, or name the release."
        raise UsageError(f"{address} does not tell the newest release: {error}. {told}") from error
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)+", release):
        raise UsageError(f"{address} names {release!r}, which is no final release.")
    return str(release)


def _snapshot(root: Path, library: Library, release: str) -> None:
    """Make the environment and the snapshot, which makes the release a supported one."""
    out = DIRECTORY / f"{library}-{release}.json"
    if out.is_file():
        return
    python = environment_of(root, release, errors(), library)
    _tell(f"writing {out.name}")
    try:
        make_snapshot(python, library, out)
    except (SnapshotError, OSError) as error:
        raise UsageError(f"{out} cannot be made: {error}") from error


def _pin(path: Path, library: Library) -> None:
    """Let the newest release be the one that is installed."""
    try:
        text = read_ordinary(path, _MAX_BYTES).decode("utf-8")
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}.") from error
    pinned = f"{DISTRIBUTIONS[library][0]}=="
    told = re.sub(rf"^{pinned}.*$", pinned + releases_of(library)[-1], text, flags=re.M)
    if told != text:
        write_atomically(path, told)


def _unprobed(root: Path, release: str) -> list[str]:
    """The entries without a current record of probes on a release."""
    corpus, mappings = loaded(root), root / MAPPINGS
    entries = [entry for entry in corpus.entries.values() if any(entry.examples())]
    try:
        return [
            entry.torch
            for entry in entries
            if release not in current_probes(mappings, entry, corpus.limits)
        ]
    except BrokenProbes as error:
        raise UsageError(f"{error}. Restore it with git.") from error


def _step(*arguments: str, out: int | None = 2) -> int:
    """Run a command of ours; what it prints goes where errors go, unless `out` is None."""
    _tell(" ".join(arguments[:3]))
    sys.stdout.flush()
    command = [sys.executable, "-P", "-m", "verify_mappings", *arguments]
    return subprocess.run(command, stdout=out).returncode


def _tell(text: str) -> None:
    say(f"verify-mappings add-release: {text}")
