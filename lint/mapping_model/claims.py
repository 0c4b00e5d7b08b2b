"""What public documents claim about porting, and on which releases runs have shown it.

What a person decides is `verdict`; what examples and snapshots show is `shown_on`. A rule holds
the two against each other, as it does with categories.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mapping_model.categories import Text
from mapping_model.outcomes import Outcome
from mapping_model.since import covers
from mapping_model.snapshots import Snapshot
from mapping_model.standings import Executions


class Verdict(StrEnum):
    """What is found of a claim."""

    HOLDS = "holds"
    NEVER = "never"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a document says at the place `at`; just one of three settles it.

    `shown` are the examples that come out as written where it holds, `refuted` those that do where
    it does not; `has` and `lacks` the names that Paddle has, or has not, where it holds. `why` says
    what is true instead, or why it cannot be checked.
    """

    says: Text
    at: str
    verdict: Verdict
    since: str | None = None
    until: str | None = None
    gotcha: str | None = None
    entry: str | None = None
    page: str | None = None
    shown: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    why: Text | None = None

    @property
    def has_evidence(self) -> bool:
        """Whether runs or snapshots tell on which releases it holds."""
        return bool(self.shown or self.refuted or self.has or self.lacks)

    def holds_on(self, release: str) -> bool:
        """Whether it holds on a release, as its verdict says."""
        return self.verdict is Verdict.HOLDS and covers(self.since, self.until, release)


@dataclass(frozen=True, slots=True)
class Source:
    """A public document, with its claims in their order; `address` is None where none is known."""

    id: str
    title: Text
    claims: tuple[Claim, ...]
    address: str | None = None


def build_claims(data: Mapping[str, Any]) -> dict[str, Source]:
    """The documents that data of a valid shape describes, by their ids."""
    return {
        id_: Source(
            id_,
            Text(**source["title"]),
            tuple(map(_claim, source["claims"])),
            source.get("address"),
        )
        for id_, source in data.items()
    }


def _claim(data: dict[str, Any]) -> Claim:
    built = {
        "says": Text(**data["says"]),
        "verdict": Verdict(data["verdict"]),
        "why": Text(**data["why"]) if "why" in data else None,
        **{key: tuple(data.get(key, ())) for key in ("shown", "refuted", "has", "lacks")},
    }
    return Claim(**{**data, **built})


def shown_on(claim: Claim, release: str, executions: Executions, names: Snapshot) -> bool | None:
    """Whether runs show a claim on a release with these names; None where they do not tell.

    `executions` are those of its gotcha or entry.
    """
    if not claim.has_evidence:
        return None
    found = {key: executions[key].on(release).outcome for key in (*claim.shown, *claim.refuted)}
    if {*found.values()} & {Outcome.PENDING, Outcome.NOT_EXECUTABLE}:
        return None
    return (
        all(found[key] is Outcome.EQUAL for key in claim.shown)
        and not any(found[key] is Outcome.EQUAL for key in claim.refuted)
        and all(name in names for name in claim.has)
        and not any(name in names for name in claim.lacks)
    )
