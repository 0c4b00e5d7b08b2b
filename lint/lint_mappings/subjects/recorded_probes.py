"""What probes of an entry have recorded."""

from __future__ import annotations

from functools import lru_cache

from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.subject import EntrySubject
from mapping_model.probes import (
    BrokenProbes,
    Probed,
    ProbeRecord,
    digest_of,
    probe_path,
    read_probes,
)


@lru_cache(maxsize=1)  # the rules ask about one entry after the other
def probes_of(facts: Facts, api: str) -> ProbeRecord | BrokenProbes:
    """The record of an entry, empty where there is none; or why it cannot be read."""
    try:
        return read_probes(probe_path(facts.corpus.root, api))
    except BrokenProbes as error:
        return error


@lru_cache(maxsize=1)
def current_probes(entry: EntrySubject) -> dict[str, Probed]:
    """What is recorded of the entry as it is, by the release."""
    record = probes_of(entry.facts, entry.entry.torch)
    if not record or isinstance(record, BrokenProbes):
        return {}
    examples = [example.hash for variant in entry.variants for example in variant.examples]
    now = digest_of(entry.hash, examples, entry.limits.placed)
    return {release: probed for release, probed in record.items() if probed.is_of(now)}
