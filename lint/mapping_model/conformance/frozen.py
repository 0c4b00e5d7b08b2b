"""The frozen sets of torch calls: which examples a figure counts, whatever is added later.

A set has a number, which stands beside every figure; a new one is made, the old ones stay as they
are. A call is known by its code and inputs: an example that keeps them may change its Paddle code.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mapping_model.entry import Entry, Example

_SETS = Path(__file__).parent / "sets"


@dataclass(frozen=True, slots=True)
class Frozen:
    """A set of calls by its number: digests by the torch API that they are examples of."""

    number: int
    calls: Mapping[str, tuple[str, ...]]

    @property
    def total(self) -> int:
        """How many calls."""
        return sum(map(len, self.calls.values()))


def digest_of(example: Example) -> str:
    """What a call is known by: a short hash of its code, what it is called with, its inputs."""
    told = [example.torch, example.call, example.inputs, example.processes]
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def calls_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """The digest of each call that runs of an entry's examples, and the key of the example."""
    found: set[str] = set()
    for key, example in entry.examples():
        digest = digest_of(example)
        if example.cannot_run is None and digest not in found:
            found.add(digest)
            yield digest, key


def freeze(entries: Iterable[Entry]) -> dict[str, tuple[str, ...]]:
    """The calls of some entries as they are now; an alias has none of its own."""
    own = sorted((e for e in entries if e.alias_of is None), key=lambda entry: entry.torch)
    found = {entry.torch: tuple(digest for digest, _ in calls_of(entry)) for entry in own}
    return {name: calls for name, calls in found.items() if calls}


def numbers() -> list[int]:
    """The numbers of all sets, oldest first."""
    return sorted(int(path.stem) for path in _SETS.glob("*.txt"))


@cache
def frozen(number: int) -> Frozen:
    """A set by its number."""
    lines = (_SETS / f"{number}.txt").read_text("utf-8").splitlines()
    return Frozen(number, {name: tuple(calls) for name, *calls in map(str.split, lines)})


def newest() -> Frozen:
    """The set that figures are of."""
    return frozen(numbers()[-1])


def save(calls: Mapping[str, tuple[str, ...]]) -> Path:
    """Write a new set, with the next number."""
    path = _SETS / f"{max(numbers(), default=0) + 1}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{name} {' '.join(c)}\n" for name, c in calls.items()), "utf-8")
    return path
