"""Runs rules over a corpus."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any

from lint_mappings.fixes.fix import Fix
from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule
from lint_mappings.running.processes import spread
from lint_mappings.subjects import (
    CorpusSubject,
    EntrySubject,
    FileSubject,
    GotchaSubject,
    KnownSubject,
    Subject,
)
from lint_mappings.subjects.facts import Facts
from mapping_model.corpus import Corpus
from mapping_model.problems import Problem
from mapping_model.reading import Document

CRASH = "PM000"
# As problems compare by themselves, but once for each and not for each comparison.
_IN_ORDER = attrgetter("path", "line", "column", "code", "message", "hint")


@dataclass(frozen=True, slots=True)
class Crash:
    """A rule that raised instead of checking: our own bug."""

    code: str
    name: str
    path: str
    traceback: str


@dataclass(slots=True)
class Report:
    """What a run has found, sorted by place; `files` is the number of files reported on.

    `known` is how many problems were left out since the project knows them. `fixes` are there in
    a run that was made, not in one that was kept; `fixable` are the problems that have one.
    """

    problems: list[Problem]
    files: int
    crashes: list[Crash] = field(default_factory=list)
    fixes: dict[Problem, Fix] = field(default_factory=dict)
    known: int = 0
    fixable: frozenset[Problem] = frozenset()


def run(
    corpus: Corpus,
    rules: Iterable[Rule],
    wanted: Collection[str] | None = None,
    known: Document | None = None,
) -> Report:
    """Apply rules to a corpus and report on the files called `wanted`, by default on all.

    `known` is the list of problems to leave out.
    """
    names = set(corpus.documents) if wanted is None else set(wanted)
    rules = list(rules)
    facts = Facts(corpus)
    found = _Found(names)
    check = partial(_check_files, facts, rules, names)
    for part in spread(check, sorted(names & corpus.documents.keys())):
        found.add(part)
    everything = [EntrySubject(facts, *pair) for pair in corpus.entry_files]
    found.check_all(rules, [CorpusSubject(facts, everything)])
    left_out: list[Problem] = []
    if known is not None:
        if wanted is None:
            names.add(known.name)
        codes = {rule.code for rule in rules}
        subject = KnownSubject(known, corpus, all_rules(), codes, names)
        problems, left_out = subject.split(found.fixes)
        found.fixes = {problem: found.fixes[problem] for problem in problems}
        found.check_all(rules, [subject])
    found.fixes.update((_as_problem(crash), None) for crash in found.crashes)
    fixes = {problem: fix for problem, fix in found.fixes.items() if fix is not None}
    problems = sorted(found.fixes, key=_IN_ORDER)
    return Report(problems, len(names), found.crashes, fixes, len(left_out), frozenset(fixes))


class _Found:
    """The problems of the files called `names`, each with its fix, and the crashes."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = names
        self.fixes: dict[Problem, Fix | None] = {}
        self.crashes: list[Crash] = []

    def add(self, other: _Found) -> None:
        """Take over what was found elsewhere."""
        self.fixes.update(other.fixes)
        self.crashes += other.crashes

    def check_all(self, rules: Iterable[Rule], subjects: Iterable[Any]) -> None:
        """Apply every rule to the subjects of its scope."""
        of_kind: dict[str, list[Any]] = {}
        for subject in subjects:
            of_kind.setdefault(type(subject).__name__, []).append(subject)
        for rule in rules:
            self._check(rule, of_kind.get(rule.scope, ()))

    def _check(self, rule: Rule, subjects: Iterable[Any]) -> None:
        for subject in subjects:
            try:
                for found in rule.check(subject):
                    if isinstance(found, Problem):
                        problem, fix = found, None
                    else:
                        problem, fix = found.problem(rule.code), found.fix
                    if problem.path in self.names:
                        self.fixes[problem] = self.fixes.get(problem) or fix
            except Exception:
                self.crashes.append(_crash(rule, subject))


def _check_files(
    facts: Facts, rules: Iterable[Rule], wanted: Collection[str], names: Iterable[str]
) -> _Found:
    """Apply rules to the files called `names`.

    What a file's subjects have computed is let go before the next file: for a corpus of thousands
    of entries, all nodes and syntax trees at once would take hundreds of megabytes.
    """
    corpus, found = facts.corpus, _Found(wanted)
    entries = {document.name: (document, entry) for document, entry in corpus.entry_files}
    gotchas = {document.name: (document, gotcha) for document, gotcha in corpus.gotcha_files}
    for name in names:
        subjects: list[Subject] = [FileSubject(facts, corpus.documents[name])]
        if name in entries:
            subjects += EntrySubject(facts, *entries[name]).parts
        elif name in gotchas:
            subjects += GotchaSubject(facts, *gotchas[name]).parts
        found.check_all(rules, subjects)
        corpus.documents[name].forget_nodes()
        for subject in subjects:  # they know one another, so that they would wait for the collector
            vars(subject).clear()
    return found


def _crash(rule: Rule, subject: Any) -> Crash:
    document = getattr(subject, "document", None)
    path = document.name if document is not None else subject.corpus.root.name
    return Crash(rule.code, rule.name, path, traceback.format_exc())


def _as_problem(crash: Crash) -> Problem:
    said = crash.traceback.strip().splitlines()[-1]
    message = f"The rule {crash.code} ({crash.name}) crashed: {said}"
    hint = "This is a bug of the linter, not of the file; please report the block printed below."
    return Problem(crash.path, 1, 1, CRASH, message, hint)
