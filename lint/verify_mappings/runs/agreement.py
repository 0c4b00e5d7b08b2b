"""Holding what a run shows against what is recorded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mapping_model.outcomes import Outcome
from mapping_model.records import Record
from mapping_model.results import Result
from verify_mappings.runs.tasks import Verified

# Where results differ, what differs by less than this power of ten is rounding, which is not the
# same on every processor, nor even in every run.
NOISE = -6
# Compared as they are; the largest difference beside them by its order of magnitude.
_EXACT = ("hash", "outcome", "as_expected", "gradient", "drop_in")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A value of a result that is not the recorded one; `field` "result" is the whole of it."""

    name: str
    key: str
    release: str
    field: str
    recorded: object
    seen: object


def disagreements(recorded: Result, seen: Result) -> dict[str, tuple[object, object]]:
    """The recorded and the seen value of each field in which two results do not agree."""
    pairs = {name: (getattr(recorded, name), getattr(seen, name)) for name in _EXACT}
    pairs["harness"] = (recorded.stamp.harness, seen.stamp.harness)
    found = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    if not _alike(recorded, seen):
        found["max_diff"] = (recorded.max_diff, seen.max_diff)
    return found


def _alike(recorded: Result, seen: Result) -> bool:
    """Whether the largest differences are of about the same order: one power of ten is nothing."""
    pair = _power(recorded.max_diff), order_of_difference(seen)
    ours, theirs = (NOISE - 1 if power is None else power for power in pair)
    return abs(ours - theirs) <= 1


def order_of_difference(result: Result) -> int | None:
    """The power of ten of the largest difference; None where that is within the tolerance."""
    return None if result.outcome is Outcome.EQUAL else _power(result.max_diff)


def _power(difference: float | None) -> int | None:
    power = math.floor(math.log10(difference)) if difference else NOISE - 1
    return power if power >= NOISE else None


def held_against(
    records: Mapping[str, Record], verified: Sequence[Verified]
) -> Iterator[Disagreement]:
    """Where results are not as recorded, or have no record at all."""
    for one in verified:
        case, release = one.case, one.release
        kept = records[case.name].get(case.key, {}).get(release)
        told = disagreements(kept, one.result) if kept else {"result": (None, one.result.outcome)}
        for field, pair in told.items():
            yield Disagreement(case.name, case.key, release, field, *pair)


def left_over(
    records: Mapping[str, Record], known: Iterable[tuple[str, str]]
) -> Iterator[Disagreement]:
    """Recorded results of examples that are not there."""
    there = set(known)
    for name, record in records.items():
        for key, found in record.items():
            if (name, key) not in there:
                for release, result in found.items():
                    yield Disagreement(name, key, release, "result", result.outcome, None)
