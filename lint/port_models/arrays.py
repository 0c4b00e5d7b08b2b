"""Tensors between both libraries: values as NumPy holds them, and the dtype they came with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """Values, and their dtype by the name that both libraries give it.

    NumPy has no bfloat16: such values are held as float32, which has all of them.
    """

    values: np.ndarray
    dtype: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each dimension."""
        return tuple(self.values.shape)

    def with_values(self, values: np.ndarray) -> Array:
        """Other values of the same dtype."""
        return Array(values, self.dtype)


def from_torch(tensor: Any) -> Array:
    """The values of a PyTorch tensor."""
    dtype = str(tensor.dtype).removeprefix("torch.")
    tensor = tensor.detach().cpu()
    tensor = tensor.to_dense() if tensor.is_sparse else tensor.resolve_conj().resolve_neg()
    return Array((tensor.float() if dtype == "bfloat16" else tensor).numpy(), dtype)


def to_torch(array: Array) -> Any:
    """A PyTorch tensor with these values."""
    import torch

    values = torch.from_numpy(np.ascontiguousarray(array.values).reshape(array.shape).copy())
    return values.to(getattr(torch, array.dtype))


def from_paddle(tensor: Any) -> Array:
    """The values of a Paddle tensor."""
    dtype = str(tensor.dtype).removeprefix("paddle.")
    tensor = tensor.detach()
    return Array((tensor.astype("float32") if dtype == "bfloat16" else tensor).numpy(), dtype)


def from_saved(values: np.ndarray) -> Array:
    """The values of a Paddle tensor as `paddle.save` writes them: bfloat16 as the bits of each."""
    if values.dtype != np.uint16:
        return Array(values, values.dtype.name)
    return Array(np.asarray(values.astype(np.uint32) << 16).view(np.float32), "bfloat16")


def to_paddle(array: Array) -> Any:
    """A Paddle tensor with these values."""
    import paddle

    return paddle.to_tensor(np.ascontiguousarray(array.values).reshape(array.shape)).astype(
        array.dtype
    )
