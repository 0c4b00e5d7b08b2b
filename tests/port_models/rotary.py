"""Attention over turned places, and ports: one turns them the other way round."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import torch


def inputs() -> list[np.ndarray]:
    return [np.random.default_rng(0).standard_normal((2, 3, 8)).astype("float32")]


class InTorch(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        for name in ("query", "key", "value", "out"):
            setattr(self, name, torch.nn.Linear(8, 8))

    def forward(self, x: Any) -> Any:
        query, key = self.query(x), self.key(x)
        first, second = query.chunk(2, -1)
        query = torch.cat([-second, first], -1)
        value = self.value(x)  # torch
        return self.out((query @ key.transpose(1, 2)).softmax(-1) @ value)


class InPaddle(paddle.nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        for name in ("query", "key", "value", "out"):
            setattr(self, name, paddle.nn.Linear(8, 8))

    def forward(self, x: Any) -> Any:
        query, key = self.query(x), self.key(x)
        first, second = query.chunk(2, -1)
        query = paddle.concat([second, first], -1)
        value = self.value(x)
        weights = paddle.nn.functional.softmax(query @ key.transpose([0, 2, 1]), -1)
        return self.out(weights @ value)


class KeepsItsGraph(InPaddle):
    """Turned as in PyTorch; what it gave last is kept for the next pass, not detached."""

    def forward(self, x: Any) -> Any:
        query, key = self.query(x), self.key(x)
        first, second = query.chunk(2, -1)
        query = paddle.concat([-second, first], -1)
        weights = paddle.nn.functional.softmax(query @ key.transpose([0, 2, 1]), -1)
        found = self.out(weights @ self.value(x))
        found = found + 0.0 * getattr(self, "kept", paddle.zeros([]))
        self.kept = found.sum()
        return found


def keeping() -> paddle.nn.Layer:
    return KeepsItsGraph()


def build_torch() -> torch.nn.Module:
    torch.manual_seed(0)
    return InTorch()


def build_paddle() -> paddle.nn.Layer:
    return InPaddle()
