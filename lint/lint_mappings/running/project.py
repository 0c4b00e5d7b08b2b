"""A project as one use of the linter sees it: what is read, and what is checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lint_mappings.running.cached import KeptReport, documents
from lint_mappings.running.paths import MAPPINGS, document_of, left_out, wanted_files
from lint_mappings.running.report import Report
from lint_mappings.running.sources import Sources, read_sources
from mapping_model.cache import Cache
from mapping_model.ending import UsageError
from mapping_model.reading import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Project:
    """The files of a project, the codes of its rules, and the files to report on (None: all)."""

    sources: Sources
    codes: tuple[str, ...]
    wanted: frozenset[str] | None
    cache: Cache = field(default_factory=lambda: Cache(None))

    def report(self) -> Report:
        """What is wrong with the files, from the cache if nothing has changed."""
        if self.cache.directory is None:
            return self.check(self.sources)
        kept = KeptReport(self.cache, self.sources, self.codes, self.wanted)
        key = kept.key()
        report = kept.read(key)
        if report is None:
            report = self.check(self.sources)
            kept.write(key, report)
        return report

    def check(self, sources: Sources) -> Report:
        """Lint the files, or others in their place."""
        # All of this costs more than what is done where nothing has changed.
        from lint_mappings.rules import all_rules
        from lint_mappings.running.engine import run
        from mapping_model.corpus import Corpus

        corpus = Corpus.of(sources.mappings, documents(sources, self.cache))
        rules = [all_rules()[code] for code in self.codes]
        return run(corpus, rules, self.wanted, sources.known_document)


def _standard_input() -> bytes:
    """What is on standard input; of what is too large for a file, so much that this is told."""
    if sys.stdin is None:
        raise UsageError("--stdin-filename reads standard input, which is closed.")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"Standard input cannot be read: {error.strerror}.") from error


def open_project(
    root: Path, codes: Sequence[str], paths: Sequence[str], stdin: str | None, cache: Cache
) -> tuple[Project, list[str]]:
    """A project, and remarks about what was named and is left out.

    `stdin` is the path whose text is on standard input. Raise UsageError for paths that make no
    sense.
    """
    sources = read_sources(root / MAPPINGS)
    if stdin is not None:
        if paths:
            raise UsageError("--stdin-filename names the one file to report on; give no PATH.")
        name = document_of(stdin, root)
        if not (name == sources.known_name or name.endswith((".yaml", ".yml"))):
            return Project(sources, tuple(codes), frozenset(), cache), [left_out(stdin)]
        sources = sources.having({name: _standard_input()})
        return Project(sources, tuple(codes), frozenset({name}), cache), []
    if not sources.files:
        raise UsageError(
            f"There is no YAML file in {root / MAPPINGS}. Name the root of the project with "
            "--root, or write a first entry with `lint-mappings new`."
        )
    wanted, remarks = wanted_files(paths, root, sources.names)
    names = None if wanted is None else frozenset(wanted)
    return Project(sources, tuple(codes), names, cache), remarks
