"""What `--fix` and `--diff` do with a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lint_mappings.fixes import applying
from lint_mappings.fixes.applying import Fixed, apply_fixes, write
from lint_mappings.fixes.fix import Fix
from lint_mappings.rules import rule_codes
from lint_mappings.running.project import Project
from lint_mappings.running.report import Report
from lint_mappings.running.sources import Sources
from mapping_model.ending import UsageError
from mapping_model.problems import Problem


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
    everything = replace(project, codes=tuple(rule_codes()))

    def check(contents: Mapping[str, bytes]) -> dict[Problem, Fix | None]:
        report = everything.check(project.sources.having(contents))
        return {problem: report.fixes.get(problem) for problem in report.problems}

    return apply_fixes(project.sources.raw, check, set(project.codes))
