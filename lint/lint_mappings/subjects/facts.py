"""What rules may ask beyond their subject: the corpus and both libraries."""

from __future__ import annotations

from functools import cache, cached_property

from lint_mappings.subjects.known_names import KnownNames
from lint_mappings.subjects.lookup import Library
from mapping_model.corpus import Corpus
from mapping_model.naming import PROBES, file_of
from mapping_model.records import BrokenRecord, Record, read_record, record_files, record_path
from mapping_model.snapshots import (
    Snapshot,
    paddle_releases,
    paddle_snapshot,
    torch_snapshot,
)


@cache
def _library(side: str) -> Library:
    """The newest release of a side; what it has looked up holds whatever the corpus."""
    return Library(torch_snapshot() if side == "torch" else paddle_snapshot())


@cache
def _names() -> KnownNames:
    return KnownNames(_library("torch"), _library("paddle"), paddle_releases())


class Facts:
    """The corpus and, read when first needed, the snapshots of both libraries."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._records: dict[str, Record | BrokenRecord] = {}

    @property
    def torch(self) -> Library:
        """The torch release that mappings are written for."""
        return _library("torch")

    @property
    def paddle(self) -> Library:
        """The newest supported Paddle release."""
        return _library("paddle")

    @cached_property
    def releases(self) -> dict[str, Snapshot]:
        """All supported Paddle releases, oldest first."""
        return paddle_releases()

    @property
    def names(self) -> KnownNames:
        """All names that texts may speak of."""
        return _names()

    @cached_property
    def has_records(self) -> bool:
        """Whether results are recorded at all."""
        return any(record_files(self.corpus.root))

    @cached_property
    def has_probes(self) -> bool:
        """Whether probes are recorded at all."""
        return (self.corpus.root / PROBES).is_dir()

    def results(self, name: str) -> Record | BrokenRecord:
        """What is recorded of an entry, `gotcha:<id>` or `limits:<api>`, on all Paddle releases."""
        if name not in self._records:
            try:
                path = record_path(self.corpus.root, name)
                self._records[name] = read_record(path)
            except BrokenRecord as error:
                self._records[name] = error
        return self._records[name]

    def library(self, side: str) -> Library:
        """The library of a side, "torch" or "paddle"."""
        return _library(side)

    def aliases(self, api: str) -> list[str]:
        """The APIs whose entries say that they are other names of `api`."""
        return self._aliases.get(api, [])

    @cached_property
    def _aliases(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, entry in self.corpus.entries.items():
            if entry.alias_of is not None:
                found.setdefault(entry.alias_of, []).append(name)
        return found

    def same_path(self, api: str) -> str | None:
        """Another API whose entry has the same path where case is ignored, None if none has."""
        return next((name for name in self._by_path[_folded(api)] if name != api), None)

    @cached_property
    def _by_path(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for api in self.corpus.entries:
            found.setdefault(_folded(api), []).append(api)
        return found


@cache
def _folded(api: str) -> str:
    return file_of(api).casefold()
