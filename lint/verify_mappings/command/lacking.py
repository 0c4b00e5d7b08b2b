"""What of some entries nothing shows as they are: no run, no change of their code, no probe.

`check` runs this and no more. What decides is what the linter's PM802 and PM804 ask: the hashes of
what was run. Where these are as they were, on whatever kind of processors, another run could only
say the same again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.probes import BrokenProbes, current_probes
from mapping_model.records import BrokenRecord, Record, read_record, record_path
from mapping_model.results import example_hash
from mapping_model.snapshots import PADDLE
from verify_mappings.command.selection import Chosen, committed
from verify_mappings.runs.cases import ExampleCase, KnownResults, Task, cases_of, plan
from verify_mappings.runs.records import read_records


def cases_of_all(corpus: Corpus, names: Iterable[str]) -> list[ExampleCase]:
    """The examples of entries and gotchas, of their limits and samples."""
    return [case for name in names for case in cases_of(corpus, name)]


def unrun(
    chosen: Chosen,
    cases: Collection[ExampleCase],
    releases: Iterable[str],
    torch: str,
    *,
    as_expected: bool = False,
) -> list[Task]:
    """What has no result as it is, found with `torch`; with `as_expected` no such one."""
    records: Mapping[str, Record] = read_records(chosen.mappings, (case.name for case in cases))
    if as_expected:
        records = {name: _as_expected(record) for name, record in records.items()}
    known = KnownResults(records, torch, chosen.corpus)
    return list(plan(cases, tuple(releases), chosen.corpus, known))


def _as_expected(record: Record) -> Record:
    """A record without what is not as expected on some kind of processors."""
    return {
        key: {
            release: result
            for release, result in results.items()
            if all(line.as_expected for line in (result, *result.elsewhere))
        }
        for key, results in record.items()
    }


def unfalsified(chosen: Chosen, cases: Iterable[ExampleCase]) -> Iterator[ExampleCase]:
    """The examples that were not committed as they are, with a result of the newest release.

    What is committed has been through `falsify`, which a workflow runs for each proposal. The
    records in the files say less: `check` may have stopped between a run and this.
    """
    before: dict[str, Record] = {}
    for case in cases:
        if case.name != case.subject:
            continue
        if case.name not in before:
            before[case.name] = _committed(record_path(chosen.mappings, case.name))
        result = before[case.name].get(case.key, {}).get(PADDLE[-1])
        if result is None or not result.is_of(example_hash(case.example)):
            yield case


def _committed(path: Path) -> Record:
    """The record as the last commit has it; empty where that has none, or there is no git."""
    try:
        return read_record(path, lambda: committed(path))
    except (UsageError, BrokenRecord):
        return {}


def unprobed(chosen: Chosen, names: Iterable[str]) -> Iterator[str]:
    """The entries that were not probed as they are, or not with nothing found."""
    corpus = chosen.corpus
    for name in names:
        try:
            probes = current_probes(chosen.mappings, corpus.entries[name], corpus.limits)
        except BrokenProbes:
            probes = {}
        found = probes.get(PADDLE[-1])
        if found is None or found.findings or found.loose_limits:
            yield name
