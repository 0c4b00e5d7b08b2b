"""What one side of an example gave, in a form that belongs to neither library.

A recording is a tree of the nodes below. It is written by the process that ran the example, as
JSON and plain numbers (never a pickle: the process that wrote it ran code from strangers), and read
by the process that compares.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
class Record:
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
        message = self.message.rpartition("Error Message Summary:")[2].strip("-\n ")
        message = " ".join(message.partition("[Hint:")[0].split())
        short = tidy(re.sub(r" \(at /\S+\)", "", message))
        return f"{self.error}: {short}" if short else self.error


@dataclass(frozen=True, slots=True)
class Opaque:
    """An object that has nothing to compare; `type` is the name of its class."""

    type: str


Node = Scalar | Tensor | Sequence | Mapping | Symbol | Record | Raised | Opaque


def save(node: Node, directory: Path, name: str) -> None:
    """Write `node` as `<name>.recording`, which is there as soon as it is complete.

    One line of JSON is followed by the numbers of all arrays, in the order of the tree.
    """
    arrays: list[np.ndarray] = []
    tree = json.dumps(_encode(node, arrays))
    partial = directory / f"{name}.partial"
    with partial.open("wb") as file:
        file.write(f"{tree}\n".encode())
        for array in arrays:
            file.write(array.tobytes())
    partial.replace(directory / f"{name}.recording")


def load(directory: Path, name: str) -> Node | None:
    """Read what `save` wrote; None where it was not completed."""
    try:
        data = (directory / f"{name}.recording").read_bytes()
    except FileNotFoundError:
        return None
    tree, _, numbers = data.partition(b"\n")
    return _decode(json.loads(tree), _Numbers(numbers))


class _Numbers:
    """The numbers of a file, from which arrays are taken one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._taken = 0

    def take(self, dtype: str, shape: list[int]) -> np.ndarray:
        """The next array: numbers or bools, never objects."""
        if np.dtype(dtype).kind not in "biufc":
            raise ValueError(f"an array of {dtype} holds no numbers")
        array: np.ndarray = np.ndarray(shape, dtype, self._data, self._taken)
        self._taken += array.nbytes
        return array.copy()


def _encode(node: Node, arrays: list[np.ndarray]) -> list[Any]:
    match node:
        case Scalar(complex() as value):
            return ["complex", value.real, value.imag]
        case Scalar(value):
            return ["scalar", value]
        case Tensor(array, dtype, tracks, numpy):
            arrays.append(array)
            return ["tensor", array.dtype.str, array.shape, dtype, tracks, numpy]
        case Sequence(items):
            return ["sequence", [_encode(item, arrays) for item in items]]
        case Mapping(items):
            return ["mapping", _encode_all(items, arrays)]
        case Symbol(kind, name):
            return ["symbol", kind, name]
        case Record(kind, fields, carried):
            return ["record", kind, _encode_all(fields, arrays), _encode_all(carried, arrays)]
        case Raised(error, message):
            return ["raised", error, message]
        case Opaque(type_):
            return ["opaque", type_]


def _encode_all(nodes: dict[str, Node], arrays: list[np.ndarray]) -> dict[str, Any]:
    return {key: _encode(node, arrays) for key, node in nodes.items()}


def _decode(data: list[Any], numbers: _Numbers) -> Node:
    match data:
        case ["complex", real, imag]:
            return Scalar(complex(real, imag))
        case ["scalar", value]:
            return Scalar(value)
        case ["tensor", form, shape, dtype, tracks, numpy]:
            return Tensor(numbers.take(form, shape), dtype, tracks, numpy)
        case ["sequence", items]:
            return Sequence(tuple(_decode(item, numbers) for item in items))
        case ["mapping", items]:
            return Mapping(_decode_all(items, numbers))
        case ["symbol", kind, name]:
            return Symbol(kind, name)
        case ["record", kind, fields, carried]:
            return Record(kind, _decode_all(fields, numbers), _decode_all(carried, numbers))
        case ["raised", error, message]:
            return Raised(error, message)
        case ["opaque", type_]:
            return Opaque(type_)
    raise ValueError(f"not a recording: {data!r}")


def _decode_all(data: dict[str, Any], numbers: _Numbers) -> dict[str, Node]:
    return {key: _decode(value, numbers) for key, value in data.items()}
