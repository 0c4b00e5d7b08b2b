"""What samples are made of: the torch code of an entry's examples, and other calls in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from mapping_model.entry import Entry, Example
from mapping_model.outcomes import Outcome
from mapping_model.snapshots import torch_snapshot
from verify_mappings.probe_job import Seed
from verify_mappings.probing.calling import calls, given_by, ways

# So many ways of calling are tried for an entry.
MOST = 40


def seeds(entry: Entry) -> Iterator[Seed]:
    """The examples that give one and the same result each time and are there to be equal.

    After them those that are called otherwise, and those whose result is overwritten: what is then
    seen at the inputs tells a view from a copy.
    """
    examples = {origin(key): example for key, example in entry.examples() if _is_fit(example)}
    for told, example in examples.items():
        yield _seed(told, example, example.torch)
    for told, example in examples.items():
        if not example.call and example.torch.startswith("result ="):
            shared = _seed(f"{told}: shared", example, example.torch)
            yield replace(shared, gradients=False, alone=True, after="result.zero_()\n")
    yield from islice(_called_otherwise(entry, examples), MOST)


def origin(key: str) -> str:
    """What samples of the example with this key begin with."""
    return f"example {key}"


def _is_fit(example: Example) -> bool:
    compare = example.compare
    told = compare.random or compare.raises or compare.dtype_ignore or example.cannot_run
    return not told and example.expect is Outcome.EQUAL


def _seed(told: str, example: Example, code: str) -> Seed:
    gradients = example.compare.gradient_skip is None
    alone = code != example.torch
    return Seed(told, code, example.inputs, example.call, gradients, alone)


def _called_otherwise(entry: Entry, examples: dict[str, Example]) -> Iterator[Seed]:
    api = torch_snapshot().get(entry.torch)
    if api is None:
        return
    found = {told: calls(example.torch, api) for told, example in examples.items()}
    given = given_by(call for called in found.values() for call in called)
    seen = {example.torch for example in examples.values()}
    for told, example in examples.items():
        for call in found[told][:1]:
            for way, code in ways(call, given):
                if code not in seen:
                    seen.add(code)
                    yield _seed(f"{told}: {way}", example, code)
