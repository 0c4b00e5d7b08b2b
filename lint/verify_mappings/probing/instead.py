"""Code of limits that does not hold where they speak.

The `code` of a limit is proved by its one example. Here it is written for all samples that come of
this one and of those of the entry, and what this limit speaks of, and no other, is held against
torch.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from mapping_model.corpus import Corpus
from mapping_model.entry import Compare, Entry
from mapping_model.inputs import LiteralTensor
from mapping_model.limits.examples import with_code_of
from mapping_model.limits.sharing import Placed, placed_limits
from mapping_model.outcomes import Departure
from mapping_model.probes import Finding
from verify_mappings.probing.calling import further_calls, origin, seeds
from verify_mappings.probing.findings import Judged, Support, findings, judge
from verify_mappings.probing.limiting import speaking, speaks_of_all, stated_limits
from verify_mappings.probing.probes import PROBED
from verify_mappings.probing.running import Prober, Run

# What `paddle.assign` says of an `out` that has not the shape of what is written to it.
_OTHER_SHAPE = "must be equal with out shape"
# Up to where float64 has all integers.
_EXACT = 2**53


@dataclass(frozen=True, slots=True)
class Unsafe:
    """What the code of a limit, which has this number, is not right for."""

    number: int
    when: str
    finding: Finding


def unsafe_code(prober: Prober, entry: Entry, release: str) -> Iterator[Unsafe]:
    """Where the code of the limits of an entry departs on a release, of those in `prober`."""
    version = prober.releases[release].version
    stated = {one.number: one.limit for one in stated_limits(entry, prober.corpus, version)}
    for number, placed in enumerate(placed_limits(entry, prober.corpus.limits), 1):
        if number not in stated or placed.limit.instead is None:
            continue
        other = _with_example(with_code_of(entry, placed), placed)
        given = (*seeds(other), *further_calls(other))
        runs = prober.of(_with(prober.corpus, other)).run(entry, PROBED, given)[release]
        judged = tuple(_judged(other, runs))
        support = Support(judged)
        wrong = [
            (run, one)
            for run, one in judged
            if one.outcome not in (None, Departure.ACCEPTED) and not support.explains(run, one)
            if not _is_of_other_shape(one) and not _is_beyond_floats(run)
            if [s.number for s in speaking(run, entry, prober.corpus, version)] == [number]
            if speaks_of_all(run, entry, prober.corpus, version, number)
        ]
        for finding in findings(wrong):
            yield Unsafe(number, placed.limit.when, finding)


def _is_of_other_shape(one: Judged) -> bool:
    """Whether Paddle refuses an `out` of another shape than the result, which torch resizes."""
    return one.outcome is Departure.REFUSED and _OTHER_SHAPE in one.told


def _is_beyond_floats(run: Run) -> bool:
    """Whether the code computes integers as floats, and some are too large for any of these.

    The texts of such limits say up to where it is exact.
    """
    return "float" in run.code and any(
        isinstance(spec, LiteralTensor)
        and spec.dtype == "int64"
        and any(abs(int(one)) > _EXACT for one in np.ravel(spec.values))
        for spec in run.sample.inputs.values()
    )


def _with_example(entry: Entry, placed: Placed) -> Entry:
    """The entry with the example of a limit as the last one of its variant."""
    variants = [*entry.variants]
    own = variants[placed.variant]
    variants[placed.variant] = replace(own, examples=(*own.examples, placed.limit.example))
    return replace(entry, variants=tuple(variants))


def _with(corpus: Corpus, entry: Entry) -> Corpus:
    """The same corpus with another entry of an API."""
    other = copy(corpus)
    other.entries = {**corpus.entries, entry.torch: entry}
    return other


def _judged(entry: Entry, runs: list[Run]) -> Iterator[tuple[Run, Judged]]:
    stated = {origin(key): example.compare for key, example in entry.examples()}
    for run in runs:
        if run.paddle is not None and not run.random:
            compare = stated.get(run.sample.origin.partition(":")[0], Compare())
            yield run, judge(run.torch, run.paddle, compare)
