"""What all faults share: their register, and picking a place at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from mapping_model.snapshots import paddle_snapshot, torch_snapshot

Data = dict[str, Any]
Fault = Callable[[Data, random.Random], bool]
FAULTS: dict[str, Fault] = {}
# Those that change code: the ones that executing the examples could notice.
IN_CODE: set[str] = set()
_MAPPINGS = Path(__file__).parents[2] / "mappings"


@cache
def glossary() -> frozenset[str]:
    """What the glossary describes: a row of such a name needs no description of its own."""
    return frozenset(yaml.safe_load((_MAPPINGS / "glossary.yaml").read_text("utf-8")))


def fault(name: str, in_code: bool = False) -> Callable[[Fault], Fault]:
    """Register a fault under the name that the table shows."""

    def register(function: Fault) -> Fault:
        FAULTS[name] = function
        if in_code:
            IN_CODE.add(name)
        return function

    return register


def bodies(data: Data) -> list[Data]:
    """The variants, or the entry itself."""
    return data.get("variants") or [data]


def all_rows(data: Data) -> list[tuple[list[Data], int]]:
    """Every row, as its table and its place in it."""
    return [(t, i) for body in bodies(data) if (t := body.get("params")) for i in range(len(t))]


def pick_row(data: Data, rng: random.Random, fits: Callable[[Data], Any]) -> Data | None:
    """A random row that fits, None if none does."""
    found = [table[i] for table, i in all_rows(data) if fits(table[i])]
    return rng.choice(found) if found else None


def pick_example(data: Data, rng: random.Random) -> Data | None:
    """A random example, None if there is none."""
    found = [example for body in bodies(data) for example in body.get("examples", ())]
    return rng.choice(found) if found else None


def all_texts(value: Any) -> Iterator[Data]:
    """Every text in both languages."""
    if isinstance(value, dict) and value.keys() == {"en", "zh"}:
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from all_texts(item)


def pick_text(data: Data, rng: random.Random, fits: Callable[[Data], Any] = bool) -> Data | None:
    """A random text that fits, None if none does."""
    found = [text for text in all_texts(data) if fits(text)]
    return rng.choice(found) if found else None


def misspelt(word: str, rng: random.Random) -> str:
    """A letter dropped, doubled or exchanged with its neighbour, as fingers do it."""
    place = rng.randrange(len(word))
    neighbour = word[place : place + 2][::-1]
    choices = (word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:])
    wrong = rng.choice((*choices, word[:place] + neighbour + word[place + 2 :]))
    return wrong if wrong not in ("", word) and wrong.isidentifier() else word + "s"


def misspelt_api(name: str, rng: random.Random) -> str:
    """A name that neither library has."""
    owner, _, last = name.rpartition(".")
    wrong = f"{owner}.{misspelt(last, rng)}"
    while wrong in torch_snapshot() or wrong in paddle_snapshot():
        wrong += rng.choice("sx_")
    return wrong


def delete_key(
    data: Data, rng: random.Random, key: str, fits: Callable[[Data], Any] = bool
) -> bool:
    """Delete a key of a random row that has it and fits."""
    row = pick_row(data, rng, lambda row: key in row and fits(row))
    if row is not None:
        del row[key]
    return row is not None
