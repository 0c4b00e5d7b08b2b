"""Small images; the class is the quarter in which a bright square lies."""

from __future__ import annotations

import numpy as np

CLASSES, SIZE, BATCH = 4, 16, 8


def images(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """`count` images, float32 [count, 3, 16, 16], and their classes, int64 [count]."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((count, 3, SIZE, SIZE), dtype="float32")
    labels = rng.integers(0, CLASSES, count)
    for image, label in zip(noise, labels, strict=True):
        top, left = 2 + 8 * (label // 2), 2 + 8 * (label % 2)
        image[:, top : top + 4, left : left + 4] += 2
    return noise, labels


def inputs() -> list[np.ndarray]:
    """One batch, to compare both models on."""
    return [images(BATCH, seed=1)[0]]
