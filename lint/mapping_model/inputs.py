"""What the `inputs` of an example mean: a specification as written in YAML, parsed.

No array is made here (that takes numpy and belongs to the harness), so the linter can use it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("uint8", "int8", "int16", "int32", "int64")
DTYPES = ("bool", *INTEGERS, *FLOATS, *COMPLEX)
# Beyond this an example is no longer an illustration, and the harness would crawl.
MAX_ELEMENTS = 1_000_000

_NUMBER = r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
_RANDOM = re.compile(rf"(\w+)\s*\[([\d\s,]{{0,60}})\](?:\s+in\s+({_NUMBER})\.\.({_NUMBER}))?")
_FORMS = (
    'a number, a list, "float32[2, 3]", "int64[4] in 0..4", {tensor: [...], dtype: ...}, '
    '{parameter: "float32[3]"}, {value: ...} or {module: "Linear(4, 2)"}'
)


class InputError(ValueError):
    """A specification that means nothing; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class ScalarInput:
    """A Python number or bool, passed as it is."""

    value: bool | int | float


@dataclass(frozen=True, slots=True)
class ValueInput:
    """Any plain Python value (list, string, None ...), passed as it is."""

    value: Any


@dataclass(frozen=True, slots=True)
class LiteralTensor:
    """A tensor with the given values: nested lists of numbers, or one number for shape [].

    The harness has arrays in their place, too.
    """

    values: Any
    dtype: str


@dataclass(frozen=True, slots=True)
class RandomTensor:
    """A tensor filled from a fixed seed.

    Without `low` and `high`: standard normal for floats and complex, 0 to 9 for integers, half of
    each for bools. `high` is exclusive.
    """

    dtype: str
    shape: tuple[int, ...]
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ParameterInput:
    """A trainable parameter with the values of `tensor`."""

    tensor: LiteralTensor | RandomTensor


@dataclass(frozen=True, slots=True)
class ModuleInput:
    """A module with the same weights on both sides: the expression that makes it on each.

    Names resolve in `torch.nn` resp. `paddle.nn`; `torch` and `paddle` themselves are in scope.
    """

    torch: str
    paddle: str


InputSpec = ScalarInput | ValueInput | LiteralTensor | RandomTensor | ParameterInput | ModuleInput


def parse_input(spec: Any) -> InputSpec:
    """Parse one input as written in YAML; raise InputError when it has no meaning.

    What is parsed already stays as it is.
    """
    if isinstance(spec, InputSpec):
        return spec
    if isinstance(spec, (bool, int, float)):
        return ScalarInput(spec)
    if isinstance(spec, (str, list)):
        return _tensor(spec)
    if isinstance(spec, dict):
        return _mapping(spec)
    raise InputError(f"expected {_FORMS}, not {spec!r}")


def _mapping(spec: dict[Any, Any]) -> InputSpec:
    keys = set(spec)
    if keys == {"value"}:
        return ValueInput(spec["value"])
    if keys == {"module"}:
        return _module(spec["module"])
    if keys == {"parameter"}:
        tensor = _tensor(spec["parameter"])
        if tensor.dtype not in FLOATS + COMPLEX:
            raise InputError(f"a parameter must be of a floating dtype, not {tensor.dtype}")
        return ParameterInput(tensor)
    if "tensor" in keys and keys <= {"tensor", "dtype"}:
        return _literal(spec["tensor"], spec.get("dtype"))
    raise InputError(f"expected {_FORMS}, not a mapping with {_names(keys)}")


def _names(keys: set[Any]) -> str:
    return ", ".join(f"`{key}`" for key in sorted(map(str, keys))) or "no keys"


def _module(spec: Any) -> ModuleInput:
    if isinstance(spec, str) and spec.strip():
        return ModuleInput(spec, spec)
    if isinstance(spec, dict) and set(spec) == {"torch", "paddle"}:
        torch, paddle = spec["torch"], spec["paddle"]
        if isinstance(torch, str) and isinstance(paddle, str):
            return ModuleInput(torch, paddle)
    raise InputError(
        'expected {module: "Linear(4, 2)"} or {module: {torch: "torch.nn....", paddle: '
        f'"paddle.nn...."}}}}, not {spec!r}'
    )


