"""A BERT-like encoder in Paddle: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import paddle
from paddle import nn
from paddle.io import DataLoader, Dataset

from examples.encoder.data import BATCH, LENGTH, WORDS, texts


# --8<-- [start:model]
class Encoder(nn.Layer):
    """Words and their places, two layers of attention, a class from the first word."""

    def __init__(self, width: int = 32, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width, padding_idx=0)
        self.places = nn.Embedding(LENGTH, width)
        self.norm = nn.LayerNorm(width, epsilon=1e-12)
        self.dropout = nn.Dropout(dropout)
        layer = nn.TransformerEncoderLayer(
            width, 4, 64, dropout, activation="gelu", layer_norm_eps=1e-12
        )
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.pooler = nn.Linear(width, width)
        self.head = nn.Linear(width, 2)

    def forward(self, words: paddle.Tensor, mask: paddle.Tensor) -> paddle.Tensor:
        """Logits [N, 2] of word numbers [N, L]; `mask`, bool [N, L], is True where words are."""
        places = paddle.arange(words.shape[1])
        x = self.dropout(self.norm(self.words(words) + self.places(places)))
        # Paddle's mask is True where attention may look, and has a dimension for the heads.
        x = self.encoder(x, src_mask=mask[:, None, None, :])
        return self.head(paddle.tanh(self.pooler(x[:, 0])))


# --8<-- [end:model]


# --8<-- [start:data]
class Texts(Dataset):
    """Texts, their masks and classes."""

    def __init__(self, count: int, seed: int) -> None:
        super().__init__()
        self.arrays = texts(count, seed)

    def __getitem__(self, index: int) -> tuple[np.ndarray, ...]:
        return tuple(array[index] for array in self.arrays)

    def __len__(self) -> int:
        return len(self.arrays[0])


def loader(count: int, seed: int) -> DataLoader:
    """Batches in the order of the data."""
    return DataLoader(Texts(count, seed), batch_size=BATCH, shuffle=False)


# --8<-- [end:data]


# --8<-- [start:loss]
def loss_of(model: nn.Layer, batch: list[paddle.Tensor]) -> paddle.Tensor:
    """The mean loss of a batch."""
    words, mask, labels = batch
    return nn.CrossEntropyLoss()(model(words, mask), labels)


# --8<-- [end:loss]


# --8<-- [start:metric]
@paddle.no_grad()
def metric(model: nn.Layer, count: int, seed: int) -> float:
    """The share of texts put into their class."""
    model.eval()
    right = 0
    for words, mask, labels in loader(count, seed):
        right += (model(words, mask).argmax(-1) == labels).sum().item()
    return right / count


# --8<-- [end:metric]


# --8<-- [start:optimizer]
def optimizer_of(
    model: nn.Layer,
) -> tuple[paddle.optimizer.Optimizer, paddle.optimizer.lr.LRScheduler]:
    """AdamW that spares biases and norms from weight decay, and a linear warm-up."""
    spared = ("bias", "norm")
    # `p.name` is a number of Paddle's own; the path is the name that PyTorch has, too.
    decayed = {p.name for n, p in model.named_parameters() if not any(s in n for s in spared)}
    warm_up = paddle.optimizer.lr.LambdaDecay(2e-3, lambda step: min(1.0, (step + 1) / 5))
    optimizer = paddle.optimizer.AdamW(
        warm_up,
        epsilon=1e-6,
        parameters=model.parameters(),
        weight_decay=0.01,
        apply_decay_param_fun=lambda name: name in decayed,
    )
    return optimizer, warm_up


# --8<-- [end:optimizer]


# --8<-- [start:training]
def train(model: nn.Layer, steps: int) -> list[float]:
    """The losses of so many steps over the training data."""
    model.train()
    optimizer, schedule = optimizer_of(model)
    losses = []
    for _, batch in zip(range(steps), loader(BATCH * steps, seed=2), strict=True):
        loss = loss_of(model, batch)
        optimizer.clear_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses


# --8<-- [end:training]


def build() -> Encoder:
    """The model without dropout; the weights come from PyTorch's."""
    return Encoder(dropout=0.0)
