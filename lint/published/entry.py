"""The entry as it is published: where everything that is said of it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from mapping_model.categories import Text
from mapping_model.entry import Entry, Gotcha, Limit
from mapping_model.outcomes import DropIn
from mapping_model.probes import ProbeRecord
from mapping_model.speed import read_speed
from mapping_model.standings import EntryState
from mapping_model.tried import sentences
from mapping_model.usages import Usage, Verdict, Way, plain_call, usages_of
from published.attributes import LayerAttributes, attributes_told
from published.known import Known
from published.marks import MarkedVariant, marked, plain_marks
from published.speed import Slow, slow_of
from published.variants import PublishedVariant, variants_of

if TYPE_CHECKING:
    from published.answers import Answer, Written


@dataclass(frozen=True, eq=False)
class PublishedEntry:
    """An entry with its standing, of an alias that of its target; each part is found out once."""

    state: EntryState
    known: Known = field(repr=False)

    @property
    def name(self) -> str:
        """The API."""
        return self.state.entry.torch

    @property
    def source(self) -> Entry | None:
        """The entry that says how it is ported; None where an alias leads nowhere."""
        return self.state.source

    @property
    def alias_of(self) -> str | None:
        """What it is another name of."""
        return self.state.entry.alias_of

    @property
    def form_of(self) -> str | None:
        """The API that it is a form of, as a method is of a function."""
        return self.source.form_of if self.source else None

    @property
    def newest(self) -> str:
        """The newest of the releases that it is published for."""
        return list(self.known.releases)[-1]

    @cached_property
    def targets(self) -> list[str]:
        """The counterparts of the variants in turn, each once."""
        names = (v.outside.api if v.outside else v.paddle for v in self.state.variants)
        return list(dict.fromkeys(name for name in names if name))

    @cached_property
    def leads(self) -> dict[str, tuple[str, ...]]:
        """What calls become, each with the releases on which they do; none where these are all.

        That is what the answer has: the same name, or a closer target of newer releases.
        """
        found: dict[str, list[str]] = {name: [] for name in self.targets}
        for led in map(self.leads_of, self.variants):
            for release, name in led.items():
                if release not in found.setdefault(name, []):
                    found[name].append(release)
        every = len(self.known.releases)
        return {name: () if len(on) == every else tuple(on) for name, on in found.items() if on}

    @property
    def newest_targets(self) -> list[str]:
        """What calls become on the newest release, each once; lists have no room for others."""
        found = [name for name, on in self.leads.items() if not on or self.newest in on]
        return found or self.targets

    def leads_of(self, variant: PublishedVariant) -> dict[str, str]:
        """What the plain call of a variant becomes on each release."""
        if variant.paddle is None:
            return {}
        own = "paddle" + self.name.removeprefix("torch")
        plain = plain_call(one for one in self.usages if one.variant == variant.number)
        judged = {one.release: one for one in plain.releases} if plain else {}
        found = {}
        for release, snapshot in self.known.releases.items():
            name, one = variant.paddle.name, judged.get(release)
            newer = [new.side.name for new in variant.newer if not new.on or release in new.on]
            kept = release in self.kept.get(variant.number, ())
            if one and (one.verdict is Verdict.UNCHANGED or kept) and own in snapshot:
                name = own
            elif one and one.verdict is Verdict.CODE and one.way is Way.NEWER and newer:
                name = newer[0]
            found[release] = name
        return found

    @cached_property
    def variants(self) -> tuple[PublishedVariant, ...]:
        """The ways to call it."""
        if self.source is None:
            return ()
        return tuple(variants_of(self.known, self.name, self.source, self.state.executions))

    @property
    def limits(self) -> list[Limit]:
        """What stays different; an alias has none of its own."""
        own = () if self.alias_of else self.variants
        return [one.limit for variant in own for one in variant.limits]

    @cached_property
    def usages(self) -> tuple[Usage, ...]:
        """The ways of using it that examples show, judged on each release."""
        return usages_of(self.state, tuple(self.known.releases.values()))

    def unchanged(self, release: str) -> DropIn:
        """What the plain call gives on a release if nothing but the import changes."""
        plain = plain_call(self.usages)
        found = plain.releases if plain else ()
        return next((one.unchanged for one in found if one.release == release), DropIn.UNKNOWN)

    @property
    def silent(self) -> bool:
        """Whether, on the newest release, a usage runs unchanged and differs."""
        return any(usage.newest.unchanged is DropIn.DIFFERS for usage in self.usages)

    @property
    def gotchas(self) -> list[Gotcha]:
        """The gotchas that concern it."""
        ids = self.source.gotchas if self.source else ()
        return [found for id_ in ids if (found := self.known.gotcha(id_)) is not None]

    @cached_property
    def probes(self) -> ProbeRecord:
        """What probes have found, newest release first."""
        return self.known.probes_of(self.source) if self.source else {}

    def tried(self, release: str) -> tuple[Text, ...]:
        """What is to be said of the inputs that probes have tried on a release."""
        return sentences(release, self.probes[release]) if release in self.probes else ()

    @cached_property
    def slow(self) -> Slow | None:
        """What is said of code that was measured to be slow; None for nearly all entries."""
        return slow_of(self.source, read_speed()) if self.source else None

    @cached_property
    def attributes(self) -> tuple[LayerAttributes, ...]:
        """What is said of the attributes of a layer."""
        return attributes_told(self.source.torch) if self.source else ()

    @cached_property
    def marked(self) -> tuple[MarkedVariant, ...]:
        """How usages and limits stand on each release, in a word."""
        return tuple(marked(self.known, self.variants, self.usages, self.kept))

    @property
    def marks(self) -> tuple[str, ...]:
        """The same of the plain call alone."""
        return plain_marks(self.state, self.usages, self.kept)

    @cached_property
    def kept(self) -> dict[int, frozenset[str]]:
        """By the number of the variant, where the call stays and only other lines are rewritten."""
        found = {}
        for number in range(1, len(self.state.variants) + 1):
            plain = plain_call(one for one in self.usages if one.variant == number)
            if plain and any(one.verdict is Verdict.CODE for one in plain.releases):
                from published.answers import kept_on

                found[number] = kept_on(self.known, self.state, plain)
        return {number: on for number, on in found.items() if on}

    # What rewrites code is much, and not loaded for those who do not ask for an answer.

    @cached_property
    def answers(self) -> dict[int, Answer]:
        """By the number of the variant, what to write for its plain call on each release."""
        from published.answers import answers_of

        return answers_of(self.known, self.state, self.usages)

    @cached_property
    def common(self) -> tuple[Answer, ...]:
        """What to write for other calls that code often has."""
        from published.answers import common_of

        return common_of(self.known, self.state, self.usages, self.answers.values())

    @cached_property
    def others(self) -> dict[str, tuple[Written, ...]]:
        """By the key of an example, what is simpler than its code, or right where that fails."""
        from published.answers import others_of

        return others_of(self.known, self.state, self.usages)
