"""Training a Paddle model by the user's own code, with an eye on every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import paddle

from port_models.alignment.torch_side import without_dropout
from port_models.alignment.trace import flat
from port_models.alignment.training import Training, changed, numbers, replaced
from port_models.arrays import from_paddle
from port_models.models import told

# What optimizers keep their settings as.
_KEPT = {"eps": "_epsilon", "momentum": "_momentum", "alpha": "_rho", "rho": "_rho"}


def train(model: paddle.nn.Layer, code: Callable[[Any, int], object], steps: int) -> Training:
    """What `code(model, steps)` does, with every dropout of a layer at 0."""
    found = Training()
    within: list[Any] = []

    def backward(kept: Any) -> Any:
        def call(tensor: Any, *args: Any, **kwargs: Any) -> Any:
            given = kept(tensor, *args, **kwargs)
            if tensor.size == 1:
                found.now.losses.append(float(tensor.detach()))
            found.now.gradients = dict(_gradients(model))
            return given

        return call

    def step_of(kept: Any) -> Any:
        def call(optimizer: Any, *args: Any, **kwargs: Any) -> Any:
            if within:  # of a class whose own step calls that of its base
                return kept(optimizer, *args, **kwargs)
            within.append(optimizer)
            try:
                _begin(found, model, optimizer)
                given = kept(optimizer, *args, **kwargs)
            finally:
                within.pop()
            found.now.after = {n: _array(p) for n, p in model.state_dict().items()}
            found.steps.append(type(found.now)())
            return given

        return call

    def called(layer: Any, args: Any) -> None:
        found.now.inputs = [_array(tensor) for tensor in flat(args, paddle.Tensor)]

    with ExitStack() as stack:
        stack.callback(model.register_forward_pre_hook(called).remove)
        stack.enter_context(replaced(paddle.Tensor, "backward", backward))
        for kind in _kinds(paddle.optimizer.Optimizer):
            if "step" in vars(kind):
                stack.enter_context(replaced(kind, "step", step_of))
        for layer, name, value in without_dropout(model.sublayers(include_self=True)):
            stack.callback(setattr, layer, name, value)
        try:
            code(model, steps)
        except (Exception, SystemExit) as error:  # of the user's code
            found.error = told(error)
    return found


def _begin(found: Training, model: paddle.nn.Layer, optimizer: Any) -> None:
    step = found.now
    clips = getattr(optimizer, "_grad_clip", None) is not None
    step.clipped = clips or changed(step.gradients, dict(_gradients(model)))
    rates = {}
    for parameter in _trained(optimizer):
        if parameter.grad is not None:
            factor = getattr(parameter, "optimize_attr", {}).get("learning_rate", 1.0)
            rates[parameter.name] = float(optimizer.get_lr()) * float(factor)
    # Layers such as LSTM have a parameter under several names.
    state = model.state_dict().items()
    step.rates = {name: rates[tensor.name] for name, tensor in state if tensor.name in rates}
    step.settings = dict(_settings(optimizer))


def _trained(optimizer: Any) -> Iterator[Any]:
    """The parameters of an optimizer, which keeps groups as dictionaries."""
    for one in optimizer._parameter_list or ():
        yield from one["params"] if isinstance(one, dict) else [one]


def _gradients(model: paddle.nn.Layer) -> Iterator[tuple[str, np.ndarray]]:
    for name, parameter in model.state_dict().items():
        if parameter.grad is not None:
            yield name, _array(parameter.grad)


def _settings(optimizer: Any) -> Iterator[tuple[str, Any]]:
    betas = [getattr(optimizer, name, None) for name in ("_beta1", "_beta2")]
    if None not in betas:
        yield "betas", numbers(betas)
    for name, kept in _KEPT.items():
        value = getattr(optimizer, kept, None)
        if isinstance(value, (int, float)):
            yield name, float(value)


def _kinds(kind: Any) -> Iterator[Any]:
    """A class and all that come of it."""
    yield kind
    for one in kind.__subclasses__():
        yield from _kinds(one)


def _array(tensor: Any) -> np.ndarray:
    return from_paddle(tensor).values.copy()
