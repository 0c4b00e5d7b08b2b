"""What `show` looks up: of all files only those that an answer needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from mapping_model.categories import Text
from mapping_model.entry import Entry, Limit
from mapping_model.probes import ProbeRecord, kept_probes
from mapping_model.records import kept_results
from mapping_model.shelf import Shelf
from mapping_model.snapshots import Snapshot, load_snapshot, torch_snapshot
from mapping_model.standings import state_of
from published.entry import PublishedEntry
from published.known import shared_limits


class Asked:
    """The entries of a shelf, read when asked for, and some releases, oldest first."""

    def __init__(self, shelf: Shelf, releases: Sequence[str]) -> None:
        self._shelf = shelf
        self.releases = {release: load_snapshot("paddle", release) for release in releases}
        self.resolve = shelf.source
        self.gotcha = shelf.gotcha

    @cached_property
    def torch(self) -> Snapshot:
        """The release of torch that entries are written for."""
        return torch_snapshot()

    @property
    def glossary(self) -> Mapping[str, Text]:
        """What common parameters mean."""
        return self._shelf.glossary

    @property
    def limits(self) -> Mapping[str, tuple[Limit, ...]]:
        """The limits that entries share."""
        return self._shelf.limits

    def probes_of(self, entry: Entry) -> ProbeRecord:
        """What probes have found of an entry."""
        return kept_probes(self._shelf.store, entry, lambda: shared_limits(self, entry))

    def entry(self, entry: Entry) -> PublishedEntry:
        """An entry with its results; raises BrokenRecord."""
        source = self._shelf.source(entry.torch)
        results = kept_results(self._shelf.store, [entry.alias_of or entry.torch])
        return PublishedEntry(state_of(entry, source, results, self.releases), self)
