"""Holding what became of samples against the limits that entries state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mapping_model.calls.operators import SPECIAL
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Limit
from mapping_model.limits.examples import departure_on
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.values import covers
from mapping_model.outcomes import Departure
from mapping_model.sides import compare
from mapping_model.snapshots import Signature, torch_snapshot
from verify_mappings.probing.arguments import CallValues, arguments_of, whole_code
from verify_mappings.probing.findings import BACKWARD, Judged, Support
from verify_mappings.probing.running import Run
from verify_mappings.probing.told import is_told
from verify_mappings.processor import this_processor
from verify_mappings.recording import Observation, Scalar, texts


@dataclass(frozen=True, slots=True)
class StatedLimit:
    """A limit with its number; calls of the signatures `elsewhere` are for other variants."""

    number: int
    limit: Limit
    elsewhere: frozenset[Signature | None]

    def covers(self, run: Run, calls: Iterable[CallValues]) -> bool:
        """Whether it speaks of a sample: of a gradient only where there is one."""
        then, raises = self.limit.then, run.torch.raised is not None
        if raises is not (then is Departure.ACCEPTED):
            return False
        gradients = isinstance(run.torch.get("gradient"), Observation)
        if then in _GRADIENTS and not gradients:
            return False
        meant = (call for call in calls if call.signature not in self.elsewhere)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):  # of infinities, zeros
            return any(covers(self.limit, call.values, call.defaults) for call in meant)


_GRADIENTS = (Departure.GRADIENT, Departure.BACKWARD)
# Limits of a release, by the API that they are of.
LimitsByApi = Mapping[str, list[StatedLimit]]


@dataclass(slots=True)
class LimitTally:
    """How many samples a limit covers, and how many of them came out as it says."""

    number: int
    covered: int = 0
    shown: int = 0


def within_limits(
    entry: Entry,
    corpus: Corpus,
    release: str,
    judged: Iterable[tuple[Run, Judged]],
    support: Support,
) -> tuple[list[tuple[Run, Judged]], list[LimitTally]]:
    """What is not equal and nothing tells of; and how the limits of the entry fare.

    Limits of other APIs explain it where the code of a sample uses these. A limit is not held
    against samples of which another one tells, to which another API has given something else than
    torch's, a dtype that is refused, or gradients of bfloat16.
    """
    limits = _limits(corpus, release)
    own = [(LimitTally(stated.number), stated) for stated in limits.get(entry.torch, ())]
    others = {torch: listed for torch, listed in limits.items() if torch != entry.torch}
    left = []
    for run, one in judged:
        calls = _calls(run, entry.torch) if own else []
        covering = [(held, stated) for held, stated in own if stated.covers(run, calls)]
        explained = any(shows(one, stated.limit) for _, stated in covering)
        explained = explained or is_told(run, one, entry, corpus)
        for held, stated in covering:
            is_shown = shows(one, stated.limit)
            # It may come out equal by chance, or by a gradient rounded too much to tell.
            coarse = run.sample.dtype == "bfloat16" and stated.limit.then in _GRADIENTS
            held.shown += is_shown
            held.covered += is_shown or not (
                explained
                or support.explains(run, one)
                or coarse
                or stated.limit.sometimes
                or _explained(run, Judged(Departure.DIFFERS), others)
            )
        if one.outcome and not explained and not _explained(run, one, others):
            left.append((run, one))
    return left, [held for held, _ in own]


def speaking(run: Run, entry: Entry, corpus: Corpus, release: str) -> list[StatedLimit]:
    """The limits of an entry on a release that speak of a sample."""
    limits = stated_limits(entry, corpus, release)
    calls = _calls(run, entry.torch) if limits else []
    return [stated for stated in limits if stated.covers(run, calls)]


def speaks_of_all(run: Run, entry: Entry, corpus: Corpus, release: str, number: int) -> bool:
    """Whether a limit speaks of each call of the API in a sample, not of some alone."""
    limit = next(one for one in stated_limits(entry, corpus, release) if one.number == number)
    return all(limit.covers(run, [call]) for call in _calls(run, entry.torch))


def stated_limits(entry: Entry, corpus: Corpus, release: str) -> list[StatedLimit]:
    """The limits of an entry on a release."""
    return _limits(corpus, release).get(entry.torch, [])


@lru_cache(maxsize=8)  # for one corpus, on each release
def _limits(corpus: Corpus, release: str) -> LimitsByApi:
    found: dict[str, list[StatedLimit]] = {}
    processor = this_processor()
    for entry in corpus.entries.values():
        placed_ones = list(placed_limits(entry, corpus.limits))
        if not placed_ones:
            continue
        # The signatures that each variant treats.
        api = torch_snapshot().get(entry.torch)
        treated = [compare(entry.torch, api, None, v.params)[0].signature for v in entry.variants]
        for number, placed in enumerate(placed_ones, 1):
            if departure_on(placed.limit, release, processor):
                elsewhere = frozenset(treated) - {treated[placed.variant]}
                stated = StatedLimit(number, placed.limit, elsewhere)
                found.setdefault(entry.torch, []).append(stated)
    return found


def _calls(run: Run, torch: str) -> list[CallValues]:
    api = torch_snapshot().get(torch)
    if api is None:
        return []
    # The inputs that torch gave gradients; whether a resulting layer was put in evaluation.
    trained: tuple[str, ...] = ()
    calmed = False
    match run.torch.get("gradient"):
        case Observation(_, _, {"inputs": inputs}):
            trained = texts(inputs)
    match run.torch.get("plain"):
        case Observation(_, {"result": Observation("module", _, {"calmed": Scalar(value)})}):
            calmed = bool(value)
    return list(arguments_of(run.sample, api, trained, calmed))


def shows(one: Judged, limit: Limit) -> bool:
    """Whether a sample came out as a limit says.

    An error in the backward pass is a gradient, and gradients of some dtypes may differ where
    others raise one. A result that differs has another gradient, too,
    which is all that is seen of it where a sample looks at another part; and where it differs by
    chance, of memory that is read, the process may end.
    """
    if limit.then in _GRADIENTS and one.outcome is Departure.REFUSED:
        return one.told.startswith(BACKWARD)
    if limit.then is Departure.BACKWARD:
        return one.outcome is Departure.GRADIENT
    if limit.sometimes and limit.then is Departure.DIFFERS and one.outcome is Departure.CRASHES:
        return True
    weaker = one.outcome is Departure.GRADIENT and limit.then is Departure.DIFFERS
    return weaker or one.outcome is limit.then


def _explained(run: Run, one: Judged, limits: LimitsByApi) -> bool:
    """Whether limits of APIs that a sample uses tell of its outcome."""
    code = whole_code(run.sample)
    for torch, listed in limits.items():
        alike = [stated for stated in listed if shows(one, stated.limit)]
        name = torch.rpartition(".")[2]
        if alike and (name in code or name in SPECIAL):
            calls = _calls(run, torch)
            if any(stated.covers(run, calls) for stated in alike):
                return True
    return False
