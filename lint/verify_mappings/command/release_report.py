"""The command `verify-mappings changes`: what a release has changed, as Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from mapping_model.categories import Text
from mapping_model.changes.releases import Changes, paddle_changes, torch_changes, what_is_known
from mapping_model.changes.telling import Kind, Point, Section, heading, sections
from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.probes import BrokenProbes, probe_path, read_probes
from mapping_model.records import BrokenRecord, read_results
from mapping_model.snapshots import load_snapshot, releases_of
from mapping_model.standings import state_of
from verify_mappings.command.commands import loaded
from verify_mappings.command.selection import MAPPINGS, find_root

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
    yield f"# {heading(found).get(language)}"
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
