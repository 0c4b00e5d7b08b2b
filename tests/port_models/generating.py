"""A model that keeps keys and values from call to call, its port, and how both generate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import torch

WORDS, WIDTH, TOKENS = 11, 8, 6
PROMPT = [[1, 2, 3], [7, 5, 0]]


def inputs() -> list[np.ndarray]:
    return [np.asarray(PROMPT)]


class InTorch(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = torch.nn.Embedding(WORDS, WIDTH)
        for name in ("query", "key", "value"):
            setattr(self, name, torch.nn.Linear(WIDTH, WIDTH))
        self.head = torch.nn.Linear(WIDTH, WORDS)

    def forward(self, words: Any, cache: Any = None) -> Any:
        x = self.words(words)
        key, value = self.key(x), self.value(x)
        if cache is not None:
            key, value = torch.cat([cache[0], key], 1), torch.cat([cache[1], value], 1)
        scores = self.query(x[:, -1:]) @ key.transpose(1, 2)
        return self.head(scores.softmax(-1) @ value), (key, value)


class InPaddle(paddle.nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.words = paddle.nn.Embedding(WORDS, WIDTH)
        for name in ("query", "key", "value"):
            setattr(self, name, paddle.nn.Linear(WIDTH, WIDTH))
        self.head = paddle.nn.Linear(WIDTH, WORDS)

    def forward(self, words: Any, cache: Any = None) -> Any:
        x = self.words(words)
        key, value = self.key(x), self.value(x)
        if cache is not None:
            key, value = paddle.concat([cache[0], key], 1), paddle.concat([cache[1], value], 1)
        scores = self.query(x[:, -1:]) @ key.transpose([0, 2, 1])
        return self.head(paddle.nn.functional.softmax(scores, -1) @ value), (key, value)


class ForgetsValues(InPaddle):
    """The cache has the new values twice, in place of those before them."""

    def forward(self, words: Any, cache: Any = None) -> Any:
        if cache is not None:
            new = self.value(self.words(words))
            cache = (cache[0], paddle.concat([new] * cache[1].shape[1], 1))
        return super().forward(words, cache)


def build_torch() -> torch.nn.Module:
    torch.manual_seed(1)
    return InTorch()


def build_paddle() -> paddle.nn.Layer:
    return InPaddle()


def forgetting() -> paddle.nn.Layer:
    return ForgetsValues()


def _generate(model: Any, make: Callable[[Any], Any], join: Callable[[Any], Any], pick: Any) -> Any:
    words, cache, found = make(PROMPT), None, []
    for _ in range(TOKENS):
        logits, cache = model(words, cache)
        words = pick(logits[:, -1])
        found.append(words)
    return join(found)


def in_torch(model: Any) -> Any:
    return _generate(
        model, torch.tensor, lambda f: torch.cat(f, 1), lambda x: x.argmax(-1, keepdim=True)
    )


def in_paddle(model: Any) -> Any:
    return _generate(
        model, paddle.to_tensor, lambda f: paddle.concat(f, 1), lambda x: x.argmax(-1, keepdim=True)
    )


def as_lists(model: Any) -> Any:
    return in_paddle(model).tolist()


def least(model: Any) -> Any:
    """Picks the least likely word, from the second step on."""
    steps: list[int] = []

    def pick(logits: Any) -> Any:
        steps.append(1)
        found = logits if len(steps) < 2 else -logits
        return found.argmax(-1, keepdim=True)

    return _generate(model, paddle.to_tensor, lambda f: paddle.concat(f, 1), pick)


def raising(model: Any) -> Any:
    in_paddle(model)
    raise ValueError("no more")


def nothing(model: Any) -> Any:
    in_torch(model)
