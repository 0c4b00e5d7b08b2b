"""What running every example on every release has shown, counted."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mapping_model.coverage import by_use, is_private, read_uses
from mapping_model.entry import Entry, Example
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.probes import Finding, Probed
from mapping_model.results import Result
from mapping_model.standings import Trial
from mapping_model.usages import RETURNS, Judgement, Usage
from mapping_model.ways import read_ways
from published.entry import PublishedEntry
from published.examples import PublishedExample
from render_mappings.data.rare import is_rare_example
from render_mappings.data.reference import Reference

# As a reader meets them; `Outcome` itself is ordered by how bad they are.
OUTCOMES = (
    Outcome.EQUAL,
    Outcome.DIFFERS,
    Outcome.RAISES,
    Outcome.MISSING,
    Outcome.NOT_EXECUTABLE,
    Outcome.PENDING,
)
# What a check of a gotcha has shown: it holds, or how it does not.
CHECKS = (Outcome.EQUAL, Outcome.DIFFERS, Outcome.NOT_EXECUTABLE, Outcome.PENDING)
# What became of an input of probes; fields of `Probed`.
PROBES = ("equal", "limited", "refused", "empty", "unexplained")

# What sets the result of unchanged code apart, by what is told of it; the first that fits counts,
# and where none does, values differ.
CAUSES = {
    "place": re.compile("input "),
    "values": re.compile(r".*torch gives the Python number \S+, Paddle the Python number"),
    "kind": re.compile(".*torch gives "),
    "shape": re.compile(".*torch has shape"),
    "dtype": re.compile(".*torch has dtype"),
    "gradient": re.compile("gradient of "),
}


# The share of calls that few make, and of those with inputs of a kind that has a title.
_SELDOM, _SOME = 0.01, 0.1


@dataclass(frozen=True, slots=True)
class Trouble:
    """An example that was not confirmed on the newest release."""

    name: str
    key: str
    example: Example
    outcome: Outcome
    result: Result | None


@dataclass(frozen=True, slots=True)
class Silent:
    """Usages of an API whose unchanged code gives something else, and what is told of them.

    The cause is one of `CAUSES`; `rare` tells that all their examples have inputs that few have.
    """

    name: str
    cause: str
    usages: tuple[Usage, ...]
    details: tuple[str, ...]
    rare: bool


def outcomes(reference: Reference, release: str) -> Counter[Outcome]:
    """How many examples of entries fared how on a release; those of an alias count once."""
    return Counter(trial.outcome for _, _, _, trial in _trials(reference, release))


def drop_ins(reference: Reference, release: str) -> Counter[DropIn]:
    """What becomes of how many usages on a release if nothing but the import changes."""
    return Counter(judged.unchanged for _, _, judged in _judged(reference, release))


def checks(reference: Reference, release: str) -> Counter[Outcome]:
    """How many checks of gotchas came out how on a release, by `CHECKS`."""
    found = (one for gotcha in reference.published_gotchas.values() for one in gotcha.checks)
    outcomes = (one.execution.on(release).outcome for one in found)
    return Counter(Outcome.DIFFERS if outcome.failed else outcome for outcome in outcomes)


def troubles(reference: Reference, release: str) -> list[Trouble]:
    """All examples that differ, raise, lack their API, or were not executed."""
    found = (
        Trouble(entry.torch, key, example, trial.outcome, trial.result)
        for entry, key, example, trial in _trials(reference, release)
        if trial.outcome is not Outcome.EQUAL
    )
    return sorted(found, key=lambda trouble: OUTCOMES.index(trouble.outcome))


def probes(reference: Reference, release: str) -> Counter[str]:
    """How many inputs of probes came out how on a release, by `PROBES`."""
    found: Counter[str] = Counter()
    for _, probed in _probed(reference, release):
        found.update({word: getattr(probed, word) for word in PROBES})
    return found


def probed_entries(reference: Reference, release: str) -> int:
    """How many entries had inputs to try on a release."""
    return sum(probed.inputs > 0 for _, probed in _probed(reference, release))


def undecided(reference: Reference, release: str) -> list[tuple[str, Finding]]:
    """What probes have found on a release and nobody has decided, by entry."""
    found = _probed(reference, release)
    return [(name, finding) for name, probed in found for finding in probed.findings]


def silently_different(reference: Reference) -> list[Silent]:
    """The usages whose unchanged code gives something else on the newest release, and what.

    What is used most comes first. Other names of an API, which have no examples of their own, are
    told as well: who writes them meets the same.
    """
    found = [
        Silent(name, cause, tuple(usage for usage, *_ in found), *_told(found))
        for name in by_use(reference.silent)
        for cause, found in _by_cause(reference.published[name]).items()
    ]
    return sorted(found, key=lambda one: -met(one))


def met(silent: Silent) -> float:
    """About how many uses of an API are such: those that pass what it is about."""
    uses = 0 if is_private(silent.name) else read_uses().counts.get(silent.name, 0)
    return uses * max(_share(silent.name, usage) for usage in silent.usages)


def _share(name: str, usage: Usage) -> float:
    """Which share of the calls of an API a usage is, as far as they were counted."""
    if usage.param in (None, RETURNS):
        return 1 if usage.title is None else _SOME
    ways = read_ways().get(name, {})
    passing = sum(count for way, count in ways.items() if usage.param in way)
    return passing / sum(ways.values()) if passing else _SELDOM


_Found = list[tuple[Usage, tuple[str, ...], bool]]


def _by_cause(entry: PublishedEntry) -> dict[str, _Found]:
    """The usages by what is different, each with what is told of it and whether it is rare."""
    shown = {one.key: one for variant in entry.variants for one in variant.examples}
    found: dict[str, _Found] = defaultdict(list)
    for usage in entry.usages:
        examples = [shown[key] for key in usage.examples]
        details = tuple(dict.fromkeys(_differing(examples, entry.newest)))
        # Without any, the same call differs in an example that is a usage of its own.
        if usage.newest.unchanged is DropIn.DIFFERS and details:
            cause = cause_of(details)
            rare = all(is_rare_example(one.example, values=cause == "values") for one in examples)
            found[cause].append((usage, details, rare))
    return found


def _told(found: _Found) -> tuple[tuple[str, ...], bool]:
    details = (detail for _, told, _ in found for detail in told)
    return tuple(dict.fromkeys(details)), all(rare for *_, rare in found)


def _differing(examples: Sequence[PublishedExample], release: str) -> Iterator[str]:
    for one in examples:
        result = one.execution.on(release).result
        if result and result.drop_in is DropIn.DIFFERS:
            yield result.drop_in_detail or DropIn.DIFFERS.value


def cause_of(details: Sequence[str]) -> str:
    """What sets a result apart, by all that is told of it."""
    fits = (cause for cause, told in CAUSES.items() if any(map(told.match, details)))
    return next(fits, "values")


def silent_by_cause(silent: Iterable[Silent]) -> dict[str, list[Silent]]:
    """The same by what is different, as `CAUSES` names it."""
    found: dict[str, list[Silent]] = defaultdict(list)
    for one in silent:
        found[one.cause].append(one)
    return {cause: found[cause] for cause in CAUSES if found[cause]}


def _probed(reference: Reference, release: str) -> Iterator[tuple[str, Probed]]:
    for name, _ in _own_entries(reference):
        if (probed := reference.published[name].probes.get(release)) is not None:
            yield name, probed


def _judged(reference: Reference, release: str) -> Iterator[tuple[str, Usage, Judgement]]:
    place = list(reference.releases).index(release)
    for name, _ in _own_entries(reference):
        yield from (
            (name, usage, usage.releases[place]) for usage in reference.published[name].usages
        )


def _own_entries(reference: Reference) -> Iterator[tuple[str, Entry]]:
    for name, entry in reference.entries.items():
        if entry.alias_of is None and reference.published[name].state.has_counterpart:
            yield name, entry


def _trials(reference: Reference, release: str) -> Iterator[tuple[Entry, str, Example, Trial]]:
    for name, entry in _own_entries(reference):
        for key, example in entry.examples():
            yield entry, key, example, reference.published[name].state.executions[key].on(release)
