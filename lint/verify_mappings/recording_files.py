"""Recordings as files: JSON and plain numbers, never a pickle.

The process that writes one has run code from strangers, and may leave anything in its place. What
is read is therefore held against limits, and every part of it against the type it must have.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np

from verify_mappings.recording import (
    Mapping,
    Node,
    Observation,
    Opaque,
    Raised,
    Scalar,
    Sequence,
    Symbol,
    Tensor,
)

# Far beyond what examples need: bytes of the tree, of all arrays, and numbers of one array.
MAX_TREE = 2 << 20
MAX_ARRAYS = 64 << 20
MAX_NUMBERS = 8 << 20
MAX_DEPTH = 64
MAX_KEY = 1000
_FORM = re.compile(r"[<>|][biufc][0-9]{1,2}")


class Unreadable(ValueError):
    """A file that is no recording; the message says why."""


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
    """Read what `save` wrote; None where it was not completed.

    Raises Unreadable for anything else. No more is read, nor taken of memory, than the limits say.
    """
    try:
        with open(directory / f"{name}.recording", "rb", opener=_open) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
                raise Unreadable("it is no file of its own")
            tree = file.readline(MAX_TREE + 1)
            if len(tree) > MAX_TREE or status.st_size - len(tree) > MAX_ARRAYS:
                raise Unreadable("it is too large")
            return _Reader(file, status.st_size - len(tree)).node(json.loads(tree))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    except Unreadable:
        raise
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is broken ({type(error).__name__})") from error


def _open(path: str, flags: int) -> int:
    """Open a file without following a link or waiting for who writes to a pipe."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


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
        case Observation(kind, fields, carried):
            return ["record", kind, _encode_all(fields, arrays), _encode_all(carried, arrays)]
        case Raised(error, message):
            return ["raised", error, message]
        case Opaque(type_):
            return ["opaque", type_]


def _encode_all(nodes: dict[str, Node], arrays: list[np.ndarray]) -> dict[str, Any]:
    return {key: _encode(node, arrays) for key, node in nodes.items()}


class _Reader:
    """Makes nodes of a tree, with arrays from the `rest` bytes that follow it in `file`."""

    def __init__(self, file: BufferedReader, rest: int) -> None:
        self._file = file
        self._rest = rest

    def node(self, data: object, depth: int = 0) -> Node:
        """The node that `data` describes; raises Unreadable where it describes none."""
        if depth > MAX_DEPTH:
            raise Unreadable("it is nested too deeply")
        inner = depth + 1
        match data:
            case ["complex", float(real), float(imag)]:
                return Scalar(complex(real, imag))
            case ["scalar", bool() | int() | float() | str() | None as value]:
                return Scalar(value)
            case ["tensor", str(form), list(shape), str(dtype), tracks, bool(numpy)] if (
                tracks is None or isinstance(tracks, bool)
            ):
                return Tensor(self._array(form, shape), dtype, tracks, numpy)
            case ["sequence", list(items)]:
                return Sequence(tuple(self.node(item, inner) for item in items))
            case ["mapping", dict(items)]:
                return Mapping(self._named(items, inner))
            case ["symbol", str(kind), str(name)]:
                return Symbol(kind, name)
            case ["record", str(kind), dict(fields), dict(carried)]:
                return Observation(kind, self._named(fields, inner), self._named(carried, inner))
            case ["raised", str(error), str(message)]:
                return Raised(error, message)
            case ["opaque", str(type_)]:
                return Opaque(type_)
        raise Unreadable("a part of it means nothing")

    def _named(self, items: dict[str, Any], depth: int) -> dict[str, Node]:
        if any(len(key) > MAX_KEY for key in items):
            raise Unreadable(f"a key has more than {MAX_KEY} characters")
        return {key: self.node(item, depth) for key, item in items.items()}

    def _array(self, form: str, shape: list[Any]) -> np.ndarray:
        """The next array: numbers or bools, never objects."""
        # Of sizes that are no sizes the product alone would take minutes.
        sizes = all(type(size) is int and 0 <= size <= MAX_NUMBERS for size in shape)
        if not _FORM.fullmatch(form) or not sizes or len(shape) > MAX_DEPTH:
            raise Unreadable("an array of it holds no numbers")
        try:
            dtype = np.dtype(form)
        except TypeError as error:
            raise Unreadable("an array of it holds no numbers") from error
        # A size of zero shall not make the others harmless.
        if math.prod(max(size, 1) for size in shape) > MAX_NUMBERS:
            raise Unreadable("an array of it is too large")
        self._rest -= math.prod(shape) * dtype.itemsize
        if self._rest < 0:
            raise Unreadable("an array of it is not complete")
        array = np.empty(shape, dtype)
        if self._file.readinto(array.reshape(-1).view(np.uint8).data) != array.nbytes:
            raise Unreadable("an array of it is not complete")
        return array
