"""Single entries and gotchas, read when they are asked for: an answer needs few of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapping_model.categories import Text
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Gotcha, Limit
from mapping_model.naming import CASES, GLOSSARY, GOTCHAS, api_of, document_name, path_for
from mapping_model.problems import Problem
from mapping_model.reading import Document, read_document

_API = re.compile(r"torch(\.[A-Za-z_]\w*)+")


class Shelf:
    """What lies below `mappings`, file by file.

    With `read`, the data of files by name, which have the right shape, no file is opened.
    """

    def __init__(self, mappings: Path, read: Mapping[str, Any] | None = None) -> None:
        self._corpus = Corpus(mappings)
        self._data = read
        self._read: set[Path] = set()
        self._asked: set[str] = set()

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the files that have been read."""
        return self._corpus.problems

    def entry(self, api: str) -> Entry | None:
        """What is written of an API, though it be an alias; None where there is no entry."""
        if api not in self._asked and _API.fullmatch(api):
            self._asked.add(api)
            self._add(Path(path_for(api)))
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
        self._add(Path(GOTCHAS, f"{id_}.yaml"))
        return self._corpus.gotchas.get(id_)

    @property
    def glossary(self) -> dict[str, Text]:
        """What common parameters mean."""
        self._add(Path(GLOSSARY))
        return self._corpus.glossary

    @property
    def limits(self) -> dict[str, tuple[Limit, ...]]:
        """The limits that entries share."""
        self._add(Path(CASES))
        return self._corpus.limits

    def names(self) -> list[str]:
        """The APIs that have a file, sorted, without reading any."""
        files = self._corpus.root.glob("torch*/torch.*.yaml")
        return sorted(api_of(file.stem) for file in files)

    def _add(self, relative: Path) -> None:
        path = self._corpus.root / relative
        if path not in self._read:
            name = document_name(self._corpus.root, path)
            if self._data is None and path.is_file():
                self._corpus.add(read_document(path, name))
            elif self._data is not None and name in self._data:
                self._corpus.add(Document(name, data=self._data[name]), checked=True)
        self._read.add(path)
