"""Paddle as the harness sees it."""

from __future__ import annotations

import warnings
import zlib  # noqa: F401 - Paddle 2.6 breaks zlib unless it is loaded first
from collections.abc import Callable
from typing import Any

import numpy as np
import paddle

from verify_mappings.inside.library import Library, Weight
from verify_mappings.recording import Symbol

_DTYPE = type(paddle.float32)
_PLACE = type(paddle.CPUPlace())
# Names of weights that Paddle calls differently.
_RENAMED = {
    "_mean": "running_mean",
    "_variance": "running_var",
    "_weight": "weight",
    "scale": "weight",
}
_DATA = (paddle.io.Dataset, paddle.io.Sampler, paddle.io.BatchSampler, paddle.io.DataLoader)


def open_library() -> PaddleLibrary:
    """Paddle in this process, on the CPU."""
    warnings.filterwarnings("ignore")
    paddle.set_device("cpu")
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

    def seed(self, value: int) -> None:
        """See `Library`."""
        paddle.seed(value)

    def tensor(self, array: np.ndarray, dtype: str, trainable: bool = False) -> Any:
        """See `Library`."""
        made = paddle.to_tensor(array)
        if self.dtype(made) != dtype:
            made = paddle.cast(made, dtype)
        made.stop_gradient = not trainable
        return made

    def parameter(self, array: np.ndarray, dtype: str) -> Any:
        """See `Library`."""
        made = paddle.create_parameter(list(array.shape), dtype)
        made.set_value(self.tensor(array, dtype))
        return made

    def is_tensor(self, value: object) -> bool:
        """See `Library`."""
        return isinstance(value, paddle.Tensor)

    def array(self, tensor: Any) -> np.ndarray:
        """See `Library`."""
        dense = tensor.detach()
        if self.dtype(dense) == "bfloat16" or self.dtype(dense).startswith("float8"):
            dense = paddle.cast(dense, "float32")
        return np.array(dense.numpy())

    def dtype(self, tensor: Any) -> str:
        """See `Library`."""
        return _dtype_name(tensor.dtype)

    def sparse(self, tensor: Any) -> tuple[str, dict[str, Any]] | None:
        """See `Library`."""
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

    def copy(self, tensor: Any) -> Any:
        """See `Library`."""
        return tensor.clone()

    def gradient(self, tensor: Any) -> Any:
        """See `Library`."""
        gradient = tensor.grad
        if gradient is not None and gradient.is_selected_rows():
            return _dense_rows(gradient, tensor.shape)
        return gradient

    def clear_gradient(self, tensor: Any) -> None:
        """See `Library`."""
        tensor.clear_gradient(False)

    def weighted_sum(self, outputs: list[tuple[Any, np.ndarray]]) -> Any:
        """See `Library`."""
        total = paddle.zeros([], dtype="float64")
        for output, weights in outputs:
            fixed = paddle.to_tensor(weights)
            sparse = output.is_sparse_coo() or output.is_sparse_csr()
            dense = output.to_dense() if sparse else output
            if self.dtype(dense).startswith("complex"):
                imaginary = paddle.cast(paddle.imag(dense), "float64")
                total = total + (imaginary * fixed).sum() * 2
                dense = paddle.real(dense)
            total = total + (paddle.cast(dense, "float64") * fixed).sum()
        return total

    def symbol(self, value: object) -> Symbol | None:
        """See `Library`."""
        if isinstance(value, _DTYPE):
            return Symbol("dtype", _dtype_name(value))
        if isinstance(value, (_PLACE, paddle.base.core.Place)):
            return Symbol("device", "cpu" if "cpu" in str(value).lower() else str(value))
        return None

    def is_module(self, value: object) -> bool:
        """See `Library`."""
        return isinstance(value, paddle.nn.Layer)

    def can_call(self, module: Any) -> bool:
        """See `Library`."""
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
        """See `Library`."""
        tensor.set_value(self.tensor(np.ascontiguousarray(array), self.dtype(tensor)))

    def kind(self, value: object) -> str | None:
        """See `Library`."""
        if isinstance(value, paddle.optimizer.Optimizer):
            return "optimizer"
        if isinstance(value, paddle.optimizer.lr.LRScheduler):
            return "scheduler"
        if isinstance(value, paddle.distribution.Distribution):
            return "distribution"
        return "data" if isinstance(value, _DATA) else None

    def optimizer_parameters(self, optimizer: Any) -> list[Any]:
        """See `Library`."""
        listed = optimizer._parameter_list or []
        if listed and isinstance(listed[0], dict):
            return [tensor for group in listed for tensor in group["params"]]
        return list(listed)

    def optimizer_step(self, optimizer: Any, loss: Callable[[], Any]) -> None:
        """See `Library`."""

        def closure() -> Any:
            optimizer.clear_grad()
            value = loss()
            value.backward()
            return value

        if isinstance(optimizer, paddle.optimizer.LBFGS):
            optimizer.step(closure)
        else:
            closure()
            optimizer.step()

    def scheduler_rate(self, scheduler: Any) -> float:
        """See `Library`."""
        return float(scheduler())

    def scheduler_step(self, scheduler: Any, metric: float) -> None:
        """See `Library`."""
        watches = isinstance(scheduler, paddle.optimizer.lr.ReduceOnPlateau)
        scheduler.step(metric) if watches else scheduler.step()

    def sample(self, distribution: Any, count: int) -> Any:
        """See `Library`."""
        return distribution.sample([count])


def _dtype_name(dtype: object) -> str:
    return str(dtype).rpartition(".")[2].lower()


def _dense_rows(gradient: Any, shape: list[int]) -> Any:
    """The dense form of the gradient of a sparse embedding."""
    rows = gradient.get_selected_rows()
    values = np.array(rows.get_tensor())
    dense = np.zeros(shape, values.dtype)
    np.add.at(dense, rows.rows(), values)
    return paddle.to_tensor(dense)
