"""The random phase: the code many times over, its results stacked for comparing statistics."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from verify_mappings.recording import Mapping, Node, Record, Scalar, Sequence, Tensor

# Beyond this many numbers per result further draws tell nothing new.
MAX_NUMBERS = 2_000_000


def numbers(node: Node, path: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """Every tensor and number of a recording, with where it is."""
    match node:
        case Tensor(array) if array.dtype.kind == "c":
            yield f"{path} (real part)", array.real.astype(np.float64)
            yield f"{path} (imaginary part)", array.imag.astype(np.float64)
        case Tensor(array):
            yield path, array.astype(np.float64)
        case Scalar(bool() | int() | float() as value):
            yield path, np.asarray(value, np.float64)
        case Sequence(items) if items and all(map(_is_number, items)):
            values = [item.value for item in items if isinstance(item, Scalar)]
            yield path, np.asarray(values, np.float64)
        case Sequence(items):
            for index, item in enumerate(items):
                yield from numbers(item, f"{path}[{index}]")
        case Mapping(items) | Record(_, items):
            for key, item in items.items():
                yield from numbers(item, f"{path}.{key}" if path else key)


def _is_number(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, (bool, int, float))


def stack_draws(draws: list[Node]) -> Record:
    """The first draw, and all numbers that have the same shape in all draws, stacked."""
    found: dict[str, list[np.ndarray]] = {}
    for draw in draws:
        for path, array in numbers(draw):
            found.setdefault(path, []).append(array)
    stacked: dict[str, Node] = {}
    for path, arrays in found.items():
        if len(arrays) != len(draws) or len({array.shape for array in arrays}) > 1:
            continue
        count = max(20, min(len(arrays), MAX_NUMBERS // max(1, arrays[0].size)))
        stacked[path] = Tensor(np.stack(arrays[:count]), "float64")
    return Record("draws", {"first": draws[0], "stacked": Mapping(stacked)})
