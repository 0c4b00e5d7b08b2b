"""Single entries and gotchas, read when they are asked for: an answer needs few of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapping_model.categories import Text
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Gotcha, Limit
from mapping_model.naming import CASES, GLOSSARY, GOTCHAS, file_of
from mapping_model.problems import Problem
from mapping_model.stores import Folder, Given, Store

_API = re.compile(r"torch(\.[A-Za-z_]\w*)+")


class Shelf:
    """What lies below `mappings`, file by file.

    With `read`, the data of files by name, which have the right shape, no file is opened.
    """

    def __init__(self, mappings: Path | Store, read: Mapping[str, Any] | None = None) -> None:
        if isinstance(mappings, Path):
            mappings = Folder(mappings) if read is None else Given(mappings, read)
        self.store: Store = mappings
        self._corpus = Corpus(self.store.root)
        self._read: set[str] = set()
        self._asked: set[str] = set()

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the files that have been read."""
        return self._corpus.problems

    def entry(self, api: str) -> Entry | None:
        """What is written of an API, though it be an alias; None where there is no entry."""
        if api not in self._asked and _API.fullmatch(api):
            self._asked.add(api)
            self._add(file_of(api))
            for form in list(self._corpus.forms.values()):
                if form.of not in self._asked:
                    self.entry(form.of)
        return self._corpus.entries.get(api)

    def source(self, api: str) -> Entry | None:
        """The entry that says how an API is ported, aliases resolved; None where there is none."""
        entry = self.entry(api)
        if entry is not None and entry.alias_of is not None:
            self.entry(entry.alias_of)
        return self._corpus.resolve(api)

    def gotcha(self, id_: str) -> Gotcha | None:
        """A gotcha by its id."""
        self._add(f"{GOTCHAS}/{id_}.yaml")
        return self._corpus.gotchas.get(id_)

    @property
    def glossary(self) -> dict[str, Text]:
        """What common parameters mean."""
        self._add(GLOSSARY)
        return self._corpus.glossary

    @property
    def limits(self) -> dict[str, tuple[Limit, ...]]:
        """The limits that entries share."""
        self._add(CASES)
        return self._corpus.limits

    def names(self) -> list[str]:
        """The APIs that have a file, sorted, without reading any."""
        return self.store.names()

    def gotchas(self) -> list[str]:
        """The ids of the gotchas, sorted, without reading any."""
        return self.store.gotchas()

    def _add(self, relative: str) -> None:
        if relative not in self._read:
            found = self.store.document(relative)
            if found is not None:
                self._corpus.add(*found)
        self._read.add(relative)
