"""What was seen of one model while it ran: each call of each of its layers, as NumPy arrays."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(slots=True, eq=False)
class Call:
    """One call of a layer; `time` counts the calls of that layer, from 1."""

    layer: str
    time: int
    kind: str
    is_leaf: bool
    inputs: list[np.ndarray]
    outputs: list[np.ndarray] = field(default_factory=list)
    # The gradient of each output; None where none has come back.
    gradients: list[np.ndarray | None] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the layer, `name#2` where it is called again."""
        return self.layer if self.time == 1 else f"{self.layer}#{self.time}"


@dataclass(slots=True, eq=False)
class Trace:
    """A run of a model: its calls in the order in which they ended, results, gradients, state."""

    calls: list[Call] = field(default_factory=list)
    outputs: list[np.ndarray] = field(default_factory=list)
    # By the names of the model's state: after a backward pass, and what the run made of the state.
    parameter_gradients: dict[str, np.ndarray] = field(default_factory=dict)
    state: dict[str, np.ndarray] = field(default_factory=dict)
    # What the model raised; the calls are those that had ended by then.
    error: str = ""
    _times: Counter[str] = field(default_factory=Counter)

    def begin(self, name: str, kind: str, is_leaf: bool, inputs: list[np.ndarray]) -> Call:
        """A call whose end is to come."""
        self._times[name] += 1
        return Call(name, self._times[name], kind, is_leaf, inputs)


def flat(value: Any, tensor: type) -> Iterable[Any]:
    """The tensors in what a layer takes or gives, in order; those of a dict by its keys."""
    if isinstance(value, tensor):
        yield value
    elif isinstance(value, dict):
        for key in sorted(value, key=str):
            yield from flat(value[key], tensor)
    elif dataclasses.is_dataclass(value):
        yield from flat(vars(value), tensor)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item, tensor)


def cotangent(place: int, shape: tuple[int, ...]) -> np.ndarray:
    """What an output is weighted with before the backward pass: fixed, and different everywhere.

    The plain sum of what a softmax or a normalisation gives has no gradient to compare.
    """
    weights = np.random.default_rng(place).standard_normal(shape) / max(1, int(np.prod(shape)))
    return np.asarray(weights, "float32")
