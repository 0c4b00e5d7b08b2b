"""What one side of an example gave, in a form that belongs to neither library.

A recording is a tree of the nodes below. It is written by the process that ran the example, as
JSON and one .npz file (never a pickle: the process that wrote it ran code from strangers), and
read by the process that compares.
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
    """Write `node` as `<name>.npz` and `<name>.json`; the JSON comes last and completes it."""
    arrays: dict[str, np.ndarray] = {}
    text = json.dumps(_encode(node, arrays))
    # The stub takes an array for the option `allow_pickle`, which older releases do not have.
    np.savez(directory / f"{name}.npz", **arrays)  # type: ignore[arg-type]
    partial = directory / f"{name}.json.partial"
    partial.write_text(text, "utf-8")
    partial.replace(directory / f"{name}.json")


def load(directory: Path, name: str) -> Node | None:
    """Read what `save` wrote; None where it was not completed."""
    try:
        data = json.loads((directory / f"{name}.json").read_text("utf-8"))
    except FileNotFoundError:
        return None
    with np.load(directory / f"{name}.npz", allow_pickle=False) as arrays:
        return _decode(data, arrays)


def _encode(node: Node, arrays: dict[str, np.ndarray]) -> list[Any]:
    match node:
        case Scalar(complex() as value):
            return ["complex", value.real, value.imag]
        case Scalar(value):
            return ["scalar", value]
        case Tensor(array, dtype, tracks, numpy):
            key = f"a{len(arrays)}"
            arrays[key] = array
            return ["tensor", key, dtype, tracks, numpy]
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


def _encode_all(nodes: dict[str, Node], arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    return {key: _encode(node, arrays) for key, node in nodes.items()}


def _decode(data: list[Any], arrays: Any) -> Node:
    match data:
        case ["complex", real, imag]:
            return Scalar(complex(real, imag))
        case ["scalar", value]:
            return Scalar(value)
        case ["tensor", key, dtype, tracks, numpy]:
            return Tensor(arrays[key], dtype, tracks, numpy)
        case ["sequence", items]:
            return Sequence(tuple(_decode(item, arrays) for item in items))
        case ["mapping", items]:
            return Mapping(_decode_all(items, arrays))
        case ["symbol", kind, name]:
            return Symbol(kind, name)
        case ["record", kind, fields, carried]:
            return Record(kind, _decode_all(fields, arrays), _decode_all(carried, arrays))
        case ["raised", error, message]:
            return Raised(error, message)
        case ["opaque", type_]:
            return Opaque(type_)
    raise ValueError(f"not a recording: {data!r}")


def _decode_all(data: dict[str, Any], arrays: Any) -> dict[str, Node]:
    return {key: _decode(value, arrays) for key, value in data.items()}
