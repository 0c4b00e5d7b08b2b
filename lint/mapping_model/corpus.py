"""The corpus: everything under `mappings/`, read once.

A file that cannot be read becomes problems; all others are still there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mapping_model.building import (
    build_cases,
    build_entry,
    build_form,
    build_glossary,
    build_gotcha,
)
from mapping_model.categories import Text
from mapping_model.entry import Entry, Gotcha, Limit
from mapping_model.forms.document import FORM_OF
from mapping_model.forms.written import WrittenForm
from mapping_model.naming import document_names, kind_of
from mapping_model.problems import Problem
from mapping_model.reading import Document, read_document
from mapping_model.shape import check_shape

if TYPE_CHECKING:
    from mapping_model.claims import Source


@dataclass(slots=True, eq=False)
class Corpus:
    """All entries by API name, all gotchas by id, the glossary, and what could not be read.

    `limits` are the shared ones, by name; `claims` those of public documents, by the document.

    `entry_files` and `gotcha_files` hold every readable file, also a second one for the same
    name; `entries` and `gotchas` hold the first of each. `root` is the `mappings` directory.
    `forms` are the files of entries that follow from another, by their names; those of which the
    other is not there are no entries. `written` has the files of the others, by API.
    """

    root: Path
    entries: dict[str, Entry] = field(default_factory=dict)
    gotchas: dict[str, Gotcha] = field(default_factory=dict)
    glossary: dict[str, Text] = field(default_factory=dict)
    glossary_file: Document | None = None
    limits: dict[str, tuple[Limit, ...]] = field(default_factory=dict)
    limits_file: Document | None = None
    claims: dict[str, Source] = field(default_factory=dict)
    claims_file: Document | None = None
    entry_files: list[tuple[Document, Entry]] = field(default_factory=list)
    gotcha_files: list[tuple[Document, Gotcha]] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    forms: dict[str, WrittenForm] = field(default_factory=dict)
    written: dict[str, Document] = field(default_factory=dict)
    _waiting: dict[str, list[WrittenForm]] = field(default_factory=dict)

    @classmethod
    def load(cls, root: Path) -> Corpus:
        """Read everything under `root`, the directory called `mappings`."""
        names = document_names(root)
        return cls.of(root, (read_document(root.parent / name, name) for name in names))

    @classmethod
    def of(cls, root: Path, documents: Iterable[Document]) -> Corpus:
        """The corpus of documents that have been read already, in the order of their paths."""
        corpus = cls(root)
        for document in documents:
            corpus.add(document)
        return corpus

    def resolve(self, api: str) -> Entry | None:
        """The entry of `api`, following an alias; None if there is none."""
        entry = self.entries.get(api)
        if entry is not None and entry.alias_of is not None:
            target = self.entries.get(entry.alias_of)
            return target if target is not None and target.alias_of is None else None
        return entry

    def whole(self, name: str) -> Document:
        """A file with all of its data, also what follows from another entry's."""
        form = self.forms.get(name)
        return self.documents[name] if form is None else form.document

    def add(self, document: Document, checked: bool = False) -> None:
        """Take in one more document; one that is `checked` is known to have the right shape."""
        self.documents[document.name] = document
        kind = kind_of(document.name)
        if document.data is not None:
            shape = [] if checked else check_shape(document, kind)
            document.problems += shape
            if not shape:
                self._build(document, kind)
        self.problems += document.problems

    def _build(self, document: Document, kind: str) -> None:
        if kind == "glossary":
            self.glossary = build_glossary(document.data)
            self.glossary_file = document
        elif kind == "cases":
            self.limits = build_cases(document.data)
            self.limits_file = document
        elif kind == "claims":
            # Few look at claims, and they load much.
            from mapping_model.claims import build_claims

            self.claims = build_claims(document.data)
            self.claims_file = document
        elif kind == "gotcha":
            gotcha = build_gotcha(document.data)
            self.gotcha_files.append((document, gotcha))
            self.gotchas.setdefault(gotcha.id, gotcha)
        elif FORM_OF in document.data:
            self.forms[document.name] = form = WrittenForm(document)
            if form.of in self.written:
                self._build_form(form)
            else:
                self._waiting.setdefault(form.of, []).append(form)
        else:
            entry = build_entry(document.data)
            self.written.setdefault(entry.torch, document)
            self._take(document, entry)
            for form in self._waiting.pop(entry.torch, ()):
                self._build_form(form)

    def _build_form(self, form: WrittenForm) -> None:
        form.base = self.written[form.of]
        gotchas = form.base.data.get("gotchas", ())
        self._take(form.written, build_form(form.written.data, gotchas, form.data))

    def _take(self, document: Document, entry: Entry) -> None:
        self.entry_files.append((document, entry))
        self.entries.setdefault(entry.torch, entry)
