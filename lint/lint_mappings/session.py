"""One use of the linter on one project: what is read, what is checked, what is mended."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lint_mappings import fixing
from lint_mappings.engine import Report, run
from lint_mappings.errors import UsageError
from lint_mappings.rule import Rule
from lint_mappings.selection import MAPPINGS, document_of, wanted_files
from lint_mappings.sources import Sources, read_sources
from mapping_model.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Session:
    """The files of a project, the rules to apply, and the files to report on (None: all)."""

    sources: Sources
    rules: tuple[Rule, ...]
    wanted: frozenset[str] | None

    def check(self, sources: Sources | None = None) -> Report:
        """Lint the files, or others in their place."""
        sources = sources or self.sources
        documents = (sources.document(name) for name in sources.files)
        corpus = Corpus.of(sources.mappings, documents)
        return run(corpus, self.rules, self.wanted, sources.known_document)


def open_session(
    root: Path, rules: Sequence[Rule], paths: Sequence[str], stdin: str | None
) -> tuple[Session, list[str]]:
    """A session, and remarks about what was named and is left out.

    `stdin` is the path whose text is on standard input. Raise UsageError for paths that make no
    sense.
    """
    sources = read_sources(root / MAPPINGS)
    if stdin is not None:
        if paths:
            raise UsageError("--stdin-filename names the one file to report on; give no PATH.")
        name = document_of(stdin, root)
        sources = sources.having(name, sys.stdin.buffer.read())
        return Session(sources, tuple(rules), frozenset({name})), []
    wanted, remarks = wanted_files(paths, root, sources.names)
    return Session(sources, tuple(rules), None if wanted is None else frozenset(wanted)), remarks


def fix(session: Session) -> tuple[Sources, Report]:
    """Mend the files; return them as they are then, and what is still wrong.

    Raise UsageError if a file cannot be written; the others are.
    """
    mended = fixing.mend(session.sources, session.check)
    failed = fixing.write(session.sources, mended)
    if failed:
        raise UsageError("\n".join(failed))
    return mended.sources, mended.report


def diff(session: Session) -> str:
    """What `fix` would change, as a unified diff; empty if nothing."""
    return fixing.diff(session.sources, fixing.mend(session.sources, session.check))
