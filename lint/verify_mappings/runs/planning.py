"""What a matrix run has to do: the results that are not known yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mapping_model.corpus import Corpus
from mapping_model.processors import Processor
from mapping_model.records import Record
from mapping_model.results import example_hash, mapping_hash
from verify_mappings.runs.cases import Case
from verify_mappings.runs.tasks import Task, Verified
from verify_mappings.runs.written import written


@dataclass(frozen=True, slots=True)
class Known:
    """What is recorded, as far as it is of this `torch` and of the corpus as it is.

    Of one kind of processors, if that is asked for.
    """

    records: Mapping[str, Record]
    torch: str
    corpus: Corpus
    processor: Processor | None = None

    def get(self, case: Case, release: str) -> Verified | None:
        """The current result of a case, which covers the unchanged torch code too."""
        result = self.records[case.name].get(case.key, {}).get(release)
        if result is not None and self.processor is not None:
            result = result.on(self.processor)
        if result is None or result.stamp.torch != self.torch:
            return None
        if result.mapping != self._mapping(case) or not result.is_of(example_hash(case.example)):
            return None
        return Verified(case, release, result)

    def _mapping(self, case: Case) -> str | None:
        """The hash of the mapping that a result of the case is of."""
        entry = self.corpus.entries.get(case.name)
        if entry is None or case.example.cannot_run:
            return case.source
        return mapping_hash(entry)


def plan(
    cases: Iterable[Case], releases: Sequence[str], corpus: Corpus, known: Known | None = None
) -> list[Task]:
    """For each case the releases without a known result; all of them where nothing is known."""
    tasks = []
    for case in cases:
        own = (release for release in releases if case.is_for(release))
        lacking = tuple(r for r in own if known is None or known.get(case, r) is None)
        if lacking:
            tasks.append(Task(case, lacking, written=written(case, lacking, corpus)))
    return tasks


def completed(
    cases: Sequence[Case], releases: Sequence[str], known: Known, verified: Iterable[Verified]
) -> list[Verified]:
    """A result for each case on each release, release by release: a new one, or the known one."""
    new = {(one.release, one.case.name, one.case.key): one for one in verified}
    found = []
    for release in releases:
        for case in cases:
            if not case.is_for(release):
                continue
            one = new.get((release, case.name, case.key)) or known.get(case, release)
            assert one is not None  # what is not known was run
            found.append(one)
    return found
