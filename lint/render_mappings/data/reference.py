"""All that pages are made from: the corpus, results and snapshots, and how they hang together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from mapping_model.categories import Text
from mapping_model.changes.releases import Changes, Known, paddle_changes
from mapping_model.claims import Claim, Source
from mapping_model.conformance.frozen import Frozen, Part, examples_of, frozen, numbers
from mapping_model.conformance.samples import read_samples
from mapping_model.conformance.states import Conformance, conformance_of, recorded_of
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example, Gotcha, Limit
from mapping_model.naming import (
    CASES,
    CLAIMS,
    GLOSSARY,
    GOTCHAS,
    api_of,
    document_name,
    document_names,
    owner_of,
    path_for,
)
from mapping_model.outcomes import Outcome
from mapping_model.probes import ProbeRecord, current_probes
from mapping_model.problems import Problem, did_you_mean
from mapping_model.reading import read_document
from mapping_model.records import GOTCHA, read_results
from mapping_model.results import Result, Results
from mapping_model.snapshots import Snapshot, paddle_releases, torch_snapshot
from mapping_model.standings import executions_of, state_of
from mapping_model.stores import MAPPINGS
from published.entry import PublishedEntry
from published.examples import PublishedGotcha, published_gotcha
from render_mappings.data.reverse import Mapped, reverse_index, slugs


class CorpusProblems(Exception):
    """The corpus cannot be read as it is; the message says what to fix, a line per problem."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(_line(problem) for problem in problems))


class UnknownEntry(Exception):
    """There is no entry of a name that was asked for; the message says so."""


