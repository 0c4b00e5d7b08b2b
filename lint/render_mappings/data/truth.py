"""What running every example on every release has shown, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mapping_model.drop_in import DropInStatus
from mapping_model.entry import Entry, Example
from mapping_model.results import Result
from render_mappings.data.reference import Reference
from render_mappings.data.releases import FAILURES, Fate, fate_of
from render_mappings.data.trials import Run, Trial

# As a reader meets them; `Fate` itself is ordered by how bad they are.
OUTCOMES = (
    Fate.EQUAL,
    Fate.DIFFERS,
    Fate.RAISES,
    Fate.MISSING,
    Fate.NOT_EXECUTABLE,
    Fate.PENDING,
)
CHECKS = ("holds", "fails", "not-executable", "pending")


@dataclass(frozen=True, slots=True)
class Trouble:
    """An example that was not confirmed on the newest release."""

    name: str
    key: str
    example: Example
    fate: Fate
    result: Result | None


def outcomes(reference: Reference, release: str) -> Counter[Fate]:
    """How many examples of entries fared how on a release; those of an alias count once."""
    return Counter(fate_of(trial) for _, _, _, trial in _trials(reference, release))


def drop_ins(reference: Reference, release: str) -> Counter[DropInStatus]:
    """How many APIs have which status on a release."""
    place = list(reference.releases).index(release)
    own = (name for name, _ in _own_entries(reference))
    return Counter(reference.standings[name][place].drop_in.status for name in own)


def checks(reference: Reference, release: str) -> Counter[str]:
    """How many checks of gotchas came out how on a release, by the keys of `CHECKS`."""
    fates = {
        Run.AS_EXPECTED: "holds",
        Run.NOT_EXECUTABLE: "not-executable",
        Run.PENDING: "pending",
    }
    executions = (e for found in reference.gotcha_executions.values() for e in found.values())
    return Counter(fates.get(execution.on(release).run, "fails") for execution in executions)


def troubles(reference: Reference, release: str) -> list[Trouble]:
    """All examples that differ, raise, lack their API, or were not executed."""
    unconfirmed = (*FAILURES, Fate.NOT_EXECUTABLE, Fate.PENDING)
    found = (
        Trouble(entry.torch, key, example, fate_of(trial), trial.result)
        for entry, key, example, trial in _trials(reference, release)
    )
    return sorted(
        (trouble for trouble in found if trouble.fate in unconfirmed),
        key=lambda trouble: OUTCOMES.index(trouble.fate),
    )


def silently_different(reference: Reference, release: str) -> list[tuple[str, tuple[str, ...]]]:
    """The APIs whose unchanged code gives something else on a release, and what."""
    place = list(reference.releases).index(release)
    verdicts = (
        (name, reference.standings[name][place].drop_in) for name, _ in _own_entries(reference)
    )
    silent = DropInStatus.SILENTLY_DIFFERENT
    return [(name, verdict.what) for name, verdict in verdicts if verdict.status is silent]


def _own_entries(reference: Reference) -> Iterator[tuple[str, Entry]]:
    for name, entry in reference.entries.items():
        if entry.alias_of is None and reference.has_page(name):
            yield name, entry


def _trials(reference: Reference, release: str) -> Iterator[tuple[Entry, str, Example, Trial]]:
    for name, entry in _own_entries(reference):
        for key, example in entry.examples():
            yield entry, key, example, reference.executions[name][key].on(release)
