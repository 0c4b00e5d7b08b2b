"""torch as the harness sees it."""

from __future__ import annotations

import importlib
import inspect
import sys
import warnings
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar

import numpy as np
import torch

from verify_mappings.inside.library import Library, Weight, backward
from verify_mappings.recording import Symbol

_DROPOUTS = (torch.nn.modules.dropout._DropoutNd, torch.nn.RReLU)


def open_library() -> TorchLibrary:
    """torch in this process, on one thread."""
    torch.set_num_threads(1)
    # Is settled by the environment, once, which the sandbox then empties.
    torch.backends.cpu.get_cpu_capability()
    warnings.filterwarnings("ignore")
    return TorchLibrary()


class TorchLibrary(Library):
    """torch."""

    name = "torch"
    module = torch
    version = torch.__version__.split("+")[0]
    layers = torch.nn.Module
    kinds: ClassVar = {
        "optimizer": torch.optim.Optimizer,
        "scheduler": torch.optim.lr_scheduler.LRScheduler,
        "distribution": torch.distributions.Distribution,
        "data": (torch.utils.data.Dataset, torch.utils.data.Sampler, torch.utils.data.DataLoader),
    }

    def prepare(self, code: str) -> None:
        """The first optimizer of a process imports the compiler, which takes a second.

        So do tensors that are spread over processes, which `import torch` leaves out.
        """
        if "distributed.tensor" in code:
            importlib.import_module("torch.distributed.tensor")
        if ("optim" in code or "DataParallel" in code) and "torch._dynamo" not in sys.modules:
            importlib.import_module("torch._dynamo")

    def seed(self, value: int) -> None:
        # `torch.manual_seed` formats three stack traces for devices that are not there.
        torch.default_generator.manual_seed(value)

    def join(self, rank: int) -> None:
        torch.distributed.init_process_group("gloo")
        torch.distributed.barrier()  # until then one may still ask the first, which may go on

    def tensor(self, array: np.ndarray, dtype: str, trainable: bool = False) -> torch.Tensor:
        return self.cast(torch.from_numpy(array.copy()), dtype).requires_grad_(trainable)

    def parameter(self, array: np.ndarray, dtype: str) -> torch.Tensor:
        return torch.nn.Parameter(self.tensor(array, dtype))

    def detached(self, tensor: torch.Tensor) -> torch.Tensor:
        return tensor.detach().resolve_conj().resolve_neg().cpu()

    def cast(self, tensor: torch.Tensor, dtype: str) -> torch.Tensor:
        return tensor.to(getattr(torch, dtype))

    def dense(self, tensor: torch.Tensor) -> torch.Tensor:
        return tensor.to_dense() if tensor.layout != torch.strided else tensor

    def dtype(self, tensor: torch.Tensor) -> str:
        return str(tensor.dtype).removeprefix("torch.")

    def sparse(self, tensor: torch.Tensor) -> tuple[str, dict[str, Any]] | None:
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
        return tensor.requires_grad

    def gradient(self, tensor: torch.Tensor) -> torch.Tensor | None:
        gradient = tensor.grad if tensor.is_leaf else None
        return None if gradient is None else self.dense(gradient)

    def clear_gradient(self, tensor: torch.Tensor) -> None:
        tensor.grad = None

    def symbol(self, value: object) -> Symbol | None:
        if isinstance(value, torch.dtype):
            return Symbol("dtype", str(value).removeprefix("torch."))
        return Symbol("device", value.type) if isinstance(value, torch.device) else None

    def can_call(self, module: torch.nn.Module) -> bool:
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
        with torch.no_grad():
            tensor.copy_(torch.from_numpy(array))

    def draws(self, module: torch.nn.Module) -> bool:
        return any(
            part.training and (isinstance(part, _DROPOUTS) or bool(getattr(part, "dropout", 0)))
            for part in module.modules()
        )

    def optimizer_parameters(self, optimizer: Any) -> list[Any]:
        return [tensor for group in optimizer.param_groups for tensor in group["params"]]

    def optimizer_step(self, optimizer: Any, loss: Callable[[], Any]) -> None:
        optimizer.step(partial(backward, optimizer.zero_grad, loss))

    def scheduler_rate(self, scheduler: Any) -> float:
        return float(scheduler.optimizer.param_groups[0]["lr"])

    def scheduler_step(self, scheduler: Any, metric: float) -> None:
        # torch warns unless the optimizer has stepped first; without gradients nothing moves.
        scheduler.optimizer.step()
        watches = isinstance(scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau)
        scheduler.step(metric) if watches else scheduler.step()


def _unpacked(name: str, tensor: torch.Tensor) -> list[Weight]:
    """The three parts of `in_proj_weight` or `in_proj_bias`, under the names of Paddle."""
    prefix, _, which = name.rpartition("in_proj_")
    size = tensor.shape[0] // 3
    return [
        Weight(f"{prefix}{part}_proj.{which}", tensor, itemgetter(slice(i * size, (i + 1) * size)))
        for i, part in enumerate("qkv")
    ]
