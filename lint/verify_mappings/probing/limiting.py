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
from verify_mappings.probing.arguments import Passed, arguments_of, whole_code
from verify_mappings.probing.findings import BACKWARD, Judged, Support
from verify_mappings.probing.running import Run
from verify_mappings.processor import this_processor
from verify_mappings.recording import Record, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Stated:
    """A limit with its number; calls of the signatures `elsewhere` are for other variants."""

    number: int
    limit: Limit
    elsewhere: frozenset[Signature | None]

    def covers(self, run: Run, calls: Iterable[Passed]) -> bool:
        """Whether it speaks of a sample: of a gradient only where there is one."""
        then, raises = self.limit.then, run.torch.raised is not None
        if raises is not (then is Departure.ACCEPTED):
            return False
        if then is Departure.GRADIENT and not _has_gradients(run):
            return False
        meant = (call for call in calls if call.signature not in self.elsewhere)
        with np.errstate(invalid="ignore", divide="ignore"):  # of infinities and zeros
            return any(covers(self.limit, call.values, call.defaults) for call in meant)


def _has_gradients(run: Run) -> bool:
    """Whether torch gave gradients."""
    return isinstance(run.torch.get("gradient"), Record)


def _need_not_show(run: Run, limit: Limit) -> bool:
    """Whether a sample may come out equal: by chance, or by a gradient rounded too much to tell."""
    coarse = limit.then is Departure.GRADIENT and run.sample.dtype == "bfloat16"
    return coarse or limit.sometimes


# Limits of a release, by the API that they are of.
Limits = Mapping[str, list[Stated]]


@dataclass(slots=True)
class Held:
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
) -> tuple[list[tuple[Run, Judged]], list[Held]]:
    """What is not equal and no limit explains; and how the limits of the entry fare.

    Limits of other APIs explain it where the code of a sample uses these. A limit is not held
    against samples of which another one tells, to which another API has given something else than
    torch's, a dtype that is refused, or gradients of bfloat16.
    """
    limits = _limits(corpus, release)
    own = [(Held(stated.number), stated) for stated in limits.get(entry.torch, ())]
    others = {torch: listed for torch, listed in limits.items() if torch != entry.torch}
    left = []
    for run, one in judged:
        calls = _calls(run, entry.torch) if own else []
        covering = [(held, stated) for held, stated in own if stated.covers(run, calls)]
        explained = any(_shows(one, stated.limit) for _, stated in covering)
        for held, stated in covering:
            shows = _shows(one, stated.limit)
            held.shown += shows
            held.covered += shows or not (
                explained
                or support.explains(run, one)
                or _need_not_show(run, stated.limit)
                or _explained(run, Judged(Departure.DIFFERS), others)
            )
        if one.outcome and not explained and not _explained(run, one, others):
            left.append((run, one))
    return left, [held for held, _ in own]


@lru_cache(maxsize=8)  # for one corpus, on each release
def _limits(corpus: Corpus, release: str) -> Limits:
    found: dict[str, list[Stated]] = {}
    processor = this_processor()
    for entry in corpus.entries.values():
        for number, placed in enumerate(placed_limits(entry, corpus.limits), 1):
            if departure_on(placed.limit, release, processor):
                stated = Stated(number, placed.limit, _elsewhere(entry, placed.variant))
                found.setdefault(entry.torch, []).append(stated)
    return found


def _elsewhere(entry: Entry, variant: int) -> frozenset[Signature | None]:
    """The signatures that other variants treat."""
    api = torch_snapshot().get(entry.torch)
    treated = [compare(entry.torch, api, None, one.params)[0].signature for one in entry.variants]
    return frozenset(treated) - {treated[variant]}


def _calls(run: Run, torch: str) -> list[Passed]:
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


def _shows(one: Judged, limit: Limit) -> bool:
    """Whether a sample came out as a limit says.

    An error in the backward pass is a gradient. A result that differs has another gradient, too,
    which is all that is seen of it where a sample looks at another part; and where it differs by
    chance, of memory that is read, the process may end.
    """
    if limit.then is Departure.GRADIENT and one.outcome is Departure.REFUSED:
        return one.told.startswith(BACKWARD)
    if limit.sometimes and limit.then is Departure.DIFFERS and one.outcome is Departure.CRASHES:
        return True
    weaker = one.outcome is Departure.GRADIENT and limit.then is Departure.DIFFERS
    return weaker or one.outcome is limit.then


def _explained(run: Run, one: Judged, limits: Limits) -> bool:
    """Whether limits of APIs that a sample uses tell of its outcome."""
    code = whole_code(run.sample)
    for torch, listed in limits.items():
        alike = [stated for stated in listed if _shows(one, stated.limit)]
        name = torch.rpartition(".")[2]
        if alike and (name in code or name in SPECIAL):
            calls = _calls(run, torch)
            if any(stated.covers(run, calls) for stated in alike):
                return True
    return False
