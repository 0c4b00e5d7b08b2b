"""The commands for releases: `changes`, what one has changed, and `add-release`, all it takes."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from mapping_model.categories import Text
from mapping_model.changes.releases import Changes, paddle_changes, torch_changes, what_is_known
from mapping_model.changes.telling import Kind, Point, Section, heading, sections
from mapping_model.corpus import Corpus
from mapping_model.ending import CLEAN, PROBLEMS, UsageError, say
from mapping_model.files import read_ordinary, write_atomically
from mapping_model.probes import BrokenProbes, current_probes, probe_path, read_probes
from mapping_model.records import BrokenRecord, read_results
from mapping_model.snapshots import DIRECTORY, load_snapshot, releases_of
from mapping_model.standings import state_of
from verify_mappings.command.environments import DISTRIBUTIONS, environment_of
from verify_mappings.command.report import errors
from verify_mappings.command.selection import MAPPINGS, find_root, loaded
from verify_mappings.snapshot import SnapshotError, make_snapshot

_CHANGE, _NUMBER = Text("change", "变化"), Text("number", "数量")
_OTHERS = Text("of no entry", "与条目无关")
_NOTHING = Text("Nothing that is known of it is different.", "已知内容没有变化。")
_COMMA, _COLON = Text(", ", "、"), Text(": ", "：")


def changes(options: argparse.Namespace) -> int:
    """`verify-mappings changes`."""
    root = find_root(options.root)
    library = "torch" if options.torch else "paddle"
    older, newer = _pair(library, options.releases)
    corpus = loaded(root)
    if options.torch:
        before, after = (load_snapshot(library, release) for release in (older, newer))
        found = torch_changes(before, after, corpus.entries)
    else:
        found = _of_paddle(corpus, root / MAPPINGS, older, newer)
    print("\n".join(report(found, options.language)))
    return 0


def _pair(library: str, given: Sequence[str]) -> tuple[str, str]:
    """The release that is meant, or the newest, and the one it is compared with."""
    known = releases_of(library)
    if unknown := [release for release in given if release not in known]:
        told = (
            f"There is no snapshot of {library} {', '.join(unknown)}, only of {', '.join(known)}."
        )
        raise UsageError(told)
    if len(given) == 2:
        return given[0], given[1]
    newer = given[0] if given else known[-1]
    place = known.index(newer)
    if place == 0:
        raise UsageError(f"There is no snapshot of a {library} before {newer} to compare it with.")
    return known[place - 1], newer


def _of_paddle(corpus: Corpus, mappings: Path, older: str, newer: str) -> Changes:
    releases = {release: load_snapshot("paddle", release) for release in (older, newer)}
    try:
        results = read_results(mappings)
        probes = {name: read_probes(probe_path(mappings, name)) for name in corpus.entries}
    except (BrokenRecord, BrokenProbes) as error:
        raise UsageError(f"{error}. Restore it with git.") from error
    states = {
        name: state_of(entry, corpus.resolve(name), results, releases)
        for name, entry in sorted(corpus.entries.items())
    }
    known = what_is_known(states, corpus.gotchas, corpus.limits, results, releases, probes)
    return paddle_changes(releases[older], releases[newer], known)


def report(found: Changes, language: str) -> Iterator[str]:
    """The lines: a table of numbers, then the changes of each sort."""
    told = sections(found)
    yield f"# {heading(found.library, found.older, found.newer).get(language)}"
    yield f"\n{found.older} → {found.newer}\n"
    if not told:
        yield _NOTHING.get(language)
        return
    yield f"| {_CHANGE.get(language)} | {_NUMBER.get(language)} |\n|---|---:|"
    yield from (f"| {section.title.get(language)} | {section.number} |" for section in told)
    for section in told:
        yield from _section(section, language)


def _section(section: Section, language: str) -> Iterator[str]:
    yield f"\n## {section.title.get(language)}\n"
    yield from (_point(point, language) for point in section.points)
    if section.others:
        names = " ".join(f"`{name}`" for name in section.others)
        head = f"{len(section.others)} {_OTHERS.get(language)}"
        yield f"\n<details><summary>{head}</summary>\n\n{names}\n\n</details>"


def _point(point: Point, language: str) -> str:
    name = point.name if point.kind is Kind.GOTCHA else f"`{point.name}`"
    concerned = _COMMA.get(language).join(f"`{entry}`" for entry in point.entries)
    about = f" ({concerned})" if concerned else ""
    text = f"{_COLON.get(language)}{point.text.get(language)}" if point.text else ""
    return f"- {name}{about}{text}"


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
