"""What CPU time the code of mappings takes, beside PyTorch and beside Paddle's own call.

`speed.json` has what `benchmarks/speed.py` measured on one machine, an entry a line. It speaks of
the mapping that was measured alone: of another one, nothing is known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mapping_model.entry import Entry
from mapping_model.results import mapping_hash

SPEED = Path(__file__).parent / "speed.json"
# So many times the CPU time of what is better is told, of code that takes so many microseconds: of
# less, making the call is most of it, and nobody waits for it.
SLOW, LEAST = 5.0, 300.0


@dataclass(frozen=True, slots=True)
class Point:
    """The CPU time at one size, as ratios within one run.

    `elements` has the largest tensor. The mapping's code takes so many `microseconds`, `torch`
    times as long as PyTorch, and `own` times as long as the best of what else Paddle has for the
    same; `training` with the gradients.
    """

    elements: int
    microseconds: float
    torch: float
    own: float | None = None
    training: bool = False

    @property
    def slow(self) -> bool:
        """Whether PyTorch and Paddle itself both have what is much faster."""
        much = self.microseconds >= LEAST
        return much and self.own is not None and min(self.torch, self.own) >= SLOW


@dataclass(frozen=True, slots=True)
class Timed:
    """What was measured of one example, by its key, with the mapping of then.

    `better` is Paddle code that is much faster, where there is some.
    """

    key: str
    mapping: str
    points: tuple[Point, ...]
    better: str | None = None

    @property
    def worst(self) -> Point | None:
        """The slowest of the sizes at which it is slow."""
        return max((p for p in self.points if p.slow), key=lambda p: p.own or 0, default=None)


@dataclass(frozen=True, slots=True)
class Speed:
    """All that was measured: on which releases and kind of processor, when, and of which APIs."""

    torch: str
    paddle: str
    processor: str
    date: str
    timed: Mapping[str, tuple[Timed, ...]]

    def slow(self, entry: Entry) -> tuple[Timed, Point] | None:
        """The slowest example of an entry whose code is slow, of the mapping that it has now."""
        digest = mapping_hash(entry)
        worst = [
            (one, one.worst)
            for one in self.timed.get(entry.torch, ())
            if one.worst is not None and one.mapping == digest
        ]
        return max(worst, key=lambda pair: pair[1].own or 0, default=None)


@cache
def read_speed() -> Speed:
    """The record that the package brings."""
    return speed_of(json.loads(SPEED.read_text("utf-8")))


def speed_of(told: Mapping[str, Any]) -> Speed:
    """The record from plain data; raise ValueError, KeyError or TypeError for what is none."""
    timed = {}
    for name, own in told["apis"].items():
        mapping = str(own["mapping"])
        timed[name] = tuple(
            Timed(key, mapping, tuple(map(_point, one["points"])), one.get("better"))
            for key, one in own.items()
            if key != "mapping" and "points" in one
        )
    return Speed(told["torch"], told["paddle"], told["processor"], told["date"], timed)


def _point(written: Sequence[float | None]) -> Point:
    elements, microseconds, torch, own, training, *_ = [*written, None, None]
    if elements is None or microseconds is None or torch is None:
        raise ValueError(f"no point: {written}")
    other = None if own is None else float(own)
    return Point(int(elements), float(microseconds), float(torch), other, bool(training))
