"""Holding what became of samples against the limits that entries state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Limit
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.values import covers
from mapping_model.outcomes import Departure
from mapping_model.since import covers as spans
from mapping_model.snapshots import torch_snapshot
from verify_mappings.probing.arguments import Values, arguments_of, whole_code
from verify_mappings.probing.judging import Judged
from verify_mappings.probing.running import Run
from verify_mappings.recording import Record, Scalar, Sequence

# Limits of a release with their numbers, by the API that they are of.
Limits = Mapping[str, list[tuple[int, Limit]]]


@dataclass(slots=True)
class Held:
    """How many samples a limit covers, and how many of them came out as it says."""

    number: int
    covered: int = 0
    shown: int = 0


def within_limits(
    entry: Entry, corpus: Corpus, release: str, judged: Iterable[tuple[Run, Judged]]
) -> tuple[list[tuple[Run, Judged]], list[Held]]:
    """What is not equal and no limit explains; and how the limits of the entry fare.

    Limits of other APIs explain it where the code of a sample uses these.
    """
    limits = _limits(corpus, release)
    own = [(Held(number), limit) for number, limit in limits.pop(entry.torch, ())]
    left = []
    for run, one in judged:
        asked = _asked(run, entry.torch) if own else []
        explained = False
        for held, limit in own:
            if any(covers(limit, *call) for call in asked):
                held.covered += 1
                held.shown += one.outcome is limit.then
                explained |= one.outcome is limit.then
        if one.outcome and not explained and not _explained(run, one.outcome, limits):
            left.append((run, one))
    return left, [held for held, _ in own]


def _limits(corpus: Corpus, release: str) -> dict[str, list[tuple[int, Limit]]]:
    found = {}
    for entry in corpus.entries.values():
        placed = enumerate(placed_limits(entry, corpus.limits), 1)
        limits = [(number, one.limit) for number, one in placed]
        found[entry.torch] = [one for one in limits if spans(one[1].since, one[1].until, release)]
    return {api: limits for api, limits in found.items() if limits}


def _asked(run: Run, torch: str) -> list[tuple[Values, Values]]:
    api = torch_snapshot().get(torch)
    if api is None:
        return []
    return list(arguments_of(run.sample, api, _trained(run), _calmed(run)))


def _trained(run: Run) -> tuple[str, ...]:
    """The inputs that torch gave gradients."""
    match run.torch.get("gradient"):
        case Record(_, _, {"inputs": Sequence(items)}):
            return tuple(str(item.value) for item in items if isinstance(item, Scalar))
    return ()


def _calmed(run: Run) -> bool:
    """Whether the resulting layer was put in evaluation."""
    match run.torch.get("plain"):
        case Record(_, {"result": Record("module", _, {"calmed": Scalar(calmed)})}):
            return bool(calmed)
    return False


def _explained(run: Run, outcome: Departure, limits: Limits) -> bool:
    """Whether limits of APIs that a sample uses tell of its outcome."""
    code = whole_code(run.sample)
    for torch, numbered in limits.items():
        alike = [limit for _, limit in numbered if limit.then is outcome]
        if alike and torch.rpartition(".")[2] in code:
            asked = _asked(run, torch)
            if any(covers(limit, *call) for limit in alike for call in asked):
                return True
    return False
