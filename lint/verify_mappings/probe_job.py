"""What a worker is asked to do for a probe: one line of JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Seed:
    """Torch code of the project, of which samples are made; `inputs` and `call` as in an example.

    `origin` says where it comes from, `gradients` whether these are compared. Where it stands
    `alone` it is run as it is; of others there are mutations. `after` is code that both sides run
    in the end as it is.
    """

    origin: str
    code: str
    inputs: tuple[tuple[str, Any], ...]
    call: tuple[str, ...] | None = None
    gradients: bool = True
    alone: bool = False
    after: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Run Paddle code on the sample in the folder called `number`, in these phases.

    `reference` is the folder of the torch side's recordings of it.
    """

    number: int
    reference: str
    code: str
    phases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProbeJob:
    """Run one side of the samples of one API, each into a folder below `directory`.

    The torch side makes the samples in some dtypes, of torch's own and of `seeds`, or the `further`
    ones of `seeds`, and begins with the one of number `start`. The Paddle side follows `orders`;
    `reference` is what it may read besides.
    """

    KIND: ClassVar = "probe"

    api: str
    dtypes: tuple[str, ...]
    directory: str
    start: int = 0
    seeds: tuple[Seed, ...] = ()
    further: bool = False
    orders: tuple[Order, ...] = ()
    reference: str | None = None
    timeout: float = 20.0

    def to_json(self) -> str:
        """The job as one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> ProbeJob:
        """The job of a line that `to_json` made."""
        data = json.loads(line)
        seeds = (
            seed | {"inputs": tuple(map(tuple, seed["inputs"])), "call": _words(seed["call"])}
            for seed in data["seeds"]
        )
        data["seeds"] = tuple(Seed(**seed) for seed in seeds)
        data["dtypes"] = tuple(data["dtypes"])
        data["orders"] = tuple(
            Order(**order | {"phases": tuple(order["phases"])}) for order in data["orders"]
        )
        return cls(**data)

    @property
    def folder(self) -> Path:
        """`directory` as a path."""
        return Path(self.directory)


def _words(given: list[str] | None) -> tuple[str, ...] | None:
    return None if given is None else tuple(given)
