"""Reading `.pdparams`, which is a pickle, without running anything that it asks for.

`pickle` calls whatever a file names. Here the instructions of the file are only looked at, and
only those are followed that `paddle.save` writes for tensors, numbers, texts and what holds them.
Nothing that the file names is imported or called: a few names stand for a form of data, and any
other is refused.
"""

from __future__ import annotations

import math
import pickletools
from pathlib import Path
from typing import IO, Any

import numpy as np

# NumPy 2 calls its inner parts differently, and Python 2 its built-in names.
_RENAMED = {"numpy.core.": "numpy._core.", "__builtin__.": "builtins."}
_KNOWN = {
    "_codecs.encode",
    "builtins.bytes",
    "builtins.tuple",
    "collections.OrderedDict",
    "numpy._core.multiarray._reconstruct",
    "numpy._core.multiarray.scalar",
    "numpy._core.numeric._frombuffer",
    "numpy.dtype",
    "numpy.ndarray",
}
_DTYPES = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"}
# Instructions that push what stands beside them, and those that do nothing for us.
_NUMBERS = {"BININT", "BININT1", "BININT2", "LONG1", "LONG4", "BINFLOAT"}
_TEXTS = {"BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "BINSTRING", "SHORT_BINSTRING"}
_BYTES = {"BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8"}
_CONSTANTS = _NUMBERS | _TEXTS | _BYTES
_SILENT = {"PROTO", "FRAME"}
_WORDS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
# What Paddle adds to a state: how it has cut large tensors, for protocols 2 and 3.
_CUT = "UnpackBigParamInfor@@"


# Bytes of a tensor are copied at most so often: out of a text, into one of several, into an array.
_COPIES = 3
# The longest dimension of a tensor, and the largest number that is a name.
_MOST = 2**63


class NotWeights(ValueError):
    """The file holds something that no weights need; the message says what."""


def read(path: Path) -> Any:
    """What `paddle.save` has written; `values` tells which of it are tensors.

    Raise NotWeights, OSError or MemoryError, and ValueError for what is damaged or another file.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        try:
            return _joined(_Reader(size).read(_File(file, size)))
        except (NotWeights, OSError, MemoryError):
            raise
        except Exception as error:  # an index, a key, a type: whatever a wrong byte leads to
            raise ValueError("it is damaged, or paddle.save did not write it") from error


def values(found: Any) -> Any:
    """The array that stands for a tensor, alone or with its name; anything else as it is."""
    if isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], _Array):
        found = found[1]
    return found.values if isinstance(found, _Array) else found


class _Name(str):
    """One of the known names, which no text of the file can be taken for."""

    __slots__ = ()


class _Dtype:
    """A dtype; the order of its bytes is told later."""

    def __init__(self, code: str) -> None:
        if code not in _DTYPES:
            raise NotWeights(f"an array of dtype `{code[:20]}`")
        self._code = code
        self._order = "="

    def fill(self, state: Any) -> None:
        _, order, *others = state
        if order not in ("<", ">", "|", "=") or any(each is not None for each in others[:3]):
            raise NotWeights("an array of structures")
        self._order = order

    def made(self, data: bytes | bytearray, shape: tuple[int, ...], order: Any) -> np.ndarray:
        """The array with these bytes, which must be as many as it takes."""
        dtype = np.dtype(self._order + self._code)
        plain = len(shape) <= 32 and all(0 <= length < _MOST for length in shape)
        if not plain or math.prod(shape) * dtype.itemsize != len(data):
            raise ValueError("the data have not the size of the shape")
        array = np.frombuffer(data, dtype) if data else np.empty(0, dtype)
        return array.astype(dtype.newbyteorder("="), copy=False).reshape(shape, order=order)


class _Array:
    """An array; what it holds is told later."""

    def __init__(self, values: np.ndarray | None = None) -> None:
        self.values = values

    def fill(self, state: Any) -> None:
        _, shape, dtype, by_columns, data = state
        if isinstance(data, str):  # as Python 2 wrote bytes
            data = data.encode("latin-1")
        self.values = dtype.made(data, shape, "F" if by_columns else "C")


class _File:
    """A file that is not asked for more bytes than it has, whatever it says itself."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._size = file, size
        self.readline, self.tell = file.readline, file.tell

    def read(self, count: int) -> bytes:
        if count > self._size - self._file.tell():
            raise ValueError("it ends too early")
        return self._file.read(count)


class _Reader:
    """Follows the instructions of one file, with no more work than so many bytes can ask for.

    What it holds once it may name again and again: each time counts anew.
    """

    def __init__(self, size: int) -> None:
        self._left = _COPIES * size
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._memo: dict[int, Any] = {}

    def read(self, file: Any) -> Any:
        for opcode, argument, _ in pickletools.genops(file):
            self._follow(opcode.name, argument)
        (found,) = self._stack
        return found

    def _follow(self, instruction: str, argument: Any) -> None:
        stack, memo = self._stack, self._memo
        match instruction:
            case "MARK":
                self._marks.append(len(stack))
            case "EMPTY_DICT":
                stack.append({})
            case "EMPTY_LIST":
                stack.append([])
            case "EMPTY_TUPLE":
                stack.append(())
            case "TUPLE1" | "TUPLE2" | "TUPLE3":
                stack.append(tuple(self._last(len(stack) - int(instruction[-1]))))
            case "TUPLE":
                stack.append(tuple(self._last(self._marks.pop())))
            case "APPEND" | "APPENDS":
                items = self._last(self._marks.pop() if instruction == "APPENDS" else -1)
                _of(stack[-1], list).extend(items)
            case "SETITEM" | "SETITEMS":
                items = self._last(self._marks.pop() if instruction == "SETITEMS" else -2)
                _add(stack[-1], items[::2], items[1::2])
            case "MEMOIZE":
                memo[len(memo)] = stack[-1]
            case "BINPUT" | "LONG_BINPUT":
                memo[argument] = stack[-1]
            case "BINGET" | "LONG_BINGET":
                stack.append(memo[argument])
            case "GLOBAL":
                stack.append(_known(argument.replace(" ", ".", 1)))
            case "STACK_GLOBAL":
                stack.append(_known(".".join(self._last(-2))))
            case "REDUCE":
                stack.append(self._made(*self._last(-2)))
            case "BUILD":
                (state,) = self._last(-1)
                self._count(state[-1])
                stack[-1].fill(state)
            case "STOP":
                pass
            case _ if instruction in _CONSTANTS:
                stack.append(argument)
            case _ if instruction in _WORDS:
                stack.append(_WORDS[instruction])
            case _ if instruction not in _SILENT:
                # INST names what it calls.
                named = argument.replace(" ", ".", 1) if instruction == "INST" else instruction
                raise NotWeights(f"`{named[:100]}`")

    def _last(self, start: int) -> list[Any]:
        """Take what lies on the stack from a place on."""
        taken = self._stack[start:]
        del self._stack[start:]
        return taken

    def _count(self, copied: Any) -> None:
        """Count the bytes or the items of what is copied."""
        self._left -= len(copied) if isinstance(copied, str | bytes | bytearray | list) else 1
        if self._left < 0:
            raise ValueError("more than the file has")

    def _made(self, name: Any, arguments: Any) -> Any:
        """The data that a name stands for with these arguments."""
        for argument in arguments:
            self._count(argument)
        match _of(name, _Name), arguments:
            case "numpy._core.multiarray._reconstruct", ("numpy.ndarray", (0,), _):
                return _Array()
            case "numpy._core.numeric._frombuffer", (data, _Dtype() as dtype, shape, order):
                return _Array(dtype.made(data, shape, order))
            case "numpy._core.multiarray.scalar", (_Dtype() as dtype, data):
                return dtype.made(data, (), "C").item()
            case "builtins.bytes", ():  # as protocol 2 has none
                return b""
            case "numpy.dtype", (str() as code, *_):
                return _Dtype(code)
            case "builtins.tuple", ((tuple() | list()) as items,):
                return tuple(items)
            case "collections.OrderedDict", ():
                return {}
            case "collections.OrderedDict", (list() as pairs,):
                ordered: dict[Any, Any] = {}
                _add(ordered, [key for key, _ in pairs], [value for _, value in pairs])
                return ordered
            case "_codecs.encode", (str() as text, "latin1"):
                return text.encode("latin-1")
        raise NotWeights(f"`{name}` with arguments that no weights need")


def _known(name: str) -> _Name:
    for old, new in _RENAMED.items():
        if name.startswith(old):
            name = new + name.removeprefix(old)
    if name not in _KNOWN:
        raise NotWeights(f"`{name[:100]}`")
    return _Name(name)


def _of(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"a {kind.__name__} belongs here")
    return value


def _add(target: Any, keys: list[Any], items: list[Any]) -> None:
    # Tuples in tuples as keys would take for ever to hash, and many large numbers hash alike.
    plain = (isinstance(key, str | float | None) or _is_small(key) for key in keys)
    if not all(plain):
        raise ValueError("a name belongs here")
    _of(target, dict).update(zip(keys, items, strict=True))


def _is_small(key: Any) -> bool:
    return isinstance(key, int) and -_MOST < key < _MOST


def _joined(found: Any) -> Any:
    """The same with every tensor whole that Paddle has cut into several."""
    for name, told in found.pop(_CUT, {}).items() if isinstance(found, dict) else ():
        parts = [found.pop(part) for part in told["slices"]]
        if len({id(part) for part in parts}) < len(parts):
            raise ValueError("one part is several times in a tensor")
        whole = np.concatenate([part.values for part in parts])
        found[name] = _Array(whole.reshape(told["OriginShape"]))
    return found
