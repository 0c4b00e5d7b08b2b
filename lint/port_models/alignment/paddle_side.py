"""Running a Paddle model with an eye on every layer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import paddle

from port_models.alignment.generation import results
from port_models.alignment.torch_side import without_dropout
from port_models.alignment.trace import Call, Trace, cotangent, flat
from port_models.arrays import from_paddle
from port_models.models import told


class PaddleSide:
    """A Paddle model that can be run again and again from the same state."""

    def __init__(self, model: paddle.nn.Layer, inputs: Sequence[np.ndarray] | dict[str, Any]):
        self.model = model
        self._inputs = inputs
        self._state = {key: value.clone() for key, value in model.state_dict().items()}

    def layers(self) -> dict[str, Any]:
        """Its layers by name; the model itself is the empty name."""
        return dict(self.model.named_sublayers(include_self=True))

    def restore(self) -> None:
        """Have the weights and statistics of the beginning."""
        self.model.set_state_dict(self._state)
        for parameter in self.model.parameters():  # the layer's own method sets 0 in Paddle 2.6
            parameter.clear_gradient(False)

    def run(self, training: bool) -> Trace:
        """One forward pass; in training also the backward pass, with every dropout at 0."""
        self.restore()
        self.model.train() if training else self.model.eval()
        trace = Trace()
        handles = []
        layers = self.layers()
        kept = without_dropout(layers.values()) if training else []
        try:
            for name, layer in layers.items():
                handles += self._watch(trace, name, layer, training)
            with paddle.set_grad_enabled(training):
                self._run(trace, training)
        except (Exception, SystemExit) as error:  # of the user's code
            trace.error = told(error)
        finally:
            for handle in handles:
                handle.remove()
            for layer, field, value in kept:
                setattr(layer, field, value)
        return trace

    def generate(self, code: Callable[[Any], object]) -> Trace:
        """What `code(model)` returns, and each call of the model, in evaluation."""
        self.restore()
        self.model.eval()
        trace = Trace()
        handles = self._watch(trace, "", self.model, training=False)
        try:
            with paddle.no_grad():
                trace.outputs = results(code(self.model), paddle.Tensor, _array)
        except (Exception, SystemExit) as error:  # of the user's code
            trace.error = told(error)
        finally:
            for handle in handles:
                handle.remove()
        return trace

    def _run(self, trace: Trace, training: bool) -> None:
        given = _tensors(self._inputs)
        result = self.model(**given) if isinstance(given, dict) else self.model(*given)
        tensors = list(flat(result, paddle.Tensor))
        trace.outputs = [_array(tensor) for tensor in tensors]
        if not training:
            return
        parts = [
            (tensor.astype("float32") * paddle.to_tensor(cotangent(place, tuple(tensor.shape))))
            .sum()
            .reshape([1])
            for place, tensor in enumerate(map(_real, tensors))
            if not tensor.stop_gradient
        ]
        if parts:
            paddle.concat(parts).sum().backward()
        state = self.model.state_dict()
        for name, tensor in state.items():
            if not tensor.stop_gradient and tensor.grad is not None:
                trace.parameter_gradients[name] = _array(tensor.grad)
        trace.state = {key: _array(value) for key, value in state.items()}

    def _watch(self, trace: Trace, name: str, layer: Any, training: bool) -> list[Any]:
        open_calls: list[Call] = []

        def before(layer: Any, args: Any, kwargs: Any = None) -> None:
            inputs = [
                _array(tensor) for tensor in flat((*args, *(kwargs or {}).values()), paddle.Tensor)
            ]
            leaf = not any(layer.children())
            open_calls.append(trace.begin(name, type(layer).__name__, leaf, inputs))

        def after(layer: Any, args: Any, output: Any) -> None:
            call = open_calls.pop()
            for place, tensor in enumerate(flat(output, paddle.Tensor)):
                call.outputs.append(_array(tensor))
                call.gradients.append(None)
                if training and not tensor.stop_gradient:
                    tensor.register_hook(_keeper(call, place))
            trace.calls.append(call)

        # Older releases do not tell hooks the keywords of a call.
        told = {"with_kwargs": True} if _tells_keywords() else {}
        return [
            layer.register_forward_pre_hook(before, **told),
            layer.register_forward_post_hook(after),
        ]


def _tells_keywords() -> bool:
    hook = paddle.nn.Layer.register_forward_pre_hook
    return "with_kwargs" in inspect.signature(hook).parameters


def _keeper(call: Call, place: int) -> Any:
    def keep(gradient: Any) -> None:
        call.gradients[place] = _array(gradient)

    return keep


def _real(tensor: Any) -> Any:
    """A complex tensor with its two parts along one more dimension; others as they are."""
    return paddle.as_real(tensor) if tensor.is_complex() else tensor


def _array(tensor: Any) -> np.ndarray:
    return from_paddle(tensor).values.copy()


def _tensors(inputs: Sequence[np.ndarray] | dict[str, Any]) -> Any:
    if isinstance(inputs, dict):
        return {name: _tensor(value) for name, value in inputs.items()}
    return [_tensor(value) for value in inputs]


def _tensor(value: Any) -> Any:
    return paddle.to_tensor(value) if isinstance(value, np.ndarray) else value
