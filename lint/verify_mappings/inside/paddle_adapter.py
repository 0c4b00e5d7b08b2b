"""Paddle as the harness sees it."""

from __future__ import annotations

import importlib
import time
import warnings
import zlib  # noqa: F401 - Paddle 2.6 breaks zlib unless it is loaded first
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import paddle

from verify_mappings.inside.library import Library, Weight, backward
from verify_mappings.processor import older_in_force
from verify_mappings.recording import Symbol

_OF_THE_SYSTEM = "FLAGS_use_system_allocator"
_DTYPE = type(paddle.float32)
_PLACE = type(paddle.CPUPlace())
# Names of weights that Paddle calls differently.
_RENAMED = {
    "_mean": "running_mean",
    "_variance": "running_var",
    "_weight": "weight",
    "scale": "weight",
}


def open_library() -> PaddleLibrary:
    """Paddle in this process, on the CPU."""
    warnings.filterwarnings("ignore")
    paddle.set_device("cpu")
    if older_in_force():
        # Paddle asks the processor itself whether it has bfloat16.
        core = paddle.base.core
        for name in ("is_bfloat16_supported", "supports_bfloat16"):
            setattr(core, name, lambda *place: False)
        core.supports_bfloat16_fast_performance = lambda *place: False
    library = PaddleLibrary()
    # What Paddle loads and looks up for its first tensors is then there in every child.
    one = np.ones(1)
    library.array(library.weighted_sum([(library.tensor(one, "float32"), one)]))
    return library


