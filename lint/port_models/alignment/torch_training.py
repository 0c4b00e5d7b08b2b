"""Training a PyTorch model by the user's own code, with an eye on every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import torch
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)

from port_models.alignment.torch_side import without_dropout
from port_models.alignment.trace import flat
from port_models.alignment.training import Training, changed, numbers, replaced
from port_models.arrays import from_torch
from port_models.models import told


def train(model: torch.nn.Module, code: Callable[[Any, int], object], steps: int) -> Training:
    """What `code(model, steps)` does, with every dropout of a layer at 0."""
    found = Training()

    def backward(kept: Any) -> Any:
        def call(tensor: Any, *args: Any, **kwargs: Any) -> Any:
            given = kept(tensor, *args, **kwargs)
            if tensor.numel() == 1:
                found.now.losses.append(float(tensor.detach()))
            found.now.gradients = dict(_gradients(model))
            return given

        return call

    def before(optimizer: Any, args: Any, kwargs: Any) -> None:
        step = found.now
        step.clipped = changed(step.gradients, dict(_gradients(model)))
        names = {id(parameter): name for name, parameter in model.named_parameters()}
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                if id(parameter) in names and parameter.grad is not None:
                    step.rates[names[id(parameter)]] = float(group["lr"])
        step.settings = dict(_settings(optimizer))

    def after(optimizer: Any, args: Any, kwargs: Any) -> None:
        found.now.after = {n: _array(p) for n, p in model.named_parameters()}
        found.steps.append(type(found.now)())

    def called(module: Any, args: Any, kwargs: Any) -> None:
        given = flat((*args, *kwargs.values()), torch.Tensor)
        found.now.inputs = [_array(tensor) for tensor in given]

    with ExitStack() as stack:
        stack.callback(model.register_forward_pre_hook(called, with_kwargs=True).remove)
        stack.callback(register_optimizer_step_pre_hook(before).remove)
        stack.callback(register_optimizer_step_post_hook(after).remove)
        stack.enter_context(replaced(torch.Tensor, "backward", backward))
        for layer, name, value in without_dropout(model.modules()):
            stack.callback(setattr, layer, name, value)
        try:
            code(model, steps)
        except (Exception, SystemExit) as error:  # of the user's code
            found.error = told(error)
    return found


def _gradients(model: torch.nn.Module) -> Iterator[tuple[str, np.ndarray]]:
    for name, parameter in model.named_parameters(remove_duplicate=False):
        if parameter.grad is not None:
            yield name, _array(parameter.grad)


def _settings(optimizer: Any) -> Iterator[tuple[str, Any]]:
    """Those that Paddle's optimizers have under names of their own."""
    group = optimizer.param_groups[0]
    if "betas" in group:
        yield "betas", numbers(group["betas"])
    for name in ("eps", "momentum", "alpha", "rho"):
        if name in group:
            yield name, float(group[name])


def _array(tensor: torch.Tensor) -> np.ndarray:
    return from_torch(tensor).values.copy()
