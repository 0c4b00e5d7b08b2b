"""Probing entries: all dtypes of each, on some Paddle releases, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from mapping_model.entry import Compare, Entry
from mapping_model.probes import PROBER, Probed, digest
from verify_mappings.job import Seed
from verify_mappings.probing.calling import further_calls, origin, seeds
from verify_mappings.probing.containers import written_to
from verify_mappings.probing.findings import Support, findings
from verify_mappings.probing.limiting import within_limits
from verify_mappings.probing.literals import literal_calls
from verify_mappings.probing.looking import judged as judged_of
from verify_mappings.probing.pairs import frozen_calls, paired_calls, written_calls
from verify_mappings.probing.relatives import of_relatives
from verify_mappings.probing.running import Prober, Unfinished
from verify_mappings.runs.pool import Versions
from verify_mappings.runs.verifier import TORCH

PROBED = (
    *("float32", "float64", "int64", "int32", "uint8", "bool"),
    *("complex64", "float16", "bfloat16"),
)


@dataclass(frozen=True, slots=True)
class EntryProbe:
    """What was found out of one entry on one release."""

    entry: Entry
    release: str
    probed: Probed


def probe(
    prober: Prober,
    entry: Entry,
    dtypes: Sequence[str],
    versions: dict[str, Versions],
) -> list[EntryProbe]:
    """Probe one entry in some dtypes."""
    given = tuple(_seeds(prober, entry))
    corpus = prober.corpus
    stated = {origin(key): example.compare for key, example in entry.examples()}
    runs = prober.run(entry, dtypes, given)
    found = []
    for release in versions.keys() - {TORCH}:
        judged = tuple(
            (run, judged_of(run, stated.get(run.sample.origin.partition(":")[0], Compare())))
            for run in runs[release]
            if run.paddle is not None and not run.random
        )
        random = sum(run.random for run in runs[release])
        support = Support(judged)
        version = prober.releases[release].version
        left, limits = within_limits(entry, corpus, version, judged, support)
        refused = sum(support.refuses(run, one) for run, one in left)
        # Whoever looks at what sizes of 0 do is told where they are refused.
        explains = support.refuses if prober.literals else support.explains
        unexplained = [(run, one) for run, one in left if not explains(run, one)]
        equal = sum(one.outcome is None for _, one in judged)
        python, torch = versions[release].python, versions[TORCH].library
        probed = Probed(
            inputs=len(judged),
            equal=equal,
            limited=len(judged) - equal - len(left),
            refused=refused,
            empty=len(left) - len(unexplained) - refused,
            unwritten=len(runs[release]) - len(judged) - random,
            random=random,
            dtypes=support.dtypes,
            limits=tuple((one.number, one.covered, one.shown) for one in limits if one.covered),
            digest=digest(entry, corpus.limits),
            run=f"{torch} {python} {PROBER}",
            findings=findings(unexplained),
        )
        found.append(EntryProbe(entry, release, probed))
    return found


def _seeds(prober: Prober, entry: Entry) -> Iterator[Seed]:
    if prober.literals:
        yield from literal_calls(entry)
        return
    if not prober.pairs:
        yield from seeds(entry)
        if not prober.further:
            return
        yield from further_calls(entry)
        yield from written_to(entry, prober.corpus)
        yield from of_relatives(entry, prober.corpus)
    yield from paired_calls(entry)
    yield from frozen_calls(entry)
    yield from written_calls(entry)


def probe_all(
    prober: Prober,
    entries: Iterable[Entry],
    dtypes: Sequence[str],
    versions: dict[str, Versions],
    threads: int,
    done: Callable[[list[EntryProbe]], None],
    unfinished: Callable[[Entry, str], None],
) -> list[EntryProbe]:
    """Probe entries; `done` hears of each as it is known, `unfinished` of those with no answer."""
    found: list[EntryProbe] = []
    with ThreadPoolExecutor(threads) as executor:
        act = partial(probe, prober, dtypes=dtypes, versions=versions)
        for entry, future in [(entry, executor.submit(act, entry)) for entry in entries]:
            try:
                ones = future.result()
            except Unfinished as error:
                unfinished(entry, str(error))
                continue
            done(ones)
            found += ones
    return found
