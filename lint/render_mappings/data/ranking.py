"""Gotchas by what hurts most now: those without an error first, then by how much is used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mapping_model.coverage import read_uses
from mapping_model.entry import Gotcha
from mapping_model.outcomes import Outcome
from render_mappings.data.reference import Reference


class Severity(StrEnum):
    """How the trap of a gotcha shows on the newest release, worst first."""

    SILENT = "silent"
    LOUD = "loud"
    OTHER = "other"  # no example shows it
    OVER = "over"  # it was one on older releases


@dataclass(frozen=True, slots=True)
class Ranked:
    """A gotcha with what decides its place; `uses` are those of the APIs whose entries name it."""

    gotcha: Gotcha
    severity: Severity
    uses: int


def severity_of(reference: Reference, gotcha: Gotcha) -> Severity:
    """How its trap shows on the newest release, as its checks came out there."""
    executions, newest = reference.gotcha_executions[gotcha.id], reference.paddle.version
    failed = {
        key: [release for release in reference.releases if execution.on(release).outcome.failed]
        for key, execution in executions.items()
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
            gotcha,
            severity_of(reference, gotcha),
            sum(counts.get(name, 0) for name in reference.concerned.get(gotcha.id, ())),
        )
        for gotcha in reference.gotchas.values()
    ]
    return sorted(found, key=lambda one: (order.index(one.severity), -one.uses, one.gotcha.id))
