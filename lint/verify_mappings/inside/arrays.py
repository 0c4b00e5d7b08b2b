"""Arrays that are the same in every process: inputs of examples, and fixed weights of losses."""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

import numpy as np
import numpy.random  # numpy imports it late, in every child then

from mapping_model.inputs import COMPLEX, FLOATS, LiteralTensor, RandomTensor

# numpy has no bfloat16: such values travel as float32 beside the name of the dtype.
_CARRIERS = {"bfloat16": "float32"}


def carrier(dtype: str) -> np.dtype:
    """The numpy dtype that carries values of `dtype`."""
    return np.dtype(_CARRIERS.get(dtype, dtype))


def input_array(name: str, spec: LiteralTensor | RandomTensor, rank: int = 0) -> np.ndarray:
    """The values of an input; for random ones the seed follows from `name` and `spec`.

    And from the `rank` of the process, of which each has values of its own.
    """
    if isinstance(spec, LiteralTensor):
        values = spec.values
        if spec.dtype in COMPLEX and not isinstance(values, np.ndarray):
            values = _complex(values)
        return np.array(values, dtype=carrier(spec.dtype))
    process = [rank] if rank else []
    rng = _rng(["input", name, spec.dtype, spec.shape, spec.low, spec.high, *process])
    return np.asarray(_random(rng, spec)).astype(carrier(spec.dtype))


def _complex(values: Any) -> Any:
    return [_complex(value) for value in values] if isinstance(values, list) else complex(values)


def _random(rng: np.random.Generator, spec: RandomTensor) -> Any:
    if spec.dtype == "bool":
        # As many of one as of the other, so that a mask never selects everything or nothing.
        return rng.permutation(np.arange(math.prod(spec.shape)) % 2).reshape(spec.shape)
    if spec.dtype in COMPLEX:
        return rng.standard_normal(spec.shape) + 1j * rng.standard_normal(spec.shape)
    if spec.dtype in FLOATS:
        if spec.low is None or spec.high is None:
            return rng.standard_normal(spec.shape)
        return rng.uniform(spec.low, spec.high, spec.shape)
    low, high = (0, 10) if spec.low is None or spec.high is None else (spec.low, spec.high)
    return rng.integers(int(low), int(high), spec.shape)


def fixed_weights(purpose: str, index: int, shape: tuple[int, ...]) -> np.ndarray:
    """Standard normal float64 numbers, fixed by their purpose, index and shape."""
    return np.asarray(_rng([purpose, index, list(shape)]).standard_normal(shape))


def _rng(key: list[Any]) -> np.random.Generator:
    digest = hashlib.sha256(json.dumps(key).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "little"))
