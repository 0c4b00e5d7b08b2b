"""Runs rules over a corpus."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from itertools import chain
from typing import Any

from lint_mappings.fixes.fix import Fix
from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule
from lint_mappings.running.report import Crash, Report
from lint_mappings.running.telling import in_order, repeated
from lint_mappings.subjects import (
    CorpusSubject,
    EntrySubject,
    FileSubject,
    Finding,
    GotchaSubject,
    KnownSubject,
    Subject,
)
from lint_mappings.subjects.facts import Facts
from mapping_model.corpus import Corpus
from mapping_model.problems import Problem
from mapping_model.processes import spread
from mapping_model.reading import Document

CRASH = "PM000"
# By what they are about.
_Rules = Mapping[type, list[Rule]]
_Makers = Mapping[str, Callable[[FileSubject], EntrySubject | GotchaSubject]]


def run(
    corpus: Corpus,
    rules: Iterable[Rule],
    wanted: Collection[str] | None = None,
    known: Document | None = None,
    brought: Collection[str] = (),
) -> Report:
    """Apply rules to a corpus and report on the files called `wanted`, by default on all.

    `known` is the list of problems to leave out. On files that are `brought` from elsewhere nothing
    is reported.
    """
    names = corpus.documents.keys() - brought if wanted is None else set(wanted)
    by_subject: dict[type, list[Rule]] = {}
    for rule in rules:
        by_subject.setdefault(rule.about, []).append(rule)
    facts = Facts(corpus)
    found = _Found(None if wanted is None and not brought else names)
    check = partial(_check_files, facts, by_subject, names, _makers(corpus))
    for part in spread(check, sorted(names & corpus.documents.keys())):
        found.add(part)
    found.check(by_subject, [CorpusSubject(facts, found.names)])
    left_out: list[Problem] = []
    if known is not None:
        if wanted is None:
            names.add(known.name)
        checked = {rule.code for rule in chain.from_iterable(by_subject.values())}
        subject = KnownSubject(known, corpus, all_rules(), checked, names)
        problems, left_out = subject.split(found.fixes)
        found.fixes = {problem: found.fixes[problem] for problem in problems}
        found.check(by_subject, [subject])
    for problem in list(repeated(found.fixes)):
        del found.fixes[problem]
    found.fixes.update((_as_problem(crash), None) for crash in found.crashes)
    fixes = {problem: fix for problem, fix in found.fixes.items() if fix is not None}
    problems = in_order(found.fixes, found.again)
    ran = chain.from_iterable(by_subject.values())
    codes = {problem.code for problem in problems}
    told = {rule.code: (rule.name, rule.severity) for rule in ran if rule.code in codes}
    fixable = frozenset(fixes)
    return Report(problems, len(names), found.crashes, fixes, len(left_out), fixable, told)


class _Found:
    """The problems of the files called `names` (None: of all), each with its fix, and the crashes.

    All of them are more than what is linted: records have problems, too.
    """

    def __init__(self, names: Collection[str] | None) -> None:
        self.names = names
        self.fixes: dict[Problem, Fix | None] = {}
        self.crashes: list[Crash] = []
        self.again: set[Problem] = set()

    def add(self, other: _Found) -> None:
        """Take over what was found elsewhere."""
        self.fixes.update(other.fixes)
        self.crashes += other.crashes
        self.again |= other.again

    def check(self, rules: _Rules, subjects: Iterable[Any]) -> None:
        """Apply to each subject the rules about such subjects."""
        for subject in subjects:
            for rule in rules.get(type(subject), ()):
                try:
                    for found in rule.check(subject):
                        self._note(rule, found)
                except Exception:
                    self.crashes.append(_crash(rule, subject))

    def _note(self, rule: Rule, found: Finding | Problem) -> None:
        if isinstance(found, Problem):
            problem, fix = found, None
        else:
            problem, fix = found.problem(rule.code), found.fix
            if found.again:
                self.again.add(problem)
        if self.names is None or problem.path in self.names:
            self.fixes[problem] = self.fixes.get(problem) or fix


def _makers(corpus: Corpus) -> _Makers:
    """What makes the subject of a file that can be read, by the name of the file."""
    entries = {d.name: partial(EntrySubject, entry=entry) for d, entry in corpus.entry_files}
    gotchas = {d.name: partial(GotchaSubject, gotcha=gotcha) for d, gotcha in corpus.gotcha_files}
    return {**entries, **gotchas}


def _check_files(
    facts: Facts, rules: _Rules, wanted: Collection[str], makers: _Makers, names: Iterable[str]
) -> _Found:
    """Apply rules to the files called `names`.

    What a file's subjects have computed is let go before the next file: for a corpus of thousands
    of entries, all nodes and syntax trees at once would take hundreds of megabytes.
    """
    found = _Found(wanted)
    for name in names:
        document = facts.corpus.whole(name)
        file = FileSubject(facts, document)
        subjects: list[Subject] = [file]
        if name in makers:
            subjects += makers[name](file).parts
        found.check(rules, subjects)
        document.forget_nodes()
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
