"""What each kind of Paddle layer calls its weights, their layout, and where PyTorch has them.

A state alone cannot tell a linear layer from an embedding, nor a square matrix from its transpose:
everything here is asked of the live Paddle model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

_CELL = re.compile(r"(\d+)\.cell(?:_fw|(_bw))?")
# Linear maps inside Paddle's attention, in the order in which PyTorch packs them.
_PROJECTIONS = ("q_proj", "k_proj", "v_proj")


@dataclass(frozen=True, slots=True)
class Slot:
    """The place in PyTorch's state that a tensor of Paddle's comes from.

    `shape` is that of PyTorch's tensor, or of the `part` (from 0) of the three that it packs along
    its first dimension.
    """

    torch: str
    shape: tuple[int, ...]
    transposed: bool = False
    part: int | None = None

    def to_paddle(self, values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
        """PyTorch's values as Paddle lays them out; raise ValueError if they do not fit."""
        if self.part is not None:
            rows = self.shape[0]
            if values.shape[:1] != (3 * rows,):
                raise ValueError
            values = values[self.part * rows : (self.part + 1) * rows]
        if values.shape != self.shape:
            raise ValueError
        return (values.T if self.transposed else values).reshape(shape)

    def to_torch(self, values: np.ndarray) -> np.ndarray:
        """Paddle's values as PyTorch lays them out, without the other parts of what it packs."""
        return (values.T if self.transposed else values).reshape(self.shape)


def slots(model: Any, key: str, shape: tuple[int, ...]) -> list[Slot]:
    """Where PyTorch may keep what a Paddle model keeps under a key, the usual place first."""
    *path, leaf = key.split(".")
    layers = _along(model, path)
    prefix = _torch_path(layers, path)
    owner = layers[-1]
    found = [
        *_packed(layers, path, leaf, shape),
        *_of_cell(layers, path, leaf, shape),
        *(
            Slot(f"{prefix}{name}", torch_shape, transposed)
            for name, torch_shape, transposed in _own(owner, leaf, shape)
        ),
    ]
    return list(dict.fromkeys(found))


def has_statistics(model: Any, path: list[str]) -> bool:
    """Whether a layer keeps running statistics, of which PyTorch also counts the batches."""
    import paddle

    layers = _along(model, path)
    return len(layers) == len(path) + 1 and isinstance(
        layers[-1], paddle.nn.layer.norm._BatchNormBase | paddle.nn.BatchNorm
    )


def _along(model: Any, path: list[str]) -> list[Any]:
    """The layers from the model to the last one that the path names."""
    layers = [model]
    for step in path:
        child = layers[-1]._sub_layers.get(step)
        if child is None:
            break
        layers.append(child)
    return layers


def _torch_path(layers: list[Any], path: list[str]) -> str:
    """The path by PyTorch's names, with a dot at its end."""
    import paddle

    steps = list(path)
    for place, (layer, step) in enumerate(zip(layers, path, strict=False)):
        if isinstance(layer, paddle.nn.TransformerDecoderLayer) and step == "cross_attn":
            steps[place] = "multihead_attn"
    return "".join(f"{step}." for step in steps)


def _own(
    owner: Any, leaf: str, shape: tuple[int, ...]
) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """By the kind of layer: the name and shape in PyTorch, and whether it is transposed."""
    import paddle

    nn = paddle.nn
    is_linear = isinstance(owner, nn.Linear)
    turned = shape[::-1] if is_linear else shape
    match owner, leaf:
        case nn.Linear(), "weight":
            yield leaf, turned, True
        case nn.layer.norm._BatchNormBase() | nn.BatchNorm(), "_mean" | "_variance":
            yield {"_mean": "running_mean", "_variance": "running_var"}[leaf], shape, False
        case nn.layer.norm._InstanceNormBase(), "scale":
            yield "weight", shape, False
        case nn.LayerNorm(), "weight" | "bias":
            yield leaf, tuple(owner._normalized_shape), False
        case nn.PReLU(), "_weight":
            yield "weight", shape, False
        case nn.Bilinear(), "bias":
            yield leaf, shape[-1:], False
        case _, "weight_orig":
            yield "parametrizations.weight.original", turned, is_linear
            yield leaf, turned, is_linear
        case _, "weight_u" | "weight_v" if "weight_orig" in owner._parameters:
            yield f"parametrizations.weight.0._{leaf[-1]}", shape, False
            yield leaf, shape, False
        case _, "weight_v" if "weight_g" in owner._parameters:
            yield "parametrizations.weight.original1", turned, is_linear
            yield leaf, turned, is_linear
        case _, "weight_g" if "weight_v" in owner._parameters:
            lengths = _lengths(owner, is_linear)
            yield "parametrizations.weight.original0", lengths, False
            yield leaf, lengths, False
        case _:
            yield leaf, shape, False


def _lengths(owner: Any, is_linear: bool) -> tuple[int, ...]:
    """PyTorch's shape of the norms of a weight: 1 along all dimensions but the one they keep.

    Paddle's weight of a linear layer is transposed, so what it keeps there is the other dimension.
    """
    weight = tuple(owner.weight_v.shape)
    norms = tuple(owner.weight_g.shape)
    hooks = getattr(owner, "_forward_pre_hooks", {}).values()
    kept = next((hook.dim for hook in hooks if type(hook).__name__ == "WeightNorm"), 0)
    if kept == -1:  # one norm of the whole
        return ()
    shape = [1] * len(weight)
    shape[len(weight) - 1 - kept if is_linear else kept] = norms[0]
    return tuple(shape)


def _packed(
    layers: list[Any], path: list[str], leaf: str, shape: tuple[int, ...]
) -> Iterator[Slot]:
    """The projections of Paddle's attention, which PyTorch packs where their widths are equal."""
    import paddle

    if len(layers) < 2 or len(layers) != len(path) + 1 or path[-1] not in _PROJECTIONS:
        return
    attention, name = layers[-2], path[-1]
    if not isinstance(attention, paddle.nn.MultiHeadAttention):
        return
    prefix, part = _torch_path(layers[:-1], path[:-1]), _PROJECTIONS.index(name)
    alike = attention.embed_dim == attention.kdim == attention.vdim
    if leaf == "bias":
        yield Slot(f"{prefix}in_proj_bias", shape, part=part)
    elif alike:
        yield Slot(f"{prefix}in_proj_weight", shape[::-1], True, part)
    else:
        yield Slot(f"{prefix}{name}_weight", shape[::-1], True)


def _of_cell(
    layers: list[Any], path: list[str], leaf: str, shape: tuple[int, ...]
) -> Iterator[Slot]:
    """What the cells inside a recurrent layer hold, by the flat names of PyTorch's layer."""
    import paddle

    if len(layers) < 3 or not isinstance(layers[-3], paddle.nn.layer.rnn.RNNBase):
        return
    if found := _CELL.fullmatch(".".join(path[-2:])):
        suffix = f"_l{found[1]}{'_reverse' if found[2] else ''}"
        prefix = _torch_path(layers[:-2], path[:-2])
        if leaf == "weight_ho":  # the projection of the output, which Paddle alone transposes
            yield Slot(f"{prefix}weight_hr{suffix}", shape[::-1], True)
        else:
            yield Slot(f"{prefix}{leaf}{suffix}", shape)
