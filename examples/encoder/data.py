"""Texts as word numbers, padded with 0; the class is whether word 7 comes before word 8."""

from __future__ import annotations

import numpy as np

WORDS, LENGTH, BATCH = 100, 16, 8


def texts(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Word numbers, int64 [count, 16]; which are words, bool of that shape; classes, int64."""
    rng = np.random.default_rng(seed)
    words = rng.integers(9, WORDS, (count, LENGTH))
    lengths = rng.integers(6, LENGTH + 1, count)
    labels = rng.integers(0, 2, count)
    places = np.sort([rng.choice(n - 1, 2, replace=False) + 1 for n in lengths], axis=1)
    words[np.arange(count), places[:, 0]] = np.where(labels == 1, 7, 8)
    words[np.arange(count), places[:, 1]] = np.where(labels == 1, 8, 7)
    words[:, 0] = 1  # what the class is read from
    mask = np.arange(LENGTH) < lengths[:, None]
    return np.where(mask, words, 0), mask, labels


def inputs() -> list[np.ndarray]:
    """One batch, to compare both models on."""
    return list(texts(BATCH, seed=1)[:2])
