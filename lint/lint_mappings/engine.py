"""Runs rules over a corpus."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lint_mappings.context import Context
from lint_mappings.rule import Rule
from lint_mappings.subjects import (
    CorpusSubject,
    EntrySubject,
    ExampleSubject,
    FileSubject,
    GotchaSubject,
)
from mapping_model.corpus import Corpus
from mapping_model.problems import Problem

CRASH = "PM000"


@dataclass(frozen=True, slots=True)
class Crash:
    """A rule that raised instead of checking: our own bug."""

    code: str
    name: str
    path: str
    traceback: str


@dataclass(slots=True)
class Report:
    """What a run has found, sorted by place; `files` is the number of files reported on."""

    problems: list[Problem]
    files: int
    crashes: list[Crash] = field(default_factory=list)


def run(corpus: Corpus, rules: Iterable[Rule], wanted: Collection[str] | None = None) -> Report:
    """Apply rules to a corpus and report on the files called `wanted`, by default on all."""
    names = set(corpus.documents) if wanted is None else set(wanted)
    subjects = _subjects(corpus, names)
    problems: set[Problem] = set()
    crashes: list[Crash] = []
    for rule in rules:
        for subject in subjects[rule.SCOPE]:
            try:
                for found in rule.check(subject):
                    problem = found if isinstance(found, Problem) else found.problem(rule.CODE)
                    if problem.path in names:
                        problems.add(problem)
            except Exception:
                crashes.append(_crash(rule, subject))
    problems.update(_as_problem(crash) for crash in crashes)
    return Report(sorted(problems), len(names), crashes)


def _subjects(corpus: Corpus, names: set[str]) -> dict[str, list[Any]]:
    """The subjects of every scope; those of single files only for the files wanted."""
    context = Context(corpus)
    all_entries = [EntrySubject(context, *found) for found in corpus.entry_files]
    entries = [entry for entry in all_entries if entry.document.name in names]
    gotchas = [
        GotchaSubject(context, *found) for found in corpus.gotcha_files if found[0].name in names
    ]
    documents = [corpus.documents[name] for name in sorted(names & corpus.documents.keys())]
    return {
        "file": [FileSubject(context, document) for document in documents],
        "entry": entries,
        "variant": [variant for entry in entries for variant in entry.variants],
        "example": list(_examples(entries, gotchas)),
        "gotcha": gotchas,
        "corpus": [CorpusSubject(context, all_entries)],
    }


def _examples(
    entries: list[EntrySubject], gotchas: list[GotchaSubject]
) -> Iterator[ExampleSubject]:
    for entry in entries:
        for variant in entry.variants:
            yield from variant.examples
    for gotcha in gotchas:
        yield from gotcha.examples


def _crash(rule: Rule, subject: Any) -> Crash:
    document = getattr(subject, "document", None)
    path = document.name if document is not None else subject.corpus.root.name
    return Crash(rule.CODE, rule.NAME, path, traceback.format_exc())


def _as_problem(crash: Crash) -> Problem:
    said = crash.traceback.strip().splitlines()[-1]
    message = f"The rule {crash.code} ({crash.name}) crashed: {said}"
    hint = "This is a bug of the linter, not of the file; please report the block printed below."
    return Problem(crash.path, 1, 1, CRASH, message, hint)
