"""Layers of both libraries that are each other's port, and what they are called with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Pair:
    """How to make a PyTorch layer and its port, and the shapes of the inputs of both."""

    torch: Callable[[Any], Any]
    paddle: Callable[[Any], Any]
    shapes: tuple[tuple[int, ...], ...]

    def inputs(self) -> list[np.ndarray]:
        """Inputs from a fixed seed."""
        rng = np.random.default_rng(7)
        return [rng.standard_normal(shape).astype("float32") for shape in self.shapes]


def _normed(torch: Any, layer: Any, **how: Any) -> Any:
    return torch.nn.utils.parametrizations.weight_norm(layer, **how)


PAIRS = {
    # A square matrix: its shape does not tell whether it is transposed.
    "linear": Pair(lambda t: t.nn.Linear(3, 3), lambda p: p.nn.Linear(3, 3), ((2, 3),)),
    "bilinear": Pair(
        lambda t: t.nn.Bilinear(2, 3, 4), lambda p: p.nn.Bilinear(2, 3, 4), ((5, 2), (5, 3))
    ),
    "conv": Pair(
        lambda t: t.nn.Conv1d(4, 6, 3, groups=2),
        lambda p: p.nn.Conv1D(4, 6, 3, groups=2),
        ((2, 4, 9),),
    ),
    "conv transposed": Pair(
        lambda t: t.nn.ConvTranspose1d(4, 6, 3, groups=2),
        lambda p: p.nn.Conv1DTranspose(4, 6, 3, groups=2),
        ((2, 4, 9),),
    ),
    "batch norm": Pair(lambda t: t.nn.BatchNorm1d(3), lambda p: p.nn.BatchNorm1D(3), ((4, 3),)),
    "instance norm": Pair(
        lambda t: t.nn.InstanceNorm1d(3, affine=True),
        lambda p: p.nn.InstanceNorm1D(3),
        ((4, 3, 5),),
    ),
    "layer norm": Pair(
        lambda t: t.nn.LayerNorm((2, 3)), lambda p: p.nn.LayerNorm((2, 3)), ((4, 2, 3),)
    ),
    "group norm": Pair(
        lambda t: t.nn.GroupNorm(2, 4), lambda p: p.nn.GroupNorm(2, 4), ((2, 4, 3),)
    ),
    "prelu": Pair(lambda t: t.nn.PReLU(3), lambda p: p.nn.PReLU(3), ((5, 3),)),
    "lstm": Pair(
        lambda t: t.nn.LSTM(2, 3, 2, bidirectional=True, batch_first=True),
        lambda p: p.nn.LSTM(2, 3, 2, direction="bidirect"),
        ((2, 5, 2),),
    ),
    "gru": Pair(lambda t: t.nn.GRU(2, 3, batch_first=True), lambda p: p.nn.GRU(2, 3), ((2, 5, 2),)),
    "rnn": Pair(
        lambda t: t.nn.RNN(2, 3, batch_first=True), lambda p: p.nn.SimpleRNN(2, 3), ((2, 5, 2),)
    ),
    "lstm with a projection": Pair(
        lambda t: t.nn.LSTM(2, 4, proj_size=3, batch_first=True),
        lambda p: p.nn.LSTM(2, 4, proj_size=3),
        ((2, 5, 2),),
    ),
    "lstm cell": Pair(lambda t: t.nn.LSTMCell(2, 3), lambda p: p.nn.LSTMCell(2, 3), ((4, 2),)),
    "attention": Pair(
        lambda t: t.nn.MultiheadAttention(4, 2, batch_first=True),
        lambda p: p.nn.MultiHeadAttention(4, 2),
        ((2, 5, 4),) * 3,
    ),
    "attention of three widths": Pair(
        lambda t: t.nn.MultiheadAttention(4, 2, kdim=3, vdim=5, batch_first=True),
        lambda p: p.nn.MultiHeadAttention(4, 2, kdim=3, vdim=5),
        ((2, 5, 4), (2, 5, 3), (2, 5, 5)),
    ),
    "attention without bias": Pair(
        lambda t: t.nn.MultiheadAttention(4, 2, bias=False, batch_first=True),
        lambda p: p.nn.MultiHeadAttention(4, 2, bias_attr=False),
        ((2, 5, 4),) * 3,
    ),
    "encoder": Pair(
        lambda t: t.nn.TransformerEncoder(
            t.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 2, norm=t.nn.LayerNorm(4)
        ),
        lambda p: p.nn.TransformerEncoder(
            p.nn.TransformerEncoderLayer(4, 2, 8), 2, norm=p.nn.LayerNorm(4)
        ),
        ((2, 5, 4),),
    ),
    "decoder layer": Pair(
        lambda t: t.nn.TransformerDecoderLayer(4, 2, 8, batch_first=True),
        lambda p: p.nn.TransformerDecoderLayer(4, 2, 8),
        ((2, 5, 4), (2, 6, 4)),
    ),
    "weight norm": Pair(
        lambda t: _normed(t, t.nn.Conv1d(2, 3, 4)),
        lambda p: p.nn.utils.weight_norm(p.nn.Conv1D(2, 3, 4)),
        ((2, 2, 9),),
    ),
    "weight norm of a linear layer": Pair(
        lambda t: _normed(t, t.nn.Linear(3, 3)),
        lambda p: p.nn.utils.weight_norm(p.nn.Linear(3, 3), dim=1),
        ((2, 3),),
    ),
    "weight norm of the whole": Pair(
        lambda t: _normed(t, t.nn.Conv1d(2, 3, 4), dim=None),
        lambda p: p.nn.utils.weight_norm(p.nn.Conv1D(2, 3, 4), dim=None),
        ((2, 2, 9),),
    ),
    "spectral norm": Pair(
        lambda t: t.nn.utils.parametrizations.spectral_norm(t.nn.Linear(2, 3)),
        lambda p: p.nn.utils.spectral_norm(p.nn.Linear(2, 3)),
        ((5, 2),),
    ),
}
