"""Training of the encoder in Paddle with one fault each, as functions for the command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle
from examples.encoder import in_paddle as encoder
from examples.encoder.data import BATCH
from paddle import nn


def training(
    *,
    batches: Callable[[int], Any] = lambda steps: encoder.loader(BATCH * steps, seed=2),
    loss: Callable[[Any, Any], Any] = encoder.loss_of,
    optimizer: Callable[[Any], Any] = encoder.optimizer_of,
    clears: bool = True,
    clips: bool = True,
    schedules: bool = True,
) -> Callable[[Any, int], None]:
    """Training as the example has it, but for what is given."""

    def train(model: Any, steps: int) -> None:
        model.train()
        made, schedule = optimizer(model)
        for _, batch in zip(range(steps), batches(steps), strict=True):
            found = loss(model, batch)
            if clears:
                made.clear_grad()
            found.backward()
            if clips:
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            made.step()
            if schedules:
                schedule.step()

    return train


def _epsilon(model: Any) -> Any:
    schedule = paddle.optimizer.lr.LambdaDecay(2e-3, lambda step: min(1.0, (step + 1) / 5))
    made = paddle.optimizer.AdamW(schedule, parameters=model.parameters(), weight_decay=0.01)
    return made, schedule


def _head_alone(model: Any) -> Any:
    schedule = paddle.optimizer.lr.LambdaDecay(2e-3, lambda step: min(1.0, (step + 1) / 5))
    return paddle.optimizer.AdamW(schedule, parameters=model.head.parameters()), schedule


def _summed(model: Any, batch: Any) -> Any:
    words, mask, labels = batch
    return nn.CrossEntropyLoss(reduction="sum")(model(words, mask), labels)


def _detached(model: Any, batch: Any) -> Any:
    """A port that has lost the gradient of the embedding."""
    words, mask, labels = batch
    model.words.weight.stop_gradient = True
    return nn.CrossEntropyLoss()(model(words, mask), labels)


def _raising(model: Any, batch: Any) -> Any:
    raise ValueError("no such batch")


other_data = training(batches=lambda steps: encoder.loader(BATCH * steps, seed=3))
summed = training(loss=_summed)
detached = training(loss=_detached)
not_cleared = training(clears=False)
not_clipped = training(clips=False)
not_scheduled = training(schedules=False)
epsilon = training(optimizer=_epsilon)
head_alone = training(optimizer=_head_alone)
raising = training(loss=_raising)


def not_at_all(model: Any, steps: int) -> None:
    """Training that makes no step."""
