"""Examples on larger inputs: the sizes of their tensors, and the numbers in their code, grown.

An example has a few elements. Which of its sizes may grow together is found by trying: some axes
of its inputs and some numbers of its code are multiplied, and what PyTorch still runs is a way.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mapping_model.entry import Example
from mapping_model.inputs import (
    InputError,
    InputSpec,
    LiteralTensor,
    ModuleInput,
    ParameterInput,
    RandomTensor,
    parse_input,
)
from verify_mappings.inside.arrays import input_array

# So many ways are tried for one example.
MOST_WAYS = 80


@dataclass(frozen=True, slots=True)
class Way:
    """Which axes of which inputs grow, and which numbers of the code, by their places."""

    axes: frozenset[tuple[str, int]]
    numbers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Grown:
    """The torch code of an example and its inputs, grown."""

    torch: str
    inputs: tuple[tuple[str, InputSpec], ...]


def ways_of(example: Example) -> list[Way]:
    """The ways to grow an example that are worth a trial, each once."""
    shapes = _shapes(example)
    numbers = _numbers(example)
    found: dict[Way, None] = {}
    for axes, sizes in _axes(shapes):
        same = frozenset(place for place, number in numbers.items() if number in sizes)
        singles = [frozenset([place]) for place in numbers]
        for some in (frozenset[int](), same, *singles, frozenset(numbers)):
            if axes or some:
                found.setdefault(Way(axes, some))
    return [*itertools.islice(found, MOST_WAYS)]


def grown(example: Example, way: Way, factor: int) -> Grown:
    """An example with some sizes and numbers multiplied; raise InputError for what means none."""
    inputs = []
    numbers = _Numbers(way.numbers, factor)
    torch = numbers.replaced(example.torch)
    for name, written in example.inputs:
        spec = parse_input(written)
        axes = {axis for of, axis in way.axes if of == name}
        if isinstance(spec, ModuleInput):
            spec = ModuleInput(
                numbers.replaced(spec.torch), numbers.replaced(spec.paddle, again=spec.torch)
            )
        elif isinstance(spec, ParameterInput):
            spec = ParameterInput(_tensor(name, spec.tensor, axes, factor))
        elif isinstance(spec, (LiteralTensor, RandomTensor)):
            spec = _tensor(name, spec, axes, factor)
        inputs.append((name, spec))
    return Grown(torch, tuple(inputs))


def _tensor(
    name: str, spec: LiteralTensor | RandomTensor, axes: set[int], factor: int
) -> LiteralTensor | RandomTensor:
    if isinstance(spec, RandomTensor):
        shape = (n * factor if axis in axes else n for axis, n in enumerate(spec.shape))
        return replace(spec, shape=tuple(shape))
    array = input_array(name, spec)
    times = [factor if axis in axes else 1 for axis in range(array.ndim)]
    return replace(spec, values=np.tile(array, times) if array.ndim else array)


def _shapes(example: Example) -> dict[str, tuple[int, ...]]:
    found = {}
    for name, written in example.inputs:
        try:
            spec = parse_input(written)
        except InputError:
            continue
        spec = spec.tensor if isinstance(spec, ParameterInput) else spec
        if isinstance(spec, RandomTensor):
            found[name] = spec.shape
        elif isinstance(spec, LiteralTensor):
            found[name] = np.shape(spec.values)
    return found


def _axes(
    shapes: Mapping[str, Sequence[int]],
) -> Iterator[tuple[frozenset[tuple[str, int]], frozenset[int]]]:
    """Axes that may grow together, those of the most sizes first, with the sizes they have."""
    places = [(name, axis) for name, shape in shapes.items() for axis in range(len(shape))]
    size = {(name, axis): shapes[name][axis] for name, axis in places}
    sizes = sorted({n for n in size.values() if n > 1}, reverse=True)[:5]
    chosen: list[frozenset[tuple[str, int]]] = []
    for count in range(len(sizes), 0, -1):
        for some in itertools.combinations(sizes, count):
            chosen.append(frozenset(place for place in places if size[place] in some))
    first = dict.fromkeys(shapes, 0)
    last = {name: len(shape) - 1 for name, shape in shapes.items()}
    for ends in (first, last):
        chosen.append(frozenset(place for place in places if ends[place[0]] == place[1]))
    chosen += [frozenset([place]) for place in places]
    for axes in (*dict.fromkeys(chosen), frozenset[tuple[str, int]]()):
        yield axes, frozenset(size[place] for place in axes)


def _numbers(example: Example) -> dict[int, int]:
    """The whole numbers from 2 on in the code and in the layers that go in, by their places."""
    found = []
    for code in (example.torch, *_layers(example)):
        found += [node.value for node in _constants(ast.parse(code))]
    return dict(enumerate(found[:8]))


def _layers(example: Example) -> Iterator[str]:
    for _, written in example.inputs:
        if isinstance(written, dict) and "module" in written:
            spec = parse_input(written)
            assert isinstance(spec, ModuleInput)
            yield spec.torch


def _constants(tree: ast.AST) -> list[Any]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= 2
    ]


class _Numbers:
    """Replaces numbers by their places, which go on from one code to the next."""

    def __init__(self, places: frozenset[int], factor: int) -> None:
        self._places = places
        self._factor = factor
        self._next = 0
        self._began: dict[str, int] = {}

    def replaced(self, code: str, again: str | None = None) -> str:
        """The code with its numbers grown; `again` is one that has the same places."""
        start = self._began.get(again, self._next) if again is not None else self._next
        tree = ast.parse(code)
        nodes = _constants(tree)
        for place, node in enumerate(nodes, start):
            node.value *= self._factor if place in self._places else 1
        self._began.setdefault(code, start)
        if again is None:
            self._next = start + len(nodes)
        return ast.unparse(tree) if self._places else code
