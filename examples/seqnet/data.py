"""Signals of 12 channels and 5,000 steps; those of class 1 have a slow wave in channel 0."""

from __future__ import annotations

import numpy as np

CHANNELS, LENGTH, BATCH = 12, 5000, 2


def signals(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """`count` signals, float32 [count, 12, 5000], and their classes, int64 [count]."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((count, CHANNELS, LENGTH), dtype="float32")
    labels = rng.integers(0, 2, count)
    wave = np.sin(np.arange(LENGTH) / 40, dtype="float32")
    noise[:, 0] += labels[:, None] * wave
    return noise, labels


def inputs() -> list[np.ndarray]:
    """One batch, to compare both models on."""
    return [signals(BATCH, seed=1)[0]]
