"""Carrying the weights of modules from torch to Paddle.

Weights meet by name where the names agree and by position where they do not; the torch side's
names and layout are the common ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from verify_mappings.inside.library import Library, Weight
from verify_mappings.recording import Mapping, Node, Tensor


class CarryError(Exception):
    """The modules of the two sides do not have corresponding weights."""


def matched(weights: list[Weight], library: Library, reference: Mapping | None) -> list[Weight]:
    """The weights of one side under the names of `reference`, in its order.

    Without a reference (the torch side) they are what they are. Raises CarryError where numbers
    or shapes do not fit.
    """
    if reference is None:
        return weights
    shapes = {
        name: node.array.shape if isinstance(node, Tensor) else ()
        for name, node in reference.items.items()
    }
    own = {w.name: w.view(library.array(w.tensor)).shape for w in weights}
    named = {w.name: w for w in weights if w.name in shapes and _fit(own[w.name], shapes[w.name])}
    rest = [weight for weight in weights if weight.name not in named]
    missing = [name for name in shapes if name not in named]
    pairs = dict(zip(missing, rest, strict=False))
    if len(rest) != len(missing) or not all(
        _fit(own[weight.name], shapes[name]) for name, weight in pairs.items()
    ):
        raise CarryError(
            f"the weights do not correspond: only torch has {_list(shapes, missing)}; "
            f"only Paddle has {_list(own, [weight.name for weight in rest])}"
        )
    found = named | pairs
    return [
        _shaped(name, found[name], own[found[name].name], shape) for name, shape in shapes.items()
    ]


def _fit(own: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Whether shapes are the same but for dimensions of size 1."""
    return [size for size in own if size != 1] == [size for size in wanted if size != 1]


def _shaped(name: str, weight: Weight, own: tuple[int, ...], wanted: tuple[int, ...]) -> Weight:
    """A weight under torch's name, reshaped to torch's shape."""
    if own == wanted:
        return Weight(name, weight.tensor, weight.view, weight.unview)
    return Weight(
        name,
        weight.tensor,
        lambda array: weight.view(array).reshape(wanted),
        lambda array: weight.unview(array.reshape(own)),
    )


def record(weights: list[Weight], library: Library) -> Mapping:
    """The values of weights under torch's names, in torch's layout."""
    return Mapping({weight.name: _node(weight, weight.tensor, library) for weight in weights})


def record_gradients(weights: list[Weight], library: Library) -> Mapping:
    """The gradients that stand at weights, in torch's layout; those without one are left out."""
    nodes: dict[str, Node] = {}
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


def _list(shapes: dict[str, tuple[int, ...]], names: list[str]) -> str:
    return ", ".join(f"{name} {list(shapes[name])}" for name in names) or "nothing more"
