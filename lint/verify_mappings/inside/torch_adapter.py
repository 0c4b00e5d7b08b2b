"""torch as the harness sees it."""

from __future__ import annotations

import importlib
import inspect
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from verify_mappings.inside.library import Library, Weight
from verify_mappings.recording import Symbol

_CARRIED = (torch.float16, torch.float32, torch.float64)
_DROPOUTS = (torch.nn.modules.dropout._DropoutNd, torch.nn.RReLU)
_OPTIMIZER = torch.optim.Optimizer
_SCHEDULER = torch.optim.lr_scheduler.LRScheduler
_DATA = (
    torch.utils.data.Dataset,
    torch.utils.data.Sampler,
    torch.utils.data.DataLoader,
)


def open_library() -> TorchLibrary:
    """torch in this process, on one thread."""
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore")
    return TorchLibrary()


class TorchLibrary(Library):
    """torch."""

    name = "torch"
    module = torch
    version = torch.__version__.split("+")[0]

    def prepare(self, code: str) -> None:
        """The first optimizer of a process imports the compiler, which takes a second."""
        if "optim" in code and "torch._dynamo" not in sys.modules:
            importlib.import_module("torch._dynamo")

    def seed(self, value: int) -> None:
        """See `Library`."""
        # `torch.manual_seed` formats three stack traces for devices that are not there.
        torch.default_generator.manual_seed(value)

    def tensor(self, array: np.ndarray, dtype: str, trainable: bool = False) -> torch.Tensor:
        """See `Library`."""
        made = torch.from_numpy(array.copy()).to(getattr(torch, dtype))
        return made.requires_grad_(trainable)

    def parameter(self, array: np.ndarray, dtype: str) -> torch.Tensor:
        """See `Library`."""
        return torch.nn.Parameter(self.tensor(array, dtype))

    def is_tensor(self, value: object) -> bool:
        """See `Library`."""
        return isinstance(value, torch.Tensor)

    def array(self, tensor: torch.Tensor) -> np.ndarray:
        """See `Library`."""
        dense = tensor.detach().resolve_conj().resolve_neg().cpu()
        if dense.is_floating_point() and dense.dtype not in _CARRIED:
            dense = dense.float()  # numpy has no bfloat16 and nothing smaller
        return dense.numpy().copy()

    def dtype(self, tensor: torch.Tensor) -> str:
        """See `Library`."""
        return str(tensor.dtype).removeprefix("torch.")

    def sparse(self, tensor: torch.Tensor) -> tuple[str, dict[str, Any]] | None:
        """See `Library`."""
        if tensor.layout == torch.sparse_coo:
            # A copy: looking at an input must not merge its entries.
            whole = tensor.detach().coalesce()
            return "coo", {"indices": whole.indices(), "values": whole.values()}
        if tensor.layout == torch.sparse_csr:
            return "csr", {
                "crows": tensor.crow_indices(),
                "cols": tensor.col_indices(),
                "values": tensor.values().detach(),
            }
        return None

    def tracks(self, tensor: torch.Tensor) -> bool | None:
        """See `Library`."""
        return tensor.requires_grad

    def copy(self, tensor: torch.Tensor) -> torch.Tensor:
        """See `Library`."""
        return tensor.clone()

    def gradient(self, tensor: torch.Tensor) -> torch.Tensor | None:
        """See `Library`."""
        gradient = tensor.grad if tensor.is_leaf else None
        if gradient is not None and gradient.layout != torch.strided:
            return gradient.to_dense()
        return gradient

    def clear_gradient(self, tensor: torch.Tensor) -> None:
        """See `Library`."""
        tensor.grad = None

    def weighted_sum(self, outputs: list[tuple[torch.Tensor, np.ndarray]]) -> torch.Tensor:
        """See `Library`."""
        total = torch.zeros((), dtype=torch.float64)
        for output, weights in outputs:
            fixed = torch.from_numpy(weights)
            dense = output.to_dense() if output.layout != torch.strided else output
            if dense.is_complex():
                total = total + (dense.imag.double() * fixed).sum() * 2
                dense = dense.real
            total = total + (dense.double() * fixed).sum()
        return total

    def symbol(self, value: object) -> Symbol | None:
        """See `Library`."""
        if isinstance(value, torch.dtype):
            return Symbol("dtype", str(value).removeprefix("torch."))
        return Symbol("device", value.type) if isinstance(value, torch.device) else None

    def is_module(self, value: object) -> bool:
        """See `Library`."""
        return isinstance(value, torch.nn.Module)

    def can_call(self, module: torch.nn.Module) -> bool:
        """See `Library`."""
        # Looked up statically: a scripted module makes its forward function on access.
        forward = inspect.getattr_static(type(module), "forward", None)
        return forward is not inspect.getattr_static(torch.nn.Module, "forward")

    def weights(self, module: torch.nn.Module) -> list[Weight]:
        """See `Library`; packed attention weights come apart, and names are as in Paddle."""
        found: list[Weight] = []
        for prefix, part in module.named_modules():
            left_out = {"num_batches_tracked", *part._non_persistent_buffers_set}
            for name, tensor in (*part._parameters.items(), *part._buffers.items()):
                if tensor is None or name in left_out:
                    continue
                full = f"{prefix}.{name}" if prefix else name
                full = full.replace("multihead_attn.", "cross_attn.")
                if isinstance(part, torch.nn.MultiheadAttention) and name.startswith("in_proj_"):
                    found += _unpacked(full, tensor)
                elif isinstance(part, torch.nn.MultiheadAttention):
                    found.append(Weight(full.replace("_proj_weight", "_proj.weight"), tensor))
                else:
                    found.append(Weight(full, tensor))
        return found

    def set_weight(self, tensor: torch.Tensor, array: np.ndarray) -> None:
        """See `Library`."""
        with torch.no_grad():
            tensor.copy_(torch.from_numpy(array))

    def draws(self, module: torch.nn.Module) -> bool:
        """See `Library`."""
        return any(
            part.training and (isinstance(part, _DROPOUTS) or bool(getattr(part, "dropout", 0)))
            for part in module.modules()
        )

    def kind(self, value: object) -> str | None:
        """See `Library`."""
        if isinstance(value, _OPTIMIZER):
            return "optimizer"
        if isinstance(value, _SCHEDULER):
            return "scheduler"
        if isinstance(value, torch.distributions.Distribution):
            return "distribution"
        return "data" if isinstance(value, _DATA) else None

    def optimizer_parameters(self, optimizer: Any) -> list[Any]:
        """See `Library`."""
        return [tensor for group in optimizer.param_groups for tensor in group["params"]]

    def optimizer_step(self, optimizer: Any, loss: Callable[[], Any]) -> None:
        """See `Library`."""

        def closure() -> Any:
            optimizer.zero_grad()
            value = loss()
            value.backward()
            return value

        optimizer.step(closure)

    def scheduler_rate(self, scheduler: Any) -> float:
        """See `Library`."""
        return float(scheduler.optimizer.param_groups[0]["lr"])

    def scheduler_step(self, scheduler: Any, metric: float) -> None:
        """See `Library`."""
        # torch warns unless the optimizer has stepped first; without gradients nothing moves.
        scheduler.optimizer.step()
        watches = isinstance(scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau)
        scheduler.step(metric) if watches else scheduler.step()

    def sample(self, distribution: Any, count: int) -> torch.Tensor:
        """See `Library`."""
        return distribution.sample((count,))


def _rows(rows: slice, array: np.ndarray) -> np.ndarray:
    return array[rows]


def _unpacked(name: str, tensor: torch.Tensor) -> list[Weight]:
    """The three parts of `in_proj_weight` or `in_proj_bias`, under the names of Paddle."""
    prefix, _, which = name.rpartition("in_proj_")
    size = tensor.shape[0] // 3
    parts = ((part, slice(i * size, (i + 1) * size)) for i, part in enumerate("qkv"))
    return [
        Weight(f"{prefix}{part}_proj.{which}", tensor, partial(_rows, rows)) for part, rows in parts
    ]
