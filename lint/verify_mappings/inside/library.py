"""What the harness asks of a library: the seam between neutral code and torch or paddle."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, ValuesView
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import Any, ClassVar, Protocol

import numpy as np

from verify_mappings.recording import Symbol

# Floats that numpy lacks, as their names begin.
_NOT_IN_NUMPY = ("bfloat", "float4", "float8")
# Of what has items; more are refused where they are described.
MAX_ITEMS = 10_000
_LIBC = ctypes.CDLL(None)
_PERTURB = -6  # `M_PERTURB` of its malloc.h
View = Callable[[np.ndarray], np.ndarray]


def same(array: np.ndarray) -> np.ndarray:
    """The view of a weight that both libraries lay out alike."""
    return array


@dataclass(frozen=True, slots=True)
class Weight:
    """A parameter or buffer of a module under torch's name and in torch's layout.

    `tensor` is the library's own; `view` turns its array into torch's layout, `unview` back.
    """

    name: str
    tensor: Any
    view: View = same
    unview: View = same


def backward(clear: Callable[[], object], loss: Callable[[], Any]) -> Any:
    """A loss whose gradients have taken the place of those that `clear` forgets."""
    clear()
    value = loss()
    value.backward()
    return value


class Library(Protocol):
    """One library in this process. `name` is its package, `version` its release.

    `layers` is the class of its modules, `kinds` are those of what is known by what it does.
    """

    name: str
    module: ModuleType
    version: str
    layers: type
    kinds: ClassVar[Mapping[str, type | tuple[type, ...]]]

    def prepare(self, code: str) -> None:
        """Import, in the worker, what `code` will import slowly, so that it is paid once."""
        return  # most libraries need nothing

    def begin(self) -> None:
        """Name what is made next as if nothing had been made in this process."""
        return  # most libraries do not name what they make

    def seed(self, value: int) -> None:
        """Fix the library's random numbers."""

    def join(self, rank: int) -> None:
        """Join the other processes of an example, on the CPU, by what the environment tells."""

    @contextmanager
    def filling(self, byte: int) -> Iterator[None]:
        """Within this, memory holds `byte` wherever nothing has been written, where glibc runs."""
        fill = getattr(_LIBC, "mallopt", None)
        if fill is None:
            yield
            return
        fill(_PERTURB, byte ^ 0xFF)
        try:
            yield
        finally:
            fill(_PERTURB, 0)

    # Tensors

    def tensor(self, array: np.ndarray, dtype: str, trainable: bool = False) -> Any:
        """A leaf tensor of the dtype with this name."""

    def parameter(self, array: np.ndarray, dtype: str) -> Any:
        """A trainable parameter."""

    def is_tensor(self, value: object) -> bool:
        """Whether `value` is a tensor (or parameter) of this library."""
        return isinstance(value, self.module.Tensor)

    def detached(self, tensor: Any) -> Any:
        """A dense tensor as plain values that numpy can read, without gradients."""

    def cast(self, tensor: Any, dtype: str) -> Any:
        """The tensor in the dtype with this name."""

    def dense(self, tensor: Any) -> Any:
        """A tensor, dense whether or not it is sparse."""

    def array(self, tensor: Any) -> np.ndarray:
        """The values of a dense tensor; bfloat16 and smaller floats as float32."""
        values = self.detached(tensor)
        if self.dtype(values).startswith(_NOT_IN_NUMPY):
            values = self.cast(values, "float32")
        return np.array(values.numpy())

    def dtype(self, tensor: Any) -> str:
        """The name of a tensor's dtype, without the library's name."""

    def is_float(self, tensor: Any) -> bool:
        """Whether a tensor holds real or complex floating-point numbers."""
        return self.dtype(tensor).startswith(("float", "bfloat", "complex"))

    def sparse(self, tensor: Any) -> tuple[str, dict[str, Any]] | None:
        """Layout and dense parts of a sparse tensor; None for a dense one."""

    def tracks(self, tensor: Any) -> bool | None:
        """Whether a float tensor tracks gradients; None where the library's mark says nothing."""

    def copy(self, tensor: Any) -> Any:
        """A copy that is not a leaf, so that it may be changed in place."""
        return tensor.clone()

    def gradient(self, tensor: Any) -> Any:
        """The gradient kept at a leaf, dense, or None."""

    def clear_gradient(self, tensor: Any) -> None:
        """Forget the gradient kept at a leaf."""

    def weighted_sum(self, outputs: list[tuple[Any, np.ndarray]]) -> Any:
        """The sum of all elements of float or complex tensors, times float64 weights.

        Of complex numbers the imaginary part counts double, so that both parts matter.
        """
        package: Any = self.module
        total = self.tensor(np.zeros(()), "float64")
        for output, weights in outputs:
            fixed = self.tensor(weights, "float64")
            dense = self.dense(output)
            if self.dtype(dense).startswith("complex"):
                total = total + (self.cast(package.imag(dense), "float64") * fixed).sum() * 2
                dense = package.real(dense)
            total = total + (self.cast(dense, "float64") * fixed).sum()
        return total

    # Constants

    def symbol(self, value: object) -> Symbol | None:
        """A dtype or device of this library; None for anything else."""

    # Modules

    def is_module(self, value: object) -> bool:
        """Whether `value` is a layer."""
        return isinstance(value, self.layers)

    def can_call(self, module: Any) -> bool:
        """Whether a module has a forward function (a list of modules has none)."""

    def weights(self, module: Any) -> list[Weight]:
        """Parameters and buffers of a module and those inside it."""

    def set_weight(self, tensor: Any, array: np.ndarray) -> None:
        """Overwrite a parameter or buffer."""

    def draws(self, module: Any) -> bool:
        """Whether a module gives random results as it is (dropout while training).

        Asked of torch only: the Paddle side does what the torch side did.
        """
        return False

    # Training and data

    def kind(self, value: object) -> str | None:
        """ "optimizer", "scheduler", "distribution", "data"; None for anything else."""
        return next((kind for kind, types in self.kinds.items() if isinstance(value, types)), None)

    def optimizer_parameters(self, optimizer: Any) -> list[Any]:
        """The parameters that an optimizer changes, in its order."""

    def optimizer_step(self, optimizer: Any, loss: Callable[[], Any]) -> None:
        """One step on a loss: clear gradients, backward, step."""

    def scheduler_rate(self, scheduler: Any) -> float:
        """The present learning rate (of the first group)."""

    def scheduler_step(self, scheduler: Any, metric: float) -> None:
        """One step; `metric` is for schedulers that watch one."""

    def sample(self, distribution: Any, count: int) -> Any:
        """`count` samples."""
        return distribution.sample([count])

    # Scopes and collections

    def compatible(self, call: str) -> ModuleType:
        """What `import torch` gives after a call that puts Paddle there, for good."""
        return self.module  # it is torch

    def module_scope(self) -> dict[str, Any]:
        """The names that the expression of a module input may use."""
        package: Any = self.module
        return {**vars(package.nn), self.name: package}

    def tensors(self, value: Any) -> Iterator[Any]:
        """All tensors in nested collections and in what iterators give, in order.

        Layers and data sets have items, too, and are none.
        """
        if self.is_tensor(value):
            yield value
        elif isinstance(value, Mapping):
            for item in value.values():
                yield from self.tensors(item)
        elif isinstance(value, (list, tuple, ValuesView, Iterator)):
            for item in islice(value, MAX_ITEMS):
                yield from self.tensors(item)
