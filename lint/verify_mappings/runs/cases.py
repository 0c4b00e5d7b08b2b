"""The examples of the corpus under their names in results, and what is to be run of them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mapping_model.applying.code import Rewritten, candidates
from mapping_model.applying.examples import variables_of
from mapping_model.conformance.samples import read_samples
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example, Gotcha
from mapping_model.limits.examples import EntryLimits, departure_of, is_as_said
from mapping_model.outcomes import Departure, Outcome
from mapping_model.processors import Feature, Processor
from mapping_model.records import GOTCHA, LIMITS_OF, SAMPLES_OF, Record, subject_of
from mapping_model.results import Result, example_hash, mapping_hash
from mapping_model.snapshots import PADDLE, load_snapshot, paddle_releases
from mapping_model.syntax import nodes_of


@dataclass(frozen=True, slots=True)
class ExampleCase:
    """One example, under the names it has in records.

    One of a limit is for some `releases`, others are for all. It says how Paddle departs there;
    `departs` is None where it must not. `source` is the hash of what its code is written from.
    `processor` says on which kinds of processors it departs, None for all. Others may depart as
    limits of their variant say of single kinds: those are `exceptions`. A sample of torch's own
    tests has no code of its own and claims nothing: what is written for it is run.
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

    @property
    def of_sample(self) -> bool:
        """Whether it is a sample of torch's own tests."""
        return self.name.startswith(SAMPLES_OF)

    @property
    def subject(self) -> str:
        """The entry or gotcha that it is of."""
        return subject_of(self.name)

    def applied(self, corpus: Corpus) -> Entry | None:
        """The entry whose mapping writes code for it; the code of limits is in their examples."""
        return None if self.of_limit else corpus.entries.get(self.subject)

    def is_for(self, release: str) -> bool:
        """Whether it is to be run on a release."""
        return self.releases is None or release in self.releases

    def judged(self, result: Result, processor: Processor) -> Result:
        """The result, which of a limit is as expected only where Paddle departs as it says."""
        if self.of_sample:
            return replace(result, as_expected=True)
        seen = departure_of(self.example, result)
        if not self.of_limit:
            stated = any(kind.is_of(processor) and seen is then for kind, then in self.exceptions)
            return replace(result, as_expected=result.as_expected or stated)
        if self.processor is not None and not self.processor.is_of(processor):
            expected = seen is None
        else:
            expected = result.as_expected and is_as_said(seen, self.departs)
        return replace(result, as_expected=expected, mapping=self.source)


def all_cases(corpus: Corpus, releases: Collection[str] = PADDLE) -> dict[str, list[ExampleCase]]:
    """Every example of the corpus by the name of its entry or gotcha, as `cases_of` gives them."""
    gotchas = (f"{GOTCHA}{id_}" for id_ in sorted(corpus.gotchas))
    names = (*sorted(corpus.entries), *gotchas)
    return {name: cases_of(corpus, name, releases) for name in names}


def cases_of(corpus: Corpus, name: str, releases: Collection[str] = PADDLE) -> list[ExampleCase]:
    """The examples of an entry, of its limits and its samples, or the checks of `gotcha:<id>`.

    The code of limits, whose writing takes its time, is that for some `releases` alone.
    """
    subject: Entry | Gotcha
    if name.startswith(GOTCHA):
        subject = corpus.gotchas[name.removeprefix(GOTCHA)]
    else:
        subject = corpus.entries[name]
    own = [ExampleCase(name, key, example) for key, example in subject.examples()]
    if isinstance(subject, Gotcha):
        return own
    samples = read_samples(corpus.root).get(name, {}).items()
    of_samples = [ExampleCase(f"{SAMPLES_OF}{name}", key, one) for key, one in samples]
    if not any(variant.limits for variant in subject.variants):
        return [*own, *of_samples]
    limits = EntryLimits(subject, corpus.limits, corpus.resolve)
    asking = ((one.limit.processor, one.limit.then) for one in limits.placed)
    exceptions = tuple((kind, then) for kind, then in asking if kind is not None)
    own = [replace(case, exceptions=exceptions) for case in own]
    return [*own, *_of_limits(name, limits, releases), *of_samples]


def _of_limits(name: str, limits: EntryLimits, releases: Collection[str]) -> Iterator[ExampleCase]:
    """The examples of the limits of one entry, named `limits:<api>`."""
    asked = {release: one for release, one in paddle_releases().items() if release in releases}
    for one in limits.showings(asked):
        yield ExampleCase(
            *(f"{LIMITS_OF}{name}", one.key, one.example, one.releases, one.departs, one.source),
            processor=one.processor,
        )


@dataclass(frozen=True, slots=True)
class WrittenCode:
    """The code for one Paddle release, None where there is none: `why` says why not.

    `same` tells that the example's own Paddle code is the same but for its layout, or that it has
    none, `elsewhere` that all that could not be written are uses of other APIs.
    """

    text: str | None
    same: bool = False
    why: str | None = None
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class MappingCode:
    """What the mapping with some hash gives on one release.

    `newer` is by the closer targets that newer releases have, None where they make no difference.
    """

    mapping: str
    code: WrittenCode
    newer: WrittenCode | None = None


