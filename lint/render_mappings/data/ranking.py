"""Gotchas by what hurts most now: those without an error first, then by how much is used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mapping_model.coverage import read_uses
from mapping_model.entry import Gotcha
from mapping_model.outcomes import Outcome
from published.examples import PublishedGotcha
from render_mappings.data.reference import Reference


class Severity(StrEnum):
    """How the trap of a gotcha shows on the newest release, worst first."""

    SILENT = "silent"
    LOUD = "loud"
    OTHER = "other"  # it is advice, or no example shows it
    OVER = "over"  # it was one on older releases


_WRITTEN = {"loud": Severity.LOUD, "advice": Severity.OTHER}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A gotcha with what decides its place; `uses` are those of the APIs whose entries name it."""

    published: PublishedGotcha
    severity: Severity
    uses: int

    @property
    def gotcha(self) -> Gotcha:
        """What is written of it."""
        return self.published.gotcha


def severity_of(reference: Reference, gotcha: Gotcha) -> Severity:
    """How its trap shows on the newest release, as its checks came out there.

    What the title says decides, not what a check shows besides.
    """
    if gotcha.shows is not None:
        return _WRITTEN[gotcha.shows]
    published, newest = reference.published_gotchas[gotcha.id], reference.paddle.version
    failed = {
        one.key: [r for r in reference.releases if one.execution.on(r).outcome.failed]
        for one in published.checks
    }
    traps = {key: check.expect for key, check in gotcha.examples() if check.expect.failed}
    now = {expect for key, expect in traps.items() if newest not in failed[key]}
    if now:
        return Severity.SILENT if Outcome.DIFFERS in now else Severity.LOUD
    # Where no check shows the trap itself, it is where those of the way round it fail.
    over = traps or (any(failed.values()) and not any(newest in each for each in failed.values()))
    return Severity.OVER if over else Severity.OTHER


def ranked(reference: Reference) -> list[Ranked]:
    """All gotchas, the worst first."""
    counts, order = read_uses().counts, list(Severity)
    found = [
        Ranked(
            one,
            severity_of(reference, one.gotcha),
            sum(counts.get(name, 0) for name in reference.concerned.get(one.gotcha.id, ())),
        )
        for one in reference.published_gotchas.values()
    ]
    return sorted(found, key=lambda one: (order.index(one.severity), -one.uses, one.gotcha.id))