def _tensor(spec: Any) -> LiteralTensor | RandomTensor:
    if isinstance(spec, str):
        return _random(spec)
    if isinstance(spec, list):
        return _literal(spec, None)
    if isinstance(spec, dict) and "tensor" in spec and set(spec) <= {"tensor", "dtype"}:
        return _literal(spec["tensor"], spec.get("dtype"))
    raise InputError(f'expected "float32[2, 3]" or a list of numbers, not {spec!r}')


@lru_cache(maxsize=1024)  # the same few stand in many examples
def _random(spec: str) -> RandomTensor:
    match = _RANDOM.fullmatch(spec.strip())
    if not match:
        raise InputError(
            f'expected "dtype[shape]" such as "float32[2, 3]" or "int64[4] in 0..4", not {spec!r}; '
            "a plain text is {value: ...}"
        )
    dtype, sizes, low, high = match.groups()
    _check_dtype(dtype)
    try:
        shape = tuple(int(size) for size in sizes.split(",") if size.strip() or sizes.strip())
    except ValueError:
        raise InputError(f"expected a shape such as [2, 3], not [{sizes}]") from None
    if math.prod(shape) > MAX_ELEMENTS:
        raise InputError(f"expected at most {MAX_ELEMENTS:,} elements, not {math.prod(shape):,}")
    if low is None:
        return RandomTensor(dtype, shape)
    return RandomTensor(dtype, shape, *_range(dtype, low, high))


def _range(dtype: str, low: str, high: str) -> tuple[float, float]:
    if dtype == "bool" or dtype in COMPLEX:
        raise InputError(f"a range (`in {low}..{high}`) makes no sense for {dtype}")
    if dtype in INTEGERS and not all(re.fullmatch(r"[-+]?\d+", bound) for bound in (low, high)):
        raise InputError(f"expected whole numbers as the range of {dtype}, not {low}..{high}")
    bounds = float(low), float(high)
    if bounds[0] >= bounds[1]:
        raise InputError(f"expected a range from low to high, not {low}..{high}")
    return bounds


def _check_dtype(dtype: Any) -> None:
    if dtype not in DTYPES:
        raise InputError(f"expected one of the dtypes {', '.join(DTYPES)}, not {dtype!r}")


def _literal(values: Any, dtype: Any) -> LiteralTensor:
    if dtype is not None:
        _check_dtype(dtype)
    kinds: set[type] = set()
    _shape(values, kinds, dtype)
    if bool in kinds and len(kinds) > 1:
        raise InputError("expected either bools or numbers in a tensor, not both")
    if dtype is None:
        dtype = _dtype_of(kinds)
    elif dtype not in FLOATS + COMPLEX and float in kinds:
        raise InputError(f"expected whole numbers in a tensor of {dtype}")
    return LiteralTensor(values, dtype)


def _dtype_of(kinds: set[type]) -> str:
    if bool in kinds:
        return "bool"
    # An empty list makes a float tensor, as it does in both libraries.
    return "float32" if float in kinds or not kinds else "int64"


def _shape(values: Any, kinds: set[type], dtype: str | None) -> tuple[int, ...]:
    """The shape of nested lists; the types of the numbers in them are added to `kinds`."""
    if isinstance(values, list):
        shapes = {_shape(value, kinds, dtype) for value in values}
        if len(shapes) > 1:
            raise InputError("expected lists of equal length on each level of a tensor")
        return (len(values), *(shapes.pop() if shapes else ()))
    if isinstance(values, (bool, int, float)):
        kinds.add(type(values))
    elif isinstance(values, str) and dtype in COMPLEX and _is_complex(values):
        kinds.add(complex)
    else:
        hint = ""
        if isinstance(values, str) and re.fullmatch(r"[-+]?\d+[eE][-+]?\d+", values):
            hint = " (YAML reads it as a string; write it with a decimal point: 1.0e-3)"
        raise InputError(f"expected a number in a tensor, not {values!r}{hint}")
    return ()


def _is_complex(text: str) -> bool:
    try:
        complex(text)
    except ValueError:
        return False
    return True