@dataclass(slots=True)
class Reference:
    """Entries by API name, in order, and everything that is looked up for a page.

    `limits` are the shared ones. `results` holds one item per Paddle release that examples were
    run on, newest first; `probes` what was found of entries with other inputs; `releases` the
    snapshots of the supported Paddle releases, oldest first.
    `claims` are those of public documents, `claimed` those that lead to a gotcha, by its id.
    `namesakes` goes by the bare name, `concerned` by the id of a gotcha, `reverse` by the name on
    Paddle's side; `paddle_slugs` and `module_slugs` have what stands for names in addresses.
    """

    entries: dict[str, Entry]
    gotchas: dict[str, Gotcha]
    glossary: dict[str, Text]
    limits: dict[str, tuple[Limit, ...]]
    results: tuple[Results, ...]
    probes: dict[str, ProbeRecord]
    torch: Snapshot
    releases: dict[str, Snapshot]
    # Whether these are some of the entries only: a preview.
    partial: bool = False
    # The repository that the mappings lie in, where there is one.
    root: Path | None = None
    claims: dict[str, Source] = field(default_factory=dict)
    # The data of all files that were read, as they are written, by name.
    documents: dict[str, Any] = field(default_factory=dict)
    # Looked up by name; the first six lead to names of entries.
    modules: dict[str, list[str]] = field(init=False)
    targets: dict[str, list[str]] = field(init=False)
    namesakes: dict[str, list[str]] = field(init=False)
    concerned: dict[str, list[str]] = field(init=False)
    aliases: dict[str, list[str]] = field(init=False)
    forms: dict[str, list[str]] = field(init=False)
    published: dict[str, PublishedEntry] = field(init=False)
    reverse: dict[str, tuple[Mapped, ...]] = field(init=False)
    paddle_slugs: dict[str, str] = field(init=False)
    module_slugs: dict[str, str] = field(init=False)
    _changes: tuple[Changes, ...] | None = field(init=False, default=None)
    _conformance: dict[Part, Conformance] = field(init=False, default_factory=dict)
    published_gotchas: dict[str, PublishedGotcha] = field(init=False)
    claimed: dict[str, list[tuple[Source, Claim]]] = field(init=False)

    def __post_init__(self) -> None:
        self._group()
        self._publish({})

    def renew(
        self,
        corpus: Corpus,
        results: tuple[Results, ...],
        probes: dict[str, ProbeRecord],
        changed: Collection[str],
    ) -> None:
        """Take in what was read again; `changed` are the entries of which anything is new.

        What is known of entries that have nothing to do with these is kept.
        """
        concerned = {one for name in changed for one in self.relatives_of(name)}
        self.entries, self.gotchas = _in_order(corpus), corpus.gotchas
        self.documents = _data_of(corpus)
        self.results, self.probes = results, probes
        self._changes, self._conformance = None, {}
        self._group()
        concerned |= {one for name in changed for one in self.relatives_of(name)}
        others = self.published.keys() - concerned
        self._publish({name: self.published[name] for name in others})

    def _group(self) -> None:
        """Find what leads to entries, by their own words."""
        self.modules = _grouped((owner_of(name), name) for name in self.entries)
        self.module_slugs = slugs(self.modules)
        self.namesakes = _grouped((bare_name(name), name) for name in self.entries)
        self.concerned = _grouped(
            (gotcha, name) for name, entry in self.entries.items() for gotcha in entry.gotchas
        )
        self.aliases = _grouped(
            (entry.alias_of, name) for name, entry in self.entries.items() if entry.alias_of
        )
        self.forms = _grouped(
            (entry.form_of, name) for name, entry in self.entries.items() if entry.form_of
        )
        self.claimed = {id: [] for id in self.gotchas}
        for source in self.claims.values():
            for claim in source.claims:
                if claim.gotcha in self.claimed:
                    self.claimed[claim.gotcha].append((source, claim))

    def _publish(self, kept: Mapping[str, PublishedEntry]) -> None:
        """Put entries and gotchas together with their results, and find what leads to these."""
        self.published = {
            name: kept.get(name)
            or PublishedEntry(
                state_of(entry, self.resolve(name), self.results, self.releases), self
            )
            for name, entry in self.entries.items()
        }
        states = {name: one.state for name, one in self.published.items()}
        self.reverse = reverse_index(states, self.releases)
        self.paddle_slugs = slugs(self.reverse)
        self.targets = _grouped(
            (variant.paddle, name)
            for name, state in states.items()
            for variant in state.variants
            if variant.paddle
        )
        self.published_gotchas = {
            id: published_gotcha(
                gotcha, executions_of(f"{GOTCHA}{id}", gotcha, self.results), self.releases
            )
            for id, gotcha in self.gotchas.items()
        }

    @property
    def silent(self) -> list[str]:
        """The entries of which a usage, unchanged, differs without an error on the newest release.

        Everything that tells their number counts these.
        """
        return [name for name, one in self.published.items() if one.silent]

    @property
    def paddle(self) -> Snapshot:
        """The snapshot of the newest supported Paddle release."""
        return next(reversed(self.releases.values()))

    @property
    def oldest(self) -> str:
        """The oldest supported Paddle release."""
        return next(iter(self.releases))

    def resolve(self, name: str) -> Entry | None:
        """The entry that says how `name` is ported, following an alias; None if there is none."""
        entry = self.entries.get(name)
        if entry is None or entry.alias_of is None:
            return entry
        target = self.entries.get(entry.alias_of)
        return target if target is not None and target.alias_of is None else None

    def ported_to(self, target: str) -> tuple[str, ...]:
        """The torch APIs that are ported to a name on Paddle's side; none where it is unknown."""
        return tuple(dict.fromkeys(one.name for one in self.reverse.get(target, ())))

    def gotcha(self, id_: str) -> Gotcha | None:
        """A gotcha by its id."""
        return self.gotchas.get(id_)

    def probes_of(self, entry: Entry) -> ProbeRecord:
        """What probes have found of an entry that is no alias."""
        return self.probes[entry.torch]

    def relatives_of(self, name: str) -> frozenset[str]:
        """An API with its forms and other names, and those of what it is a form of."""
        entry = self.resolve(name)
        first = (entry and entry.form_of) or (entry.torch if entry else name)
        found = {first, *self.forms.get(first, ())}
        return frozenset(one for name in found for one in (name, *self.aliases.get(name, ())))

    def has_page(self, name: str) -> bool:
        """Whether there is anything to show: of an alias of no entry there is not."""
        return self.resolve(name) is not None

    def changes(self) -> tuple[Changes, ...]:
        """What changed from each supported Paddle release to the next; found out once."""
        if self._changes is None:
            found = [one for one in self.published.values() if one.source]
            known = Known(
                [one.state.entry for one in found],
                {name: one.usages for name, one in self.published.items()},
                {one.name: one.limits for one in found},
                {
                    id_: (one.gotcha, {check.key: check.execution for check in one.checks})
                    for id_, one in self.published_gotchas.items()
                },
                self.results,
                self.probes,
            )
            pairs = pairwise(self.releases.values())
            self._changes = tuple(paddle_changes(*pair, known) for pair in pairs)
        return self._changes

    def conformance(self, part: Part = Part.EXAMPLES) -> Conformance:
        """The states of the calls of a part of the newest set; in a preview, of its entries.

        Found out once.
        """
        if part not in self._conformance:
            calls = frozen(numbers()[-1], part)
            if self.partial:
                own = {name: of for name, of in calls.calls.items() if name in self.entries}
                calls = replace(calls, calls=own)
            self._conformance[part] = self._of_calls(calls)
        return self._conformance[part]

    def _of_calls(self, calls: Frozen) -> Conformance:
        if calls.part is Part.EXAMPLES:
            examples = examples_of(self.entries.values())
            return conformance_of(calls, examples, self.releases, self._result_of)
        mappings = (self.root or Path()) / MAPPINGS
        samples, names = read_samples(mappings), map(calls.part.recorded, calls.calls)
        results = {one.paddle: one.entries for one in read_results(mappings, names)}
        recorded = recorded_of(calls.part, samples, results)
        return conformance_of(calls, samples, self.releases, recorded)

    def _result_of(self, release: str, name: str, key: str) -> Result | None:
        return self.published[name].state.executions[key].on(release).result

    def examples(self) -> Iterator[Example]:
        """Every example of entries and gotchas, aliases left out."""
        sources: list[Entry | Gotcha] = [*self.entries.values(), *self.gotchas.values()]
        return (example for source in sources for _, example in source.examples())

    def runs(self) -> Iterator[Outcome]:
        """How every example of every entry fared last, aliases left out."""
        for one in self.published.values():
            if one.state.entry.alias_of is None:
                yield from (execution.latest for execution in one.state.executions.values())


