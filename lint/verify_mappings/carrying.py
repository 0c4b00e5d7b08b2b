"""Carrying the weights of modules from torch to Paddle.

Weights meet by name where the names agree and by position where they do not; the torch side's
names and layout are the common ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from verify_mappings.library import Library, Weight
from verify_mappings.recording import Mapping, Tensor


class CarryError(Exception):
    """The modules of the two sides do not have corresponding weights."""


def matched(weights: list[Weight], library: Library, reference: Mapping | None) -> list[Weight]:
    """The weights of one side under the names of `reference`, in its order.

    Without a reference (the torch side) they are what they are. Raises CarryError where numbers
    or shapes do not fit.
    """
    if reference is None:
        return weights
    shapes = {name: _shape(node) for name, node in reference.items.items()}
    found = {w.name: w for w in weights if shapes.get(w.name) == _shape_of(w, library)}
    rest = [weight for weight in weights if weight.name not in found]
    missing = [name for name in shapes if name not in found]
    if len(rest) != len(missing):
        raise CarryError(f"torch has {_list(shapes)}; Paddle has {_own(weights, library)}")
    for name, weight in zip(missing, rest, strict=True):
        if _shape_of(weight, library) != shapes[name]:
            raise CarryError(f"torch has {_list(shapes)}; Paddle has {_own(weights, library)}")
        found[name] = Weight(name, weight.tensor, weight.view, weight.unview)
    return [found[name] for name in shapes]


def record(weights: list[Weight], library: Library) -> Mapping:
    """The values of weights under torch's names, in torch's layout."""
    return Mapping(
        {weight.name: _node(weight, weight.tensor, library) for weight in weights},
    )


def record_gradients(weights: list[Weight], library: Library) -> Mapping:
    """The gradients that stand at weights, in torch's layout; those without one are left out."""
    nodes = {}
    for weight in weights:
        gradient = library.gradient(weight.tensor)
        if gradient is not None:
            nodes[weight.name] = _node(weight, gradient, library)
    return Mapping(nodes)


def carry(weights: list[Weight], library: Library, reference: Mapping) -> None:
    """Overwrite weights, which `matched` has named, with the values of `reference`."""
    for weight in weights:
        node = reference.items[weight.name]
        assert isinstance(node, Tensor)
        library.set_weight(weight.tensor, weight.unview(node.array))


def _node(weight: Weight, tensor: Any, library: Library) -> Tensor:
    return Tensor(np.ascontiguousarray(weight.view(library.array(tensor))), library.dtype(tensor))


def _shape(node: object) -> tuple[int, ...]:
    return node.array.shape if isinstance(node, Tensor) else ()


def _shape_of(weight: Weight, library: Library) -> tuple[int, ...]:
    return weight.view(library.array(weight.tensor)).shape


def _own(weights: list[Weight], library: Library) -> str:
    return _list({weight.name: _shape_of(weight, library) for weight in weights})


def _list(shapes: dict[str, tuple[int, ...]]) -> str:
    return ", ".join(f"{name} {list(shape)}" for name, shape in shapes.items()) or "no weights"
