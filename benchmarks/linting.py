"""Linting one file of a corpus with other text, many times over, as fast as can be."""

from __future__ import annotations

import copy
from typing import Any

import yaml

from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule
from lint_mappings.subjects import EntrySubject, FileSubject, Finding, GotchaSubject, Subject
from lint_mappings.subjects.facts import Facts
from mapping_model.building import build_entry, build_gotcha
from mapping_model.corpus import Corpus
from mapping_model.problems import Problem
from mapping_model.reading import Document, read_text
from mapping_model.shape import check_shape

_STALE = "PM8"


class _Dumper(yaml.CSafeDumper):
    """Writes what stands twice twice, as the format has no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dump(data: Any, flow: bool | None = False, width: int = 80) -> str:
    """The YAML of an entry's data; `flow` as PyYAML's `default_flow_style`."""
    return yaml.dump(
        data,
        Dumper=_Dumper,
        allow_unicode=True,
        sort_keys=False,
        default_flow_style=flow,
        width=width,
    )


class Linter:
    """All rules that judge single files, over one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        rules = [rule for rule in all_rules().values() if not rule.code.startswith(_STALE)]
        self._rules: dict[type, list[Rule]] = {}
        for rule in rules:
            self._rules.setdefault(rule.about, []).append(rule)

    def problems(self, name: str, text: str) -> set[tuple[str, str]]:
        """Code and message of everything wrong with the file `name` if it had this text."""
        return {(problem.code, problem.message) for problem in self.lint(name, text.encode())}

    def lint(self, name: str, raw: bytes) -> list[Problem]:
        """The problems of the file `name` if it had these bytes; a rule that crashes raises."""
        kind = "gotcha" if "/gotchas/" in name else "entry"
        document = read_text(raw, name)
        shape = check_shape(document, kind) if document.data is not None else []
        document.problems += shape
        corpus = copy.copy(self.corpus)
        corpus.documents = {**corpus.documents, name: document}
        corpus.forms = {key: form for key, form in corpus.forms.items() if key != name}
        facts = Facts(corpus)
        found: list[Problem] = []
        for subject in _subjects(facts, document, kind):
            for rule in self._rules.get(type(subject), ()):
                for item in rule.check(subject):
                    found.append(item.problem(rule.code) if isinstance(item, Finding) else item)
        return found


def _subjects(facts: Facts, document: Document, kind: str) -> list[Subject]:
    """The subjects of one file; no rules apply that need all files."""
    file = FileSubject(facts, document)
    if document.problems or document.data is None:
        return [file]
    if kind == "gotcha":
        return [file, *GotchaSubject(file, build_gotcha(document.data)).parts]
    entry = build_entry(document.data)
    facts.corpus.entries = {**facts.corpus.entries, entry.torch: entry}
    return [file, *EntrySubject(file, entry).parts]
