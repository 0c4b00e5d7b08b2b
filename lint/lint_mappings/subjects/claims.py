"""A claim of a public document as rules look at it: its place, and what runs have shown of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.subject import Subject
from mapping_model.claims import Claim, shown_on
from mapping_model.entry import Entry, Gotcha
from mapping_model.reading import Document, Path_
from mapping_model.records import GOTCHA, BrokenRecord
from mapping_model.results import Results
from mapping_model.standings import executions_of


class ClaimSubject(Subject):
    """One claim of `mappings/claims.yaml`."""

    def __init__(self, facts: Facts, document: Document, path: Path_, claim: Claim) -> None:
        super().__init__(facts, document, path)
        self.claim = claim

    @cached_property
    def settled_by(self) -> Entry | Gotcha | None:
        """The gotcha or the entry that settles it; None for a page, or where it does not exist."""
        corpus = self.facts.corpus
        if self.claim.gotcha is not None:
            return corpus.gotchas.get(self.claim.gotcha)
        return corpus.resolve(self.claim.entry) if self.claim.entry is not None else None

    @cached_property
    def examples(self) -> list[str]:
        """The keys of the examples that it may name."""
        return [] if self.settled_by is None else [key for key, _ in self.settled_by.examples()]

    def shown(self) -> dict[str, bool | None]:
        """By release, oldest first, whether runs show it; nothing where it names what is not."""
        if not {*self.claim.shown, *self.claim.refuted} <= {*self.examples}:
            return {}
        source = self.settled_by
        executions = {} if source is None else executions_of("", source, self._results(source))
        releases = self.facts.releases.items()
        return {name: shown_on(self.claim, name, executions, names) for name, names in releases}

    def _results(self, source: Entry | Gotcha) -> tuple[Results, ...]:
        name = f"{GOTCHA}{source.id}" if isinstance(source, Gotcha) else source.torch
        record = self.facts.results(name)
        if isinstance(record, BrokenRecord):
            return ()
        by_release = {
            release: {key: found[release] for key, found in record.items() if release in found}
            for release in self.facts.releases
        }
        return tuple(Results(release, {"": found}) for release, found in by_release.items())


def claims(facts: Facts) -> Iterator[ClaimSubject]:
    """All claims, in the order of the file."""
    document = facts.corpus.claims_file
    if document is not None:
        for source in facts.corpus.claims.values():
            for index, claim in enumerate(source.claims):
                yield ClaimSubject(facts, document, (source.id, "claims", index), claim)
