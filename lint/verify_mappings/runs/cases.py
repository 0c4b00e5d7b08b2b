"""The examples of the corpus, under the names they have in results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example, Gotcha
from mapping_model.limits.examples import EntryLimits, departure_of
from mapping_model.outcomes import Departure
from mapping_model.processors import Feature, Processor
from mapping_model.records import GOTCHA, LIMITS_OF
from mapping_model.results import Result
from mapping_model.snapshots import paddle_releases


@dataclass(frozen=True, slots=True)
class Case:
    """One example, under the names it has in records.

    One of a limit is for some `releases`, others are for all. It says how Paddle departs there;
    `departs` is None where it must not. `source` is the hash of what its code is written from.
    `processor` says on which kinds of processors it departs, None for all. Others may depart as
    limits of their variant say of single kinds: those are `exceptions`.
    """

    name: str
    key: str
    example: Example
    releases: tuple[str, ...] | None = None
    departs: Departure | None = None
    source: str | None = None
    processor: Feature | None = None
    exceptions: tuple[tuple[Feature, Departure], ...] = ()

    @property
    def of_limit(self) -> bool:
        """Whether it shows a limit, which says on each release what is so."""
        return self.name.startswith(LIMITS_OF)

    def is_for(self, release: str) -> bool:
        """Whether it is to be run on a release."""
        return self.releases is None or release in self.releases

    def judged(self, result: Result, processor: Processor) -> Result:
        """The result, which of a limit is as expected only where Paddle departs as it says."""
        seen = departure_of(self.example, result)
        if not self.of_limit:
            stated = any(kind.is_of(processor) and seen is then for kind, then in self.exceptions)
            return replace(result, as_expected=result.as_expected or stated)
        if self.processor is not None and not self.processor.is_of(processor):
            expected = seen is None
        else:
            expected = result.as_expected and seen is self.departs
        return replace(result, as_expected=expected, mapping=self.source)


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
    if isinstance(subject, Gotcha) or not any(variant.limits for variant in subject.variants):
        return own
    limits = EntryLimits(subject, corpus.limits, corpus.resolve)
    asking = ((one.limit.processor, one.limit.then) for one in limits.placed)
    exceptions = tuple((kind, then) for kind, then in asking if kind is not None)
    own = [replace(case, exceptions=exceptions) for case in own]
    return [*own, *_of_limits(name, limits)]


def _of_limits(name: str, limits: EntryLimits) -> Iterator[Case]:
    """The examples of the limits of one entry, named `limits:<api>`."""
    for one in limits.showings(paddle_releases()):
        yield Case(
            *(f"{LIMITS_OF}{name}", one.key, one.example, one.releases, one.departs, one.source),
            processor=one.processor,
        )