class PaddleLibrary(Library):
    """Paddle."""

    name = "paddle"
    module = paddle
    version = paddle.__version__
    layers = paddle.nn.Layer
    kinds: ClassVar = {
        "optimizer": paddle.optimizer.Optimizer,
        "scheduler": paddle.optimizer.lr.LRScheduler,
        "distribution": paddle.distribution.Distribution,
        "data": (
            *(paddle.io.Dataset, paddle.io.DataLoader),
            *(paddle.io.Sampler, paddle.io.BatchSampler),
        ),
    }

    def begin(self) -> None:
        paddle.utils.unique_name.switch()

    def seed(self, value: int) -> None:
        paddle.seed(value)

    def join(self, rank: int) -> None:
        # One that comes before the first one listens would wait for three seconds.
        while rank and " 0A " not in Path("/proc/self/net/tcp").read_text():
            time.sleep(0.005)
        paddle.distributed.init_parallel_env()
        paddle.distributed.barrier()

    @contextmanager
    def filling(self, byte: int) -> Iterator[None]:
        """See `Library`; Paddle otherwise hands out again what it once got."""
        paddle.set_flags({_OF_THE_SYSTEM: True})
        try:
            with super().filling(byte):
                yield
        finally:
            paddle.set_flags({_OF_THE_SYSTEM: False})

    def tensor(self, array: np.ndarray, dtype: str, trainable: bool = False) -> Any:
        made = paddle.to_tensor(array)
        if self.dtype(made) != dtype:
            made = self.cast(made, dtype)
        made.stop_gradient = not trainable
        return made

    def parameter(self, array: np.ndarray, dtype: str) -> Any:
        made = paddle.create_parameter(list(array.shape), dtype)
        made.set_value(self.tensor(array, dtype))
        return made

    def detached(self, tensor: Any) -> Any:
        return tensor.detach()

    def cast(self, tensor: Any, dtype: str) -> Any:
        return paddle.cast(tensor, dtype)

    def dense(self, tensor: Any) -> Any:
        return tensor.to_dense() if tensor.is_sparse_coo() or tensor.is_sparse_csr() else tensor

    def dtype(self, tensor: Any) -> str:
        return _dtype_name(tensor.dtype)

    def sparse(self, tensor: Any) -> tuple[str, dict[str, Any]] | None:
        if tensor.is_sparse_coo():
            whole = tensor.detach().coalesce()
            return "coo", {"indices": whole.indices(), "values": whole.values()}
        if tensor.is_sparse_csr():
            return "csr", {
                "crows": tensor.crows(),
                "cols": tensor.cols(),
                "values": tensor.values().detach(),
            }
        return None

    def tracks(self, tensor: Any) -> bool | None:
        """See `Library`; gradients themselves carry the mark, though nothing flows into them."""
        if tensor.stop_gradient:
            return False
        parameter = isinstance(tensor, paddle.base.framework.EagerParamBase)
        return True if parameter or not tensor.is_leaf else None

    def gradient(self, tensor: Any) -> Any:
        gradient = tensor.grad
        if gradient is not None and gradient.is_selected_rows():
            return _dense_rows(gradient, tensor.shape)
        return gradient

    def clear_gradient(self, tensor: Any) -> None:
        tensor.clear_gradient(False)

    def symbol(self, value: object) -> Symbol | None:
        if isinstance(value, _DTYPE):
            return Symbol("dtype", _dtype_name(value))
        if isinstance(value, (_PLACE, paddle.base.core.Place)):
            return Symbol("device", "cpu" if "cpu" in str(value).lower() else str(value))
        return None

    def can_call(self, module: Any) -> bool:
        return type(module).forward is not paddle.nn.Layer.forward

    def weights(self, module: Any) -> list[Weight]:
        """See `Library`; linear weights are transposed to torch's layout."""
        found: list[Weight] = []
        seen: set[int] = set()
        for prefix, part in module.named_sublayers(include_self=True):
            left_out = part._non_persistable_buffer_names_set
            for name, tensor in (*part._parameters.items(), *part._buffers.items()):
                # Recurrent layers own their weights twice: themselves and by their cells.
                if tensor is None or name in left_out or id(tensor) in seen:
                    continue
                seen.add(id(tensor))
                name = _RENAMED.get(name, name)
                full = f"{prefix}.{name}" if prefix else name
                # Also `weight_v` and `weight_orig`, where the weight is normalised.
                if isinstance(part, paddle.nn.Linear) and name.startswith("weight"):
                    found.append(Weight(full, tensor, np.transpose, np.transpose))
                else:
                    found.append(Weight(full, tensor))
        return found

    def set_weight(self, tensor: Any, array: np.ndarray) -> None:
        tensor.set_value(self.tensor(np.ascontiguousarray(array), self.dtype(tensor)))

    def optimizer_parameters(self, optimizer: Any) -> list[Any]:
        listed = optimizer._parameter_list or []
        if listed and isinstance(listed[0], dict):
            return [tensor for group in listed for tensor in group["params"]]
        return list(listed)

    def optimizer_step(self, optimizer: Any, loss: Callable[[], Any]) -> None:
        closure = partial(backward, optimizer.clear_grad, loss)
        if isinstance(optimizer, paddle.optimizer.LBFGS):
            optimizer.step(closure)
        else:
            closure()
            optimizer.step()

    def scheduler_rate(self, scheduler: Any) -> float:
        return float(scheduler())

    def compatible(self, call: str) -> ModuleType:
        return _compatible(call)

    def scheduler_step(self, scheduler: Any, metric: float) -> None:
        watches = isinstance(scheduler, paddle.optimizer.lr.ReduceOnPlateau)
        scheduler.step(metric) if watches else scheduler.step()


@cache
def _compatible(call: str) -> ModuleType:
    eval(call, {"paddle": paddle})
    return importlib.import_module("torch")


def _dtype_name(dtype: object) -> str:
    return str(dtype).rpartition(".")[2].lower()


def _dense_rows(gradient: Any, shape: list[int]) -> Any:
    """The dense form of the gradient of a sparse embedding."""
    rows = gradient.get_selected_rows()
    values = np.array(rows.get_tensor())
    dense = np.zeros(shape, values.dtype)
    np.add.at(dense, rows.rows(), values)
    return paddle.to_tensor(dense)
