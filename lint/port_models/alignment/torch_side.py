"""Running a PyTorch model with an eye on every layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch.nn.utils.rnn import PackedSequence, pad_packed_sequence

from port_models.alignment.generation import results
from port_models.alignment.origins import Origins, origins
from port_models.alignment.trace import Call, Trace, cotangent, flat
from port_models.arrays import from_torch
from port_models.models import told


class TorchSide:
    """A PyTorch model that can be run again and again from the same state."""

    def __init__(self, model: torch.nn.Module, inputs: Sequence[np.ndarray] | dict[str, Any]):
        self.model = model
        self._inputs = inputs
        self._state = {key: value.clone() for key, value in model.state_dict().items()}

    def layers(self) -> dict[str, Any]:
        """Its layers by name; the model itself is the empty name."""
        return dict(self.model.named_modules())

    def restore(self) -> None:
        """Have the weights and statistics of the beginning."""
        self.model.load_state_dict(self._state)
        self.model.zero_grad(set_to_none=True)

    def run(self, training: bool) -> Trace:
        """One forward pass; in training also the backward pass, with every dropout at 0."""
        trace = Trace()
        handles = []
        with self._ready(training):
            try:
                for name, module in self.model.named_modules():
                    handles += self._watch(trace, name, module, training)
                with torch.set_grad_enabled(training):
                    self._run(trace, training)
            except (Exception, SystemExit) as error:  # of the user's code
                trace.error = told(error)
            finally:
                for handle in handles:
                    handle.remove()
        return trace

    def generate(self, code: Callable[[Any], object]) -> Trace:
        """What `code(model)` returns, and each call of the model, in evaluation."""
        trace = Trace()
        with self._ready(training=False):
            handles = self._watch(trace, "", self.model, training=False)
            try:
                with torch.no_grad():
                    trace.outputs = results(code(self.model), torch.Tensor, _array)
            except (Exception, SystemExit) as error:  # of the user's code
                trace.error = told(error)
            finally:
                for handle in handles:
                    handle.remove()
        return trace

    def origins(self, call: Call, training: bool, result: bool) -> Origins:
        """Of what the inputs of a call are computed, or its `result`, see the module `origins`."""
        with self._ready(training):
            return origins(self.model, _tensors(self._inputs), call.layer, call.time, result)

    @contextmanager
    def _ready(self, training: bool) -> Iterator[None]:
        """The model as at the beginning; in training with every dropout at 0."""
        self.restore()
        self.model.train(training)
        kept = without_dropout(self.model.modules()) if training else []
        fast = torch.backends.mha.get_fastpath_enabled()
        torch.backends.mha.set_fastpath_enabled(False)  # it leaves the layers inside out
        try:
            yield
        finally:
            torch.backends.mha.set_fastpath_enabled(fast)
            for module, field, value in kept:
                setattr(module, field, value)

    def _run(self, trace: Trace, training: bool) -> None:
        given = _tensors(self._inputs)
        result = self.model(**given) if isinstance(given, dict) else self.model(*given)
        tensors = list(flat(result, torch.Tensor))
        trace.outputs = [_array(tensor) for tensor in tensors]
        if not training:
            return
        parts = [
            (tensor.float() * torch.from_numpy(cotangent(place, tuple(tensor.shape)))).sum()
            for place, tensor in enumerate(map(_real, tensors))
            if tensor.requires_grad
        ]
        if parts:
            torch.stack(parts).sum().backward()
        for name, parameter in self.model.named_parameters(remove_duplicate=False):
            if parameter.grad is not None:
                trace.parameter_gradients[name] = _array(parameter.grad)
        trace.state = {key: _array(value) for key, value in self.model.state_dict().items()}

    def _watch(self, trace: Trace, name: str, module: Any, training: bool) -> list[Any]:
        open_calls: list[Call] = []

        def before(module: Any, args: Any, kwargs: Any) -> None:
            inputs = [
                _array(tensor) for tensor in flat(_padded((*args, *kwargs.values())), torch.Tensor)
            ]
            kind = type(module).__name__
            leaf = not any(module.children())
            open_calls.append(trace.begin(name, kind, leaf, inputs))

        def after(module: Any, args: Any, output: Any) -> None:
            call = open_calls.pop()
            for place, tensor in enumerate(flat(_padded(output), torch.Tensor)):
                call.outputs.append(_array(tensor))
                call.gradients.append(None)
                if training and tensor.requires_grad:
                    tensor.register_hook(_keeper(call, place))
            trace.calls.append(call)

        return [
            module.register_forward_pre_hook(before, with_kwargs=True),
            module.register_forward_hook(after),
        ]


def without_dropout(layers: Any) -> list[tuple[Any, str, float]]:
    """Set every dropout to 0; what it was: the layer, the field, the value."""
    kept = []
    for layer in layers:
        names = ("p",) if "Dropout" in type(layer).__name__ else ("dropout",)
        for field in names:
            if isinstance(value := getattr(layer, field, None), float) and value:
                kept.append((layer, field, value))
                setattr(layer, field, 0.0)
    return kept


def _keeper(call: Call, place: int) -> Any:
    def keep(gradient: Any) -> None:
        call.gradients[place] = _array(gradient)

    return keep


def _padded(value: Any) -> Any:
    """What a layer takes or gives, packed sequences as Paddle has them: padded, batch first."""
    if isinstance(value, PackedSequence):
        return pad_packed_sequence(value, batch_first=True)[0]
    if isinstance(value, tuple):
        return tuple(map(_padded, value))
    return value


def _real(tensor: torch.Tensor) -> torch.Tensor:
    """A complex tensor with its two parts along one more dimension; others as they are."""
    return torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor


def _array(tensor: torch.Tensor) -> np.ndarray:
    return from_torch(tensor).values.copy()


def _tensors(inputs: Sequence[np.ndarray] | dict[str, Any]) -> Any:
    if isinstance(inputs, dict):
        return {name: _tensor(value) for name, value in inputs.items()}
    return [_tensor(value) for value in inputs]


def _tensor(value: Any) -> Any:
    return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value
