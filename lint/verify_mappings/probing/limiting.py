"""Holding what became of samples against the limits that an entry states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mapping_model.entry import Entry
from mapping_model.limits.sharing import Shared, placed_limits
from mapping_model.limits.values import covers
from mapping_model.since import covers as spans
from mapping_model.snapshots import torch_snapshot
from verify_mappings.probing.arguments import arguments_of
from verify_mappings.probing.judging import Judged
from verify_mappings.probing.running import Run


@dataclass(slots=True)
class Held:
    """How many samples a limit covers, and how many of them came out as it says."""

    number: int
    covered: int = 0
    shown: int = 0


def within_limits(
    entry: Entry, shared: Shared, release: str, judged: Iterable[tuple[Run, Judged]]
) -> tuple[list[tuple[Run, Judged]], list[Held]]:
    """What is not equal and no limit explains; and how the limits of a release fare."""
    api = torch_snapshot().get(entry.torch)
    numbered = [
        (Held(number), placed.limit)
        for number, placed in enumerate(placed_limits(entry, shared), 1)
        if spans(placed.limit.since, placed.limit.until, release)
    ]
    left = []
    for run, one in judged:
        found = arguments_of(run.sample, api) if numbered and api is not None else None
        explained = False
        for held, limit in numbered if found else ():
            assert found is not None
            if covers(limit, *found):
                held.covered += 1
                held.shown += one.outcome is limit.then
                explained |= one.outcome is limit.then
        if one.outcome is not None and not explained:
            left.append((run, one))
    return left, [held for held, _ in numbered]