def written(case: ExampleCase, releases: Iterable[str], corpus: Corpus) -> dict[str, MappingCode]:
    """The code for each supported release; none for checks of gotchas and what is not run."""
    entry = case.applied(corpus)
    if entry is None or case.example.cannot_run:
        return {}
    digest = mapping_hash(entry)
    return {
        release: _written(case, release, corpus, digest)
        for release in releases
        if release in PADDLE
    }


def _written(case: ExampleCase, release: str, corpus: Corpus, digest: str) -> MappingCode:
    example = case.example
    try:
        nodes_of(example.torch)  # no longer and no deeper than what it is given to can take
        snapshot = load_snapshot("paddle", release)
        *newer, found = candidates(example.torch, corpus.resolve, snapshot, variables_of(example))
    except SyntaxError as error:
        return MappingCode(digest, WrittenCode(None, why=f"{type(error).__name__}: {error}"))
    closer = [_code(one, case, corpus) for one in newer if not one.undone and not case.of_sample]
    return MappingCode(digest, _code(found, case, corpus), next(iter(closer), None))


def _code(found: Rewritten, case: ExampleCase, corpus: Corpus) -> WrittenCode:
    if not found.undone:
        same = case.of_sample or _tree(found.code) == _tree(case.example.paddle)
        return WrittenCode(found.code, same=same)
    own = [one for one in found.undone if corpus.resolve(one.api) is corpus.entries[case.subject]]
    decision = (own or found.undone)[0].decision
    about = "" if own else f"{found.undone[0].api}: "
    told = decision.told.removesuffix(f" {found.undone[0].api}")
    return WrittenCode(None, why=f"{about}{told}", elsewhere=not own)


def _tree(code: str) -> str | None:
    """What is the same for the same code, however it is laid out; None for what is no Python."""
    try:
        return ast.dump(nodes_of(code)[0])
    except SyntaxError:
        return None


@dataclass(frozen=True, slots=True)
class Task:
    """One example and the Paddle releases it is to be run on.

    On each release `others` are run after it: examples that differ in how they are ported or
    compared, and share its torch side. `written` is the code of a program for a release.
    """

    case: ExampleCase
    releases: tuple[str, ...]
    others: tuple[Example, ...] = ()
    written: Mapping[str, MappingCode] = field(default_factory=dict)

    @property
    def examples(self) -> tuple[Example, ...]:
        """All that are run."""
        return (self.case.example, *self.others)


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of one example on one Paddle release.

    `seconds` is the time it took, waiting for workers included (and, for the first release, the
    torch side); None where the result was known already.
    """

    case: ExampleCase
    release: str
    result: Result
    seconds: float | None = None

    @property
    def left_out(self) -> bool:
        """Whether it was not run since this machine lacks the means, of which nothing is kept."""
        lacking = self.result.outcome is Outcome.NOT_EXECUTABLE and self.result.applied is None
        return lacking and self.case.example.cannot_run is None


@dataclass(frozen=True, slots=True)
class KnownResults:
    """What is recorded, as far as it is of this `torch` and of the corpus as it is.

    Of one kind of processors, if that is asked for.
    """

    records: Mapping[str, Record]
    torch: str
    corpus: Corpus
    processor: Processor | None = None

    def get(self, case: ExampleCase, release: str) -> Verified | None:
        """The current result of a case, which covers the unchanged torch code too."""
        result = self.records[case.name].get(case.key, {}).get(release)
        if result is not None and self.processor is not None:
            result = result.on(self.processor)
        if result is None or result.stamp.torch != self.torch:
            return None
        if result.mapping != self._mapping(case) or not result.is_of(example_hash(case.example)):
            return None
        return Verified(case, release, result)

    def _mapping(self, case: ExampleCase) -> str | None:
        """The hash of the mapping that a result of the case is of."""
        entry = case.applied(self.corpus)
        if entry is None or case.example.cannot_run:
            return case.source
        return mapping_hash(entry)


def plan(
    cases: Iterable[ExampleCase],
    releases: Sequence[str],
    corpus: Corpus,
    known: KnownResults | None = None,
) -> Iterator[Task]:
    """For each case the releases without a known result; all of them where nothing is known."""
    for case in cases:
        own = (release for release in releases if case.is_for(release))
        lacking = tuple(r for r in own if known is None or known.get(case, r) is None)
        if lacking:
            yield Task(case, lacking, written=written(case, lacking, corpus))


def completed(
    cases: Sequence[ExampleCase],
    releases: Sequence[str],
    known: KnownResults,
    verified: Iterable[Verified],
) -> list[Verified]:
    """A result for each case on each release, release by release: a new one, or the known one."""
    new = {(one.release, one.case.name, one.case.key): one for one in verified}
    found = []
    for release in releases:
        for case in cases:
            if not case.is_for(release):
                continue
            one = new.get((release, case.name, case.key))
            one = known.get(case, release) or one if one is None or one.left_out else one
            assert one is not None  # what is not known was run
            found.append(one)
    return found
