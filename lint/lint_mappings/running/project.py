"""A project as one use of the linter sees it: what is read, what is checked, what is fixed."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lint_mappings.fixes import applying
from lint_mappings.fixes.applying import Fixed, apply_fixes, write
from lint_mappings.fixes.fix import Fix
from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule
from lint_mappings.running.cache import Cache
from lint_mappings.running.cached import KeptReport, documents
from lint_mappings.running.engine import Report, run
from lint_mappings.running.paths import MAPPINGS, document_of, left_out, wanted_files
from lint_mappings.running.sources import Sources, read_sources
from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.problems import Problem


@dataclass(frozen=True, slots=True)
class Project:
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


def open_project(
    root: Path, rules: Sequence[Rule], paths: Sequence[str], stdin: str | None, cache: Cache
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
            return Project(sources, tuple(rules), frozenset(), cache), [left_out(stdin)]
        sources = sources.having({name: sys.stdin.buffer.read()})
        return Project(sources, tuple(rules), frozenset({name}), cache), []
    if not sources.files:
        raise UsageError(
            f"There is no YAML file in {root / MAPPINGS}. Name the root of the project with "
            "--root, or write a first entry with `lint-mappings new`."
        )
    wanted, remarks = wanted_files(paths, root, sources.names)
    names = None if wanted is None else frozenset(wanted)
    return Project(sources, tuple(rules), names, cache), remarks


def fix(project: Project) -> tuple[Sources, Report, Fixed]:
    """Fix the files; return them as they are then, what is still wrong, and what was done.

    Raise UsageError if a file cannot be written; the others are.
    """
    fixed = _fixed(project)
    failed = write(project.sources.mappings.parent, fixed)
    if failed:
        raise UsageError("\n".join(failed))
    sources = project.sources.having(fixed.changed)
    # Whatever has a fix and is still wrong was left since something else would be wrong then.
    return sources, replace(project.check(sources), fixable=frozenset()), fixed


def diff(project: Project) -> str:
    """What `fix` would change, as a unified diff; empty if nothing."""
    return applying.diff(_fixed(project))


def _fixed(project: Project) -> Fixed:
    everything = replace(project, rules=tuple(all_rules().values()))

    def check(contents: Mapping[str, bytes]) -> dict[Problem, Fix | None]:
        report = everything.check(project.sources.having(contents))
        return {problem: report.fixes.get(problem) for problem in report.problems}

    codes = {rule.code for rule in project.rules}
    return apply_fixes(project.sources.raw, check, codes)
