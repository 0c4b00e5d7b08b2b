"""One use of the linter on one project: what is read, what is checked, what is mended."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lint_mappings import fixing
from lint_mappings.cache import Cache
from lint_mappings.engine import Report, run
from lint_mappings.errors import UsageError
from lint_mappings.kept import KeptReport, documents
from lint_mappings.rule import Rule
from lint_mappings.rules import all_rules
from lint_mappings.selection import MAPPINGS, document_of, left_out, wanted_files
from lint_mappings.sources import Sources, read_sources
from lint_mappings.summary import plural
from mapping_model.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Session:
    """The files of a project, the rules to apply, and the files to report on (None: all)."""

    sources: Sources
    rules: tuple[Rule, ...]
    wanted: frozenset[str] | None
    cache: Cache = field(default_factory=lambda: Cache(None))

    def report(self) -> Report:
        """What is wrong with the files, from the cache if nothing has changed."""
        if self.cache.directory is None:
            return self.check(self.sources)
        kept = KeptReport(self.cache, self.sources, self.rules, self.wanted)
        key = kept.key()
        report = kept.read(key)
        if report is None:
            report = self.check(self.sources)
            kept.write(key, report)
        return report

    def check(self, sources: Sources) -> Report:
        """Lint the files, or others in their place."""
        corpus = Corpus.of(sources.mappings, documents(sources, self.cache))
        return run(corpus, self.rules, self.wanted, sources.known_document)


def open_session(
    root: Path, rules: Sequence[Rule], paths: Sequence[str], stdin: str | None, cache: Cache
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
        if not (name == sources.known_name or name.endswith((".yaml", ".yml"))):
            return Session(sources, tuple(rules), frozenset(), cache), [left_out(stdin)]
        sources = sources.having(name, sys.stdin.buffer.read())
        return Session(sources, tuple(rules), frozenset({name}), cache), []
    wanted, remarks = wanted_files(paths, root, sources.names)
    names = None if wanted is None else frozenset(wanted)
    return Session(sources, tuple(rules), names, cache), remarks


def fix(session: Session) -> tuple[Sources, Report, str]:
    """Mend the files; return them as they are then, what is still wrong, and what was done.

    Raise UsageError if a file cannot be written; the others are.
    """
    mended = _mend(session)
    failed = fixing.write(session.sources, mended)
    if failed:
        raise UsageError("\n".join(failed))
    # Whatever has a fix and is still wrong was not mended since something else would be wrong then.
    report = replace(session.check(mended.sources), fixable=frozenset())
    done = f"{plural(mended.applied, 'problem')} mended in {plural(len(mended.changed), 'file')}."
    return mended.sources, report, done


def diff(session: Session) -> str:
    """What `fix` would change, as a unified diff; empty if nothing."""
    return fixing.diff(session.sources, _mend(session))


def _mend(session: Session) -> fixing.Mended:
    everything = replace(session, rules=tuple(all_rules().values()))
    return fixing.mend(session.sources, everything.check, {rule.CODE for rule in session.rules})
