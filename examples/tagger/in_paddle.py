"""An LSTM tagger in Paddle: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import paddle
from paddle import nn
from paddle.io import DataLoader, Dataset

from examples.tagger.data import BATCH, PADDED, TAGS, WORDS, sentences


# --8<-- [start:model]
class Tagger(nn.Layer):
    """Words, an LSTM in both directions, a tag for each word."""

    def __init__(self, width: int = 16, hidden: int = 20, dropout: float = 0.3) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width, padding_idx=0)
        self.dropout = nn.Dropout(dropout)
        self.lstm = nn.LSTM(width, hidden, direction="bidirect")
        self.tags = nn.Linear(2 * hidden, TAGS)

    def forward(self, words: paddle.Tensor, lengths: paddle.Tensor) -> paddle.Tensor:
        """Logits [N, L, 3] of word numbers [N, L], of which each row has so many."""
        x = self.dropout(self.words(words))
        # Paddle packs nothing: the LSTM is told the lengths, and gives 0 beyond them.
        out, _ = self.lstm(x, sequence_length=lengths)
        return self.tags(self.dropout(out))


# --8<-- [end:model]


# --8<-- [start:data]
class Sentences(Dataset):
    """Sentences, their lengths and tags."""

    def __init__(self, count: int, seed: int) -> None:
        super().__init__()
        self.arrays = sentences(count, seed)

    def __getitem__(self, index: int) -> tuple[np.ndarray, ...]:
        return tuple(array[index] for array in self.arrays)

    def __len__(self) -> int:
        return len(self.arrays[0])


def loader(count: int, seed: int) -> DataLoader:
    """Batches in the order of the data."""
    return DataLoader(Sentences(count, seed), batch_size=BATCH, shuffle=False)


# --8<-- [end:data]


# --8<-- [start:loss]
def loss_of(model: nn.Layer, batch: list[paddle.Tensor]) -> paddle.Tensor:
    """The mean loss of the words of a batch."""
    words, lengths, tags = batch
    logits = model(words, lengths)
    # Paddle has the classes in the last dimension. From 3.0.0 to 3.3.1 its mean would also count
    # the tags that a negative `ignore_index` leaves out.
    summed = nn.CrossEntropyLoss(ignore_index=PADDED, reduction="sum")(logits, tags)
    return summed / (tags != PADDED).sum()


# --8<-- [end:loss]


# --8<-- [start:metric]
@paddle.no_grad()
def metric(model: nn.Layer, count: int, seed: int) -> float:
    """The share of words with the right tag."""
    model.eval()
    right = total = 0
    for words, lengths, tags in loader(count, seed):
        known = tags != PADDED
        right += (model(words, lengths).argmax(-1) == tags)[known].sum().item()
        total += known.sum().item()
    return right / total


# --8<-- [end:metric]


# --8<-- [start:optimizer]
def optimizer_of(
    model: nn.Layer,
) -> tuple[paddle.optimizer.Optimizer, paddle.optimizer.lr.LRScheduler]:
    """Adam with L2 on the matrices but the words, and a linear warm-up."""
    decayed = [p for n, p in model.named_parameters() if p.ndim > 1 and n != "words.weight"]
    spared = [p for n, p in model.named_parameters() if p.ndim <= 1 or n == "words.weight"]
    groups = [{"params": decayed, "weight_decay": 1e-4}, {"params": spared, "weight_decay": 0.0}]
    warm_up = paddle.optimizer.lr.LambdaDecay(1e-2, lambda step: min(1.0, (step + 1) / 4))
    return paddle.optimizer.Adam(warm_up, parameters=groups), warm_up


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


def build() -> Tagger:
    """The model without dropout; the weights come from PyTorch's."""
    return Tagger(dropout=0.0)
