"""Sentences of different lengths, padded with 0; the tag of a word is whether it follows a 3."""

from __future__ import annotations

import numpy as np

WORDS, TAGS, LENGTH, BATCH = 50, 3, 12, 6
PADDED = -100  # the tag of padding, which losses ignore


def sentences(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Word numbers, int64 [count, 12]; lengths, int64 [count]; tags, int64 [count, 12]."""
    rng = np.random.default_rng(seed)
    words = rng.integers(1, 10, (count, LENGTH))
    lengths = rng.integers(3, LENGTH + 1, count)
    lengths[::BATCH] = LENGTH  # the longest of each batch fills it
    follows = np.roll(words, 1, axis=1) == 3
    follows[:, 0] = False
    tags = np.where(follows, 1, np.where(words % 2 == 0, 2, 0))
    mask = np.arange(LENGTH) < lengths[:, None]
    return np.where(mask, words, 0), lengths, np.where(mask, tags, PADDED)


def inputs() -> list[np.ndarray]:
    """One batch, to compare both models on."""
    return list(sentences(BATCH, seed=1)[:2])
