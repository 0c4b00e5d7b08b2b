"""What one side of an example gave, in a form that belongs to neither library.

A recording is a tree of the nodes below; `recording_files` is how it gets from the process that ran
the example to the one that compares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

_LONGEST = 300


def tidy(text: str) -> str:
    """A message that is the same on every run: no addresses; and not endless."""
    text = re.sub(r"0x[0-9a-f]{4,}", "0x...", text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."


@dataclass(frozen=True, slots=True)
class Scalar:
    """A Python number, bool, text or None."""

    value: bool | int | float | complex | str | None


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """A tensor, or a numpy array where `numpy` is set.

    `dtype` is the library's name of it: bfloat16 values are carried by a float32 array.
    `tracks` says whether it tracks gradients; None where that says nothing.
    """

    array: np.ndarray
    dtype: str
    tracks: bool | None = None
    numpy: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """Anything ordered: list, tuple, torch.Size, a named tuple, the items of an iterator."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """A dictionary; keys as text."""

    items: dict[str, Node]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A constant of the library: `kind` is "dtype" or "device", `name` is without the library."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Observation:
    """What an object did: `kind` ("module", "optimizer" ...) and named observations.

    `carried` flows from the torch side to the Paddle side and is not compared.
    """

    kind: str
    fields: dict[str, Node]
    carried: dict[str, Node] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: the name of its class, and its message."""

    error: str
    message: str

    def __str__(self) -> str:
        """The error on one line, without the library's own stack and source positions."""
        short = tidy(self._line())
        return f"{self.error}: {short}" if short else self.error

    def fits(self, stated: str) -> bool:
        """Whether this is the error stated: its class, or one of several, and words of its message.

        As in `ValueError: rank` and `IndexError or ValueError`.
        """
        errors, _, words = stated.partition(": ")
        return self.error in errors.split(" or ") and words in self._line()

    def _line(self) -> str:
        message = self.message.rpartition("Error Message Summary:")[2].strip("-\n ")
        message = " ".join(message.partition("[Hint:")[0].split())
        return re.sub(r" \(at /\S+\)", "", message)


@dataclass(frozen=True, slots=True)
class Opaque:
    """An object that has nothing to compare; `type` is the name of its class."""

    type: str


Node = Scalar | Tensor | Sequence | Mapping | Symbol | Observation | Raised | Opaque


def texts(node: Node) -> tuple[str, ...]:
    """The values of a sequence of scalars as text; none of anything else."""
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(str(item.value) for item in items if isinstance(item, Scalar))
