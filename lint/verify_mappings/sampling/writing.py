"""A call of torch with real values as code: tensors become inputs, all else is written out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mapping_model.inputs import DTYPES, InputSpec, LiteralTensor, ParameterInput
from verify_mappings.inside.library import Library

# What an array of NumPy can have; torch's tests try one more.
_MOST_DIMENSIONS = 64


class Unwritable(Exception):
    """A value that cannot be written as code or as an input."""


class Writer:
    """Writes one call; `inputs` are the tensors that were met, `x0` and so on.

    Tensors become parameters where `trainable` is set.
    """

    def __init__(self, library: Library, trainable: bool = False) -> None:
        self._library = library
        self._trainable = trainable
        self.inputs: dict[str, InputSpec] = {}

    def call(self, name: str, args: Sequence[Any], keywords: Mapping[str, Any]) -> str:
        """A call of a function, or of a method (`.add`) of the first argument."""
        first = 1 if name.startswith(".") else 0
        if first and not (args and self._library.is_tensor(args[0])):
            raise Unwritable("no tensor to call a method of")
        owner = self.value(args[0]) if first else ""
        passed = [self.value(value) for value in args[first:]]
        passed += [f"{word}={self.value(value)}" for word, value in keywords.items()]
        return f"{owner}{name}({', '.join(passed)})"

    def value(self, value: Any) -> str:
        """A value as an expression."""
        if self._library.is_tensor(value):
            return self._tensor(value)
        for kinds, write in _KINDS:
            if isinstance(value, kinds):
                return write(self, value)
        text = f"{self._library.name}.{value}".replace("torch.torch.", "torch.")
        if type(value).__name__ in ("dtype", "memory_format", "layout"):
            return text
        if type(value).__name__ == "device":
            return f'torch.device("{value}")'
        raise Unwritable(type(value).__name__)

    def _tensor(self, tensor: Any) -> str:
        library = self._library
        dtype = library.dtype(tensor)
        if str(tensor.layout) != "torch.strided" or dtype not in DTYPES:
            raise Unwritable(f"{tensor.layout} {dtype}")
        if tensor.is_meta:
            raise Unwritable("a tensor without values")
        if tensor.ndim > _MOST_DIMENSIONS:
            raise Unwritable(f"{tensor.ndim} dimensions")
        name = f"x{len(self.inputs)}"
        spec = LiteralTensor(library.array(tensor), dtype)
        self.inputs[name] = ParameterInput(spec) if self._trainable else spec
        return name

    def _float(self, value: float) -> str:
        return repr(float(value)) if math.isfinite(value) else f'float("{value}")'

    def _complex(self, value: complex) -> str:
        return f"complex({self._float(value.real)}, {self._float(value.imag)})"

    def _list(self, value: Sequence[Any]) -> str:
        return f"[{', '.join(map(self.value, value))}]"

    def _tuple(self, value: tuple[Any, ...]) -> str:
        parts = [self.value(item) for item in value]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"

    def _slice(self, value: slice) -> str:
        return f"slice({', '.join(self.value(p) for p in (value.start, value.stop, value.step))})"


_KINDS: tuple[tuple[Any, Callable[[Writer, Any], str]], ...] = (
    ((bool, int, str, type(None)), lambda writer, value: repr(value)),
    (float, Writer._float),
    (complex, Writer._complex),
    (list, Writer._list),
    (tuple, Writer._tuple),
    (slice, Writer._slice),
)
