"""What samples are made of: the torch code of an entry's examples."""

from __future__ import annotations

from collections.abc import Iterator

from mapping_model.entry import Entry
from mapping_model.outcomes import Outcome
from verify_mappings.probe_job import Seed


def seeds(entry: Entry) -> Iterator[Seed]:
    """The examples that give one and the same result each time, and are there to be equal."""
    for key, example in entry.examples():
        compare = example.compare
        if example.cannot_run or compare.random or compare.raises or compare.dtype_ignore:
            continue
        if example.expect is Outcome.EQUAL:
            gradients = compare.gradient_skip is None
            yield Seed(origin(key), example.torch, example.inputs, example.call, gradients)


def origin(key: str) -> str:
    """What samples of the example with this key begin with."""
    return f"example {key}"
