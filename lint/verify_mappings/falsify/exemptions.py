"""Exemptions from a comparison that an example has and no release needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from mapping_model.entry import Compare
from mapping_model.outcomes import Outcome
from verify_mappings.runs.cases import Case
from verify_mappings.runs.tasks import Task, Verified

# Each exemption under a key that it has in `compare`.
_WITHOUT: dict[str, Callable[[Compare], Compare]] = {
    "gradient": lambda compare: replace(compare, gradient_skip=None),
    "dtype": lambda compare: replace(compare, dtype_ignore=None),
    "why": lambda compare: replace(compare, rtol=None, atol=None, why=None),
}


@dataclass(frozen=True, slots=True)
class Needless:
    """An exemption, by its key in `compare`, without which the example fares the same."""

    case: Case
    key: str


def needless_exemptions(
    cases: Iterable[Case],
    releases: Sequence[str],
    execute: Callable[[Sequence[Task]], list[Verified]],
) -> Iterator[Needless]:
    """The exemptions without which examples have the same outcome on each of the releases.

    For one that is there to differ, an exemption makes the claim stronger.
    """
    plans = []
    for case in cases:
        for key, without in _WITHOUT.items():
            strict = replace(case.example, compare=without(case.example.compare))
            claims = case.example.expect is Outcome.EQUAL and not case.example.cannot_run
            if claims and strict != case.example:
                # The torch side runs for the strict one, which needs more of it.
                task = Task(replace(case, example=strict), tuple(releases), (case.example,))
                plans.append((Needless(case, key), task))
    verified = iter(execute([task for _, task in plans]))
    for needless, task in plans:
        outcomes = [[next(verified).result.outcome for _ in task.examples] for _ in releases]
        if all(strict == exempt for strict, exempt in outcomes):
            yield needless
