"""The words of conditions on values: what each asks of an array, and what it is called.

Nothing here imports numpy: arrays are asked by their own operators and methods.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mapping_model.categories import Text
from mapping_model.inputs import COMPLEX, DTYPES, FLOATS, INTEGERS


class Dtype(str):
    """A dtype that is passed itself, as `dtype=torch.float64` passes "float64"."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor as conditions see it.

    `array` is a numpy array with its values and `dtype` the name that the libraries give its
    dtype, of which numpy does not have all. A `view` shares its memory with another tensor.
    """

    array: Any
    dtype: str
    contiguous: bool = True
    requires_grad: bool = False
    view: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A function of conditions: its least and largest number of arguments, and what it gives.

    `said` and `denied` put it into words; they have a place for the first argument and one for
    what the second adds. Without them it is an element that is asked, within `some`.
    """

    arguments: tuple[int, int]
    ask: Callable[..., Any]
    said: Text | None = None
    denied: Text | None = None


def array_of(value: Any) -> Any:
    """The elements of a tensor; a number is its own element."""
    return value.array if isinstance(value, Tensor) else value


def some(asked: Any) -> bool:
    """Whether any element is true."""
    asked = array_of(asked)
    return bool(asked.any()) if hasattr(asked, "any") else bool(asked)


def _isnan(value: Any) -> Any:
    array = array_of(value)
    return array != array


def _isinf(value: Any) -> Any:
    return abs(array_of(value)) == math.inf


def _is_of(dtypes: tuple[str, ...]) -> Callable[[Tensor], bool]:
    return lambda tensor: tensor.dtype in dtypes


def _contiguous(tensor: Tensor) -> bool:
    return tensor.contiguous


def _view(tensor: Tensor) -> bool:
    return tensor.view or not tensor.contiguous


def _lines(tensor: Any, dim: Any) -> Any:
    """The elements with those along `dim`, or all of them, along the last dimension."""
    array = array_of(tensor)
    dims = dim if isinstance(dim, (list, tuple)) else [dim]
    if None in dims or not dims or not array.ndim:
        return array.reshape(-1)
    dims = [one % array.ndim for one in dims]
    others = [one for one in range(array.ndim) if one not in dims]
    lines = array.transpose(*others, *dims)
    return lines.reshape(*lines.shape[: len(others)], -1) if array.size else lines


def _ties(tensor: Any, dim: Any = None) -> bool:
    lines = _lines(tensor, dim).copy()
    lines.sort(-1)
    return some(lines[..., 1:] == lines[..., :-1])


def _constant(tensor: Any, dim: Any = None) -> bool:
    lines = _lines(tensor, dim)
    return lines.shape[-1] > 1 and some((lines == lines[..., :1]).all(-1))


def _tied(extreme: str) -> Callable[..., bool]:
    def asked(tensor: Any, dim: Any = None) -> bool:
        lines = _lines(tensor, dim)
        if not lines.size:
            return False
        return some((lines == getattr(lines, extreme)(-1, keepdims=True)).sum(-1) > 1)

    return asked


# What `isa` asks of a value: the classes; a bool is a number, but no `int`, as Python would say.
_CLASSES: dict[str, tuple[type, ...]] = {
    "tensor": (Tensor,),
    "number": (int, float, complex),
    "bool": (bool,),
    "int": (int,),
    "float": (float,),
    "str": (str,),
    "dtype": (Dtype,),
    "list": (list, tuple),
    "sequence": (range, deque, array, bytearray),
    "dict": (dict,),
}


def is_a(value: Any, kind: str) -> bool | None:
    """Whether a value is of a kind; None where values do not tell."""
    if kind not in _CLASSES:
        return None
    if isinstance(value, bool) and kind == "int":
        return False
    if isinstance(value, Dtype) and kind == "str":
        return False
    return isinstance(value, _CLASSES[kind])


# The name of what the call gives; its value is whether code changes that in place afterwards.
RESULT = "result"
# Attributes of a tensor that conditions may ask for.
ATTRIBUTES: dict[str, Callable[[Tensor], Any]] = {
    "dtype": lambda tensor: tensor.dtype,
    "ndim": lambda tensor: tensor.array.ndim,
    "shape": lambda tensor: tuple(tensor.array.shape),
    "size": lambda tensor: tensor.array.size,
    "imag": lambda tensor: tensor.array.imag,
    "requires_grad": lambda tensor: tensor.requires_grad,
}
CONSTANTS = {"inf": math.inf, **{dtype: Dtype(dtype) for dtype in DTYPES}}
WORDS: dict[str, Word] = {
    "some": Word((1, 1), some),
    "isnan": Word((1, 1), _isnan),
    "isinf": Word((1, 1), _isinf),
    "abs": Word((1, 1), lambda value: abs(array_of(value))),
    "len": Word((1, 1), lambda value: len(array_of(value))),
    "floating": Word(
        (1, 1),
        _is_of(FLOATS),
        Text("{0} is a floating-point tensor", "{0} 为浮点 Tensor"),
        Text("{0} is not a floating-point tensor", "{0} 不为浮点 Tensor"),
    ),
    "integral": Word(
        (1, 1),
        _is_of(INTEGERS),
        Text("{0} is an integer tensor", "{0} 为整数 Tensor"),
        Text("{0} is not an integer tensor", "{0} 不为整数 Tensor"),
    ),
    "complex": Word(
        (1, 1),
        _is_of(COMPLEX),
        Text("{0} is a complex tensor", "{0} 为复数 Tensor"),
        Text("{0} is not a complex tensor", "{0} 不为复数 Tensor"),
    ),
    "contiguous": Word(
        (1, 1),
        _contiguous,
        Text("{0} is contiguous in memory", "{0} 在内存中连续"),
        Text("{0} is not contiguous in memory", "{0} 在内存中不连续"),
    ),
    "view": Word(
        (1, 1),
        _view,
        Text("{0} is a view of another tensor", "{0} 是另一个 Tensor 的视图"),
        Text("{0} is no view of another tensor", "{0} 不是另一个 Tensor 的视图"),
    ),
    "changed": Word(
        (1, 1),
        bool,
        Text("{0} is changed in place afterwards", "之后原地修改 {0}"),
        Text("{0} is not changed in place", "不原地修改 {0}"),
    ),
    "ties": Word(
        (1, 2),
        _ties,
        Text("elements of {0} are equal{1}", "{0} {1}有相等的元素"),
        Text("no elements of {0} are equal{1}", "{0} {1}没有相等的元素"),
    ),
    "constant": Word(
        (1, 2),
        _constant,
        Text("all elements of {0} are equal{1}", "{0} {1}的元素全部相等"),
        Text("not all elements of {0} are equal{1}", "{0} {1}的元素不全相等"),
    ),
    "tied_largest": Word(
        (1, 2),
        _tied("max"),
        Text("several elements of {0} are largest{1}", "{0} {1}有多个最大元素"),
        Text("only one element of {0} is largest{1}", "{0} {1}只有一个最大元素"),
    ),
    "tied_smallest": Word(
        (1, 2),
        _tied("min"),
        Text("several elements of {0} are smallest{1}", "{0} {1}有多个最小元素"),
        Text("only one element of {0} is smallest{1}", "{0} {1}只有一个最小元素"),
    ),
}
