"""Samples that torch's own tests use, of operators, modules and optimizers, as code.

Some of it takes seconds to import: `prepare` does that in the worker, for all its children.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from mapping_model.calls import operators
from mapping_model.inputs import DTYPES, InputSpec, LiteralTensor, ParameterInput
from mapping_model.syntax import parsed
from verify_mappings.inside.library import Library
from verify_mappings.inside.session import SEED
from verify_mappings.sampling.sample import Sample

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
        match value:
            case bool() | int() | str() | None:
                return repr(value)
            case float():
                return _float(value)
            case complex():
                return f"complex({_float(value.real)}, {_float(value.imag)})"
            case list():
                return f"[{', '.join(map(self.value, value))}]"
            case tuple():
                parts = [self.value(item) for item in value]
                return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
            case slice():
                parts = [self.value(part) for part in (value.start, value.stop, value.step)]
                return f"slice({', '.join(parts)})"
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


def _float(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else f'float("{value}")'


# Of one operator and dtype so many samples are taken, from all over the list.
MOST = 60
_INTERNAL = "torch.testing._internal"
_MEMBER = "torch.Tensor."
# What they give is whatever was in memory, or one of many right answers: examples of such
# operators compare what must be so.
_LEFT_OUT = (
    *("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "empty_permuted"),
    *("svd", "linalg.svd", "linalg.eig", "linalg.eigh", "svd_lowrank", "pca_lowrank"),
)
# What torch calls the functions behind operators, where that is not the operator's own name.
_FUNCTIONS = {
    **{"__truediv__": "div", "__floordiv__": "floor_divide", "__mod__": "remainder"},
    **{"__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor"},
    **{"__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift"},
    "__invert__": "bitwise_not",
}
_OPERATORS = ("torch.nn.functional.", "torch.linalg.", "torch.special.", "torch.fft.")


def prepare(library: Library, api: str) -> None:
    """Import what `samples` needs for an API; some of it changes the default dtype."""
    if module := _module_for(api):
        default = library.module.get_default_dtype()
        importlib.import_module(module)
        library.module.set_default_dtype(default)


def _module_for(api: str) -> str | None:
    owner, _, name = api.rpartition(".")
    if api.startswith((_MEMBER, *_OPERATORS)) or (owner == "torch" and name.islower()):
        return f"{_INTERNAL}.common_methods_invocations"
    if owner == "torch.nn":
        return f"{_INTERNAL}.common_modules"
    return f"{_INTERNAL}.common_optimizers" if owner == "torch.optim" else None


def samples(library: Library, api: str, dtype: str) -> Iterator[Sample]:
    """Torch's samples of an API for a dtype, the same ones each time."""
    if name := _module_for(api):
        module = importlib.import_module(name)
        make = {"invocations": _operators, "modules": _modules, "optimizers": _optimizers}
        # Memory that torch's tests leave as it is has the same numbers each time, then.
        library.module.use_deterministic_algorithms(True)
        made = list(make[name.rpartition("_")[2]](library, module, api, dtype))
        library.module.use_deterministic_algorithms(False)
        yield from made


def _seeded(library: Library) -> None:
    random.seed(SEED)
    np.random.seed(SEED % 2**32)
    library.seed(SEED)


def _operators(library: Library, module: Any, api: str, dtype: str) -> Iterator[Sample]:
    wanted = getattr(library.module, dtype)
    for info in module.op_db:
        called = _called(api, {info.name, *(alias.name for alias in info.aliases)})
        if called is None or info.name in _LEFT_OUT:
            continue
        origin = f"torch's samples of {info.name} {info.variant_test_name}".strip()
        if wanted in info.dtypes:
            _seeded(library)
            # Not by `sample_inputs`, which notes for each sample where in the source it comes from.
            made = list(info.sample_inputs_func(info, "cpu", wanted, requires_grad=False))
            # At most `MOST`, from all over the list.
            made = made[:: max(1, -(-len(made) // MOST))]
            yield from _written(library, called, origin, made)
        if dtype == "float32" and info.error_inputs_func is not None:
            _seeded(library)
            errors = [error.sample_input for error in info.error_inputs_func(info, "cpu")]
            yield from _written(library, called, f"{origin} that raise", errors, error=True)


def _called(api: str, names: set[str]) -> str | None:
    """What the samples of an operator of torch's tests call for an API; None if it is another."""
    name = api.removeprefix(_MEMBER).removeprefix("torch.")
    if name in operators.SPECIAL:
        reflected = f"__r{name[2:]}"
        if reflected in names:
            return _MEMBER + reflected
        return api if names & {name, _FUNCTIONS.get(name, name.strip("_"))} else None
    if api.startswith(_MEMBER):
        names |= {f"{one}_" for one in names}
    return api if name in names else None


def _written(
    library: Library, api: str, origin: str, made: list[Any], error: bool = False
) -> Iterator[Sample]:
    for one in made:
        writer = Writer(library)
        written = f".{api.removeprefix(_MEMBER)}" if api.startswith(_MEMBER) else api
        with contextlib.suppress(Unwritable):
            code = writer.call(written, (one.input, *one.args), one.kwargs)
            yield Sample(origin, f"result = {_operation(code)}\n", writer.inputs, error=error)


def _operation(code: str) -> str:
    """The call of a special method as people write it, all else as it is."""
    match parsed(code, mode="eval").body:
        case ast.Call(func=ast.Attribute(value=own, attr=method), args=args, keywords=[]):
            made = operators.written(method, own, args)
            return code if made is None else ast.unparse(made)
    return code


def _modules(library: Library, module: Any, api: str, dtype: str) -> Iterator[Sample]:
    if dtype != "float32":
        return
    for info in module.module_db:
        if info.module_cls.__name__ != api.rpartition(".")[2]:
            continue
        _seeded(library)
        wanted = getattr(library.module, dtype)
        made = info.module_inputs_func(
            info, device="cpu", dtype=wanted, requires_grad=False, training=True
        )
        for one in islice(made, MOST):
            writer = Writer(library)
            given, called = one.constructor_input, one.forward_input
            if called is None or called.kwargs:
                continue
            with contextlib.suppress(Unwritable):
                code = writer.call(api, given.args, given.kwargs)
                passed = tuple(map(writer.value, called.args))
                if set(passed) <= set(writer.inputs):
                    origin = f"torch's samples of {api}"
                    yield Sample(origin, f"result = {code}\n", writer.inputs, passed)


def _optimizers(library: Library, module: Any, api: str, dtype: str) -> Iterator[Sample]:
    if dtype not in ("float32", "float64"):
        return
    for info in module.optim_db:
        if info.optim_cls.__name__ != api.rpartition(".")[2]:
            continue
        _seeded(library)
        values = np.linspace(-1.0, 2.0, 6, dtype=dtype).reshape(3, 2)
        wanted = getattr(library.module, dtype)
        inputs = [(one, False) for one in info.optim_inputs_func(device="cpu", dtype=wanted)]
        if info.optim_error_inputs_func and dtype == "float32":
            wrong = info.optim_error_inputs_func(device="cpu", dtype=wanted)
            inputs += [(one.optimizer_error_input, True) for one in wrong]
        for one, error in inputs:
            if one.params is not None:
                continue
            writer = Writer(library, trainable=True)
            with contextlib.suppress(Unwritable):
                code = writer.call(api, ([library.parameter(values, dtype)],), one.kwargs)
                origin = f"torch's samples of {api}{' that raise' if error else ''}"
                yield Sample(origin, f"result = {code}\n", writer.inputs, error=error)
