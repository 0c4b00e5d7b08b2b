"""A project as one use of the linter sees it: what is read, and what is checked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lint_mappings.running.cached import KeptReport, documents
from lint_mappings.running.paths import document_of, left_out, wanted_files
from lint_mappings.running.report import Report
from lint_mappings.running.sources import Sources, read_sources
from mapping_model.cache import Cache
from mapping_model.ending import UsageError
from mapping_model.reading import MAX_BYTES, Document
from mapping_model.stores import MAPPINGS, Folder, Store, beneath_of, documents_of

if TYPE_CHECKING:
    from mapping_model.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Project:
    """The files of a project, the codes of its rules, and the files to report on (None: all).

    What the project lacks is `beneath`: its own entries may speak of it, and none is reported on.
    """

    sources: Sources
    codes: tuple[str, ...]
    wanted: frozenset[str] | None
    cache: Cache = field(default_factory=lambda: Cache(None))
    beneath: Store | None = None

    def report(self) -> Report:
        """What is wrong with the files, from the cache if nothing has changed."""
        if self.cache.directory is None:
            return self.check(self.sources)
        kept = KeptReport(self.cache, self.sources, self.codes, self.wanted, self.beneath)
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
        brought = self._brought(corpus)
        return run(corpus, rules, self.wanted, sources.known_document, brought)

    def _brought(self, corpus: Corpus) -> frozenset[str]:
        """Take in what the project lacks; return what these documents are called."""
        names = set()
        if self.beneath is None:
            return frozenset()
        found: Iterable[Document] = documents_of(self.beneath)
        if isinstance(self.beneath, Folder):  # of which some thousand files are to be parsed
            found = documents(read_sources(self.beneath.root), self.cache)
        for document in found:
            if document.name not in corpus.documents:
                corpus.add(document, checked=True)
                names.add(document.name)
        return frozenset(names)


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
    beneath = beneath_of(Folder(root / MAPPINGS))
    if stdin is not None:
        if paths:
            raise UsageError("--stdin-filename names the one file to report on; give no PATH.")
        name = document_of(stdin, root)
        if not (name == sources.known_name or name.endswith((".yaml", ".yml"))):
            return Project(sources, tuple(codes), frozenset(), cache, beneath), [left_out(stdin)]
        sources = sources.having({name: _standard_input()})
        return Project(sources, tuple(codes), frozenset({name}), cache, beneath), _said(
            sources, beneath
        )
    if not sources.files:
        raise UsageError(
            f"There is no YAML file in {root / MAPPINGS}. Name the root of the project with "
            "--root, or write a first entry with `lint-mappings new`."
        )
    wanted, remarks = wanted_files(paths, root, sources.names)
    names = None if wanted is None else frozenset(wanted)
    remarks += _said(sources, beneath)
    return Project(sources, tuple(codes), names, cache, beneath), remarks


def _said(sources: Sources, beneath: Store | None) -> list[str]:
    """From where a project has what it lacks."""
    if beneath is None:
        return []
    return [
        f"The glossary, the shared cases, gotchas and entries that {sources.mappings} lacks are "
        f"those of {beneath.told}."
    ]
