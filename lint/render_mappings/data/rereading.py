"""Reads all data for a preview, and after a change just what has changed.

Reading everything takes seconds, and so does finding out what is published of all entries: what is
known of those that a change does not concern is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

from mapping_model.corpus import Corpus
from mapping_model.naming import document_names
from mapping_model.probes import ProbeRecord, current_of, probe_path, read_probes
from mapping_model.reading import Document, read_document
from mapping_model.records import (
    GOTCHA,
    SAMPLES_OF,
    Record,
    as_results,
    placed_records,
    read_record,
)
from render_mappings.data.reference import Reference, reference_of, sound

_T = TypeVar("_T")


class Rereader:
    """The data below `mappings`, as often as it is asked for."""

    def __init__(self, mappings: Path) -> None:
        self._mappings = mappings
        self._documents = _Kept(self._document)
        self._records, self._probes = _Kept(read_record), _Kept(read_probes)
        self._last: _Read | None = None
        self._reference: Reference | None = None

    def reference(self) -> Reference:
        """The data as it is now; raises what `load_reference` does.

        It is the same object, renewed, as long as what all entries share is not changed.
        """
        last, read = self._last, self._read()
        if self._reference is None or last is None or last.shared != read.shared:
            probes = {name: read.current(name) for name in read.corpus.entries}
            results = as_results(read.records.items())
            self._reference = reference_of(self._mappings, read.corpus, results, probes)
        elif changed := {*read.other_than(last)}:
            self._renew(self._reference, read, changed)
        self._last = read
        return self._reference

    def _renew(self, reference: Reference, read: _Read, changed: set[str]) -> None:
        probes = {
            name: read.current(name) if name in changed else reference.probes[name]
            for name in read.corpus.entries
        }
        reference.renew(read.corpus, as_results(read.records.items()), probes, changed)

    def _read(self) -> _Read:
        """Everything, of which what is as it was is the same object as before."""
        mappings, last = self._mappings, self._last
        corpus = Corpus(mappings)
        for name in document_names(mappings):
            document = self._documents(mappings.parent / name)
            known = last is not None and last.corpus.documents.get(name) is document
            corpus.add(document, checked=known)
        for document in corpus.documents.values():
            if document.problems:  # else they were found again, and told twice
                self._documents.forget(mappings.parent / document.name)
        sound(corpus)
        files = placed_records(mappings)
        records = {n: self._records(path) for n, path in files if not n.startswith(SAMPLES_OF)}
        probes = {name: self._probes(probe_path(mappings, name)) for name in corpus.entries}
        read = _Read(corpus, records, probes)
        if last is not None and last.shared == read.shared:
            same = (name for name, files in read.files.items() if files == last.files.get(name))
            corpus.entries |= {name: last.corpus.entries[name] for name in same}
        return read

    def _document(self, path: Path) -> Document:
        return read_document(path, path.relative_to(self._mappings.parent).as_posix())


class _Kept(Generic[_T]):
    """What was read of each file, for as long as it is the same file."""

    def __init__(self, read: Callable[[Path], _T]) -> None:
        self._read = read
        self._kept: dict[Path, tuple[tuple[int, ...], _T]] = {}

    def __call__(self, path: Path) -> _T:
        stamp = _stamp(path)
        found = self._kept.get(path)
        if found is None or found[0] != stamp:
            found = self._kept[path] = (stamp, self._read(path))
        return found[1]

    def forget(self, path: Path) -> None:
        """Read it again when it is asked for again."""
        del self._kept[path]


def _stamp(path: Path) -> tuple[int, ...]:
    """What changes when a file is written; nothing of one that is not there."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


class _Read:
    """What was read at one time."""

    def __init__(
        self, corpus: Corpus, records: dict[str, Record], probes: dict[str, ProbeRecord]
    ) -> None:
        self.corpus, self.records, self._probes = corpus, records, probes
        # The places of the files that all entries share, and of those of each entry.
        self.shared = [
            id(file) for file in (corpus.glossary_file, corpus.limits_file, corpus.claims_file)
        ]
        self.files = dict(self._files())

    def _files(self) -> Iterator[tuple[str, list[int]]]:
        """The files that each entry is made from, known by the objects that they were read as."""
        corpus = self.corpus
        for document, entry in reversed(corpus.entry_files):  # of two for one name, the first
            form = corpus.forms.get(document.name)
            yield entry.torch, [id(document), id(form and form.base)]

    def current(self, name: str) -> ProbeRecord:
        """What probes have found of an entry as it is."""
        return current_of(self._probes[name], self.corpus.entries[name], self.corpus.limits)

    def other_than(self, last: _Read) -> Iterator[str]:
        """The entries of which anything is not as it was, and those that are no more."""
        ours, theirs = dict(self._gotchas()), dict(last._gotchas())
        gotchas = {id_ for id_, _ in ours.items() ^ theirs.items()}
        for name in self.files.keys() | last.files.keys():
            entry = self.corpus.entries.get(name)
            same = entry is not None and self._all(name) == last._all(name)
            if not same or (entry and not gotchas.isdisjoint(entry.gotchas)):
                yield name

    def _gotchas(self) -> Iterator[tuple[str, tuple[int, int]]]:
        for document, gotcha in reversed(self.corpus.gotcha_files):
            yield gotcha.id, (id(document), id(self.records.get(f"{GOTCHA}{gotcha.id}")))

    def _all(self, name: str) -> tuple[int, ...]:
        found = (self.corpus.entries, self.records, self._probes)
        return tuple(id(of.get(name)) for of in found)