def load_reference(mappings: Path, only: Collection[str] = ()) -> Reference:
    """Read what is under `mappings`; with `only`, just these entries and what belongs to them.

    Raises CorpusProblems when a file that is read is none or not of the right shape,
    BrokenRecord, and UnknownEntry when `only` names an API that has no entry.
    """
    corpus = sound(_part(mappings, only) if only else Corpus.load(mappings))
    names = [*corpus.entries, *(f"{GOTCHA}{id}" for id in corpus.gotchas)]
    results = read_results(mappings, names if only else None)
    probes = {
        name: current_probes(mappings, entry, corpus.limits)
        for name, entry in corpus.entries.items()
    }
    return reference_of(mappings, corpus, results, probes, partial=bool(only))


def sound(corpus: Corpus) -> Corpus:
    """A corpus that was read without problems; raises CorpusProblems."""
    if corpus.problems:
        raise CorpusProblems(sorted(corpus.problems))
    return corpus


def reference_of(
    mappings: Path,
    corpus: Corpus,
    results: tuple[Results, ...],
    probes: dict[str, ProbeRecord],
    *,
    partial: bool = False,
) -> Reference:
    """What was read, with the snapshots."""
    return Reference(
        entries=_in_order(corpus),
        gotchas=corpus.gotchas,
        glossary=corpus.glossary,
        limits=corpus.limits,
        results=results,
        probes=probes,
        torch=torch_snapshot(),
        releases=paddle_releases(),
        partial=partial,
        root=mappings.resolve().parent,
        claims=corpus.claims,
        documents=_data_of(corpus),
    )


def _data_of(corpus: Corpus) -> dict[str, Any]:
    return {name: document.data for name, document in corpus.documents.items()}


def _in_order(corpus: Corpus) -> dict[str, Entry]:
    return {name: corpus.entries[name] for name in sorted(corpus.entries, key=_order)}


def _part(mappings: Path, only: Collection[str]) -> Corpus:
    """The entries of `only`, what they are aliases or forms of, their gotchas, and the glossary."""
    corpus = Corpus(mappings)

    def read(*paths: Path) -> None:
        for path in paths:
            if path.is_file():
                corpus.add(read_document(path, document_name(mappings, path)))

    for name in only:
        if not (mappings / path_for(name)).is_file():
            known = (api_of(Path(file).stem) for file in document_names(mappings))
            raise UnknownEntry(f"There is no entry `{name}`.{did_you_mean(name, known)}")
    read(mappings / GLOSSARY, mappings / CASES, mappings / CLAIMS)
    read(*(mappings / path_for(name) for name in sorted(set(only))))
    aliases = {entry.alias_of for entry in corpus.entries.values() if entry.alias_of} - set(only)
    read(*(mappings / path_for(name) for name in sorted(aliases)))
    bases = {form.of for form in corpus.forms.values()} - {*only, *aliases}
    read(*(mappings / path_for(name) for name in sorted(bases)))
    gotchas = {id for entry in corpus.entries.values() for id in entry.gotchas}
    read(*(mappings / GOTCHAS / f"{id}.yaml" for id in sorted(gotchas)))
    return corpus


def _line(problem: Problem) -> str:
    """As the linter prints it in its concise format."""
    place = f"{problem.path}:{problem.line}:{problem.column}"
    return f"{place}: {problem.code} {' '.join(problem.message.split())}"


def _order(name: str) -> tuple[str, str]:
    """Upper and lower case together, as people look for names."""
    return name.casefold(), name


def _grouped(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        if value not in groups[key]:
            groups[key].append(value)
    return dict(sorted(groups.items()))


def bare_name(name: str) -> str:
    """The last part of a name without case and underscores: `clip` for `torch.Tensor.clip_`."""
    return name.rpartition(".")[2].replace("_", "").lower()
