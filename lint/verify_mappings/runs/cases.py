"""The examples of the corpus, under the names they have in results."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example, Gotcha
from mapping_model.limits.examples import EntryLimits, departure_of
from mapping_model.outcomes import Departure
from mapping_model.records import GOTCHA, LIMITS_OF
from mapping_model.results import Result
from mapping_model.snapshots import paddle_releases


@dataclass(frozen=True, slots=True)
class Case:
    """One example, under the names it has in records.

    One of a limit is for some `releases`, others are for all. It says how Paddle departs there;
    `departs` is None where it must not. `source` is the hash of what its code is written from.
    """

    name: str
    key: str
    example: Example
    releases: tuple[str, ...] | None = None
    departs: Departure | None = None
    source: str | None = None

    @property
    def of_limit(self) -> bool:
        """Whether it shows a limit, which says on each release what is so."""
        return self.name.startswith(LIMITS_OF)

    def is_for(self, release: str) -> bool:
        """Whether it is to be run on a release."""
        return self.releases is None or release in self.releases

    def judged(self, result: Result) -> Result:
        """The result, which of a limit is as expected only where Paddle departs as it says."""
        if not self.of_limit:
            return result
        same = departure_of(self.example, result) is self.departs
        return replace(result, as_expected=result.as_expected and same, mapping=self.source)


def all_cases(corpus: Corpus) -> dict[str, list[Case]]:
    """Every example of the corpus by the name of its entry or gotcha."""
    gotchas = (f"{GOTCHA}{id_}" for id_ in sorted(corpus.gotchas))
    return {name: cases_of(corpus, name) for name in (*sorted(corpus.entries), *gotchas)}


def cases_of(corpus: Corpus, name: str) -> list[Case]:
    """The examples of an entry and of its limits, or the checks of `gotcha:<id>`."""
    subject: Entry | Gotcha
    if name.startswith(GOTCHA):
        subject = corpus.gotchas[name.removeprefix(GOTCHA)]
    else:
        subject = corpus.entries[name]
    own = [Case(name, key, example) for key, example in subject.examples()]
    return [*own, *_of_limits(corpus, subject)] if isinstance(subject, Entry) else own


def _of_limits(corpus: Corpus, entry: Entry) -> list[Case]:
    """The examples of the limits of one entry, named `limits:<api>`."""
    if not any(variant.limits for variant in entry.variants):
        return []
    found = EntryLimits(entry, corpus.limits, corpus.resolve).showings(paddle_releases())
    name = f"{LIMITS_OF}{entry.torch}"
    return [
        Case(name, one.key, one.example, one.releases, one.departs, one.source) for one in found
    ]
