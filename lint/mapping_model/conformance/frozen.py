"""The frozen sets of torch calls: which examples and samples a figure counts, whatever is added.

A set has a number, which stands beside every figure; a new one is made, the old ones stay as they
are. A call is known by its code and inputs: an example that keeps them may change its Paddle code.
From the second one on sets have two parts, which are never counted together.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from mapping_model.entry import Entry, Example
from mapping_model.records import SAMPLES_OF, subject_of

_SETS = Path(__file__).parent / "sets"

# By torch API, then by key.
Examples = Mapping[str, Mapping[str, Example]]


class Part(StrEnum):
    """Who has chosen the calls."""

    EXAMPLES = "examples"  # those who wrote entries
    SAMPLES = "samples"  # those who wrote torch's own tests

    def recorded(self, api: str) -> str:
        """The name of what is recorded of its calls of an API."""
        return f"{SAMPLES_OF}{api}" if self is Part.SAMPLES else api


@dataclass(frozen=True, slots=True)
class Frozen:
    """A part of a set by its number: digests by the torch API that they are calls of."""

    number: int
    calls: Mapping[str, tuple[str, ...]]
    part: Part = Part.EXAMPLES

    @property
    def total(self) -> int:
        """How many calls."""
        return sum(map(len, self.calls.values()))


def digest_of(example: Example) -> str:
    """What a call is known by: a short hash of its code, what it is called with, its inputs."""
    told = [example.torch, example.call, example.inputs, example.processes]
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def calls_of(examples: Mapping[str, Example]) -> Iterator[tuple[str, str]]:
    """The digest of each call that runs of some examples, and the key of the example."""
    found: set[str] = set()
    for key, example in examples.items():
        digest = digest_of(example)
        if example.cannot_run is None and digest not in found:
            found.add(digest)
            yield digest, key


def examples_of(entries: Iterable[Entry]) -> dict[str, dict[str, Example]]:
    """Those of some entries; an alias has none of its own."""
    own = sorted((e for e in entries if e.alias_of is None), key=lambda entry: entry.torch)
    return {entry.torch: dict(entry.examples()) for entry in own}


def freeze(examples: Examples) -> dict[str, tuple[str, ...]]:
    """The calls as they are now."""
    found = {name: tuple(digest for digest, _ in calls_of(ones)) for name, ones in examples.items()}
    return {name: calls for name, calls in found.items() if calls}


def numbers() -> list[int]:
    """The numbers of all sets, oldest first."""
    return sorted(int(path.stem) for path in _SETS.glob("*.txt"))


@cache
def frozen(number: int, part: Part = Part.EXAMPLES) -> Frozen:
    """A part of a set by its number; a set without it has no calls in it."""
    lines = (_SETS / f"{number}.txt").read_text("utf-8").splitlines()
    calls = {name: tuple(calls) for name, *calls in map(str.split, lines)}
    apis = {name: subject_of(name) for name in calls}
    own = {api: calls[name] for name, api in apis.items() if part.recorded(api) == name}
    return Frozen(number, own, part)


def parts_of(number: int) -> list[Frozen]:
    """The parts that a set has."""
    return [found for part in Part if (found := frozen(number, part)).calls]


def newest() -> Frozen:
    """The examples of the set that figures are of."""
    return frozen(numbers()[-1])


def save(number: int, parts: Mapping[Part, Mapping[str, tuple[str, ...]]]) -> Path:
    """Write a new set."""
    path = _SETS / f"{number}.txt"
    path.parent.mkdir(exist_ok=True)
    lines = (
        f"{part.recorded(name)} {' '.join(digests)}\n"
        for part, calls in parts.items()
        for name, digests in calls.items()
    )
    path.write_text("".join(lines), "utf-8")
    return path
