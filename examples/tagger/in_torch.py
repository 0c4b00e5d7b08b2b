"""An LSTM tagger in PyTorch: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from torch.utils.data import DataLoader, Dataset

from examples.tagger.data import BATCH, LENGTH, PADDED, TAGS, WORDS, sentences


# --8<-- [start:model]
class Tagger(nn.Module):
    """Words, an LSTM in both directions, a tag for each word."""

    def __init__(self, width: int = 16, hidden: int = 20, dropout: float = 0.3) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width, padding_idx=0)
        self.dropout = nn.Dropout(dropout)
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.tags = nn.Linear(2 * hidden, TAGS)

    def forward(self, words: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Logits [N, L, 3] of word numbers [N, L], of which each row has so many."""
        x = self.dropout(self.words(words))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        out, _ = self.lstm(packed)
        out, _ = pad_packed_sequence(out, batch_first=True, total_length=LENGTH)
        return self.tags(self.dropout(out))


# --8<-- [end:model]


# --8<-- [start:data]
class Sentences(Dataset):
    """Sentences, their lengths and tags."""

    def __init__(self, count: int, seed: int) -> None:
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
def loss_of(model: nn.Module, batch: list[torch.Tensor]) -> torch.Tensor:
    """The mean loss of the words of a batch."""
    words, lengths, tags = batch
    logits = model(words, lengths)
    # PyTorch wants the classes in dimension 1.
    return nn.CrossEntropyLoss(ignore_index=PADDED)(logits.transpose(1, 2), tags)


# --8<-- [end:loss]


# --8<-- [start:metric]
@torch.no_grad()
def metric(model: nn.Module, count: int, seed: int) -> float:
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
    model: nn.Module,
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """Adam with L2 on the matrices but the words, and a linear warm-up."""
    decayed = [p for n, p in model.named_parameters() if p.ndim > 1 and n != "words.weight"]
    spared = [p for n, p in model.named_parameters() if p.ndim <= 1 or n == "words.weight"]
    groups = [{"params": decayed, "weight_decay": 1e-4}, {"params": spared, "weight_decay": 0.0}]
    optimizer = torch.optim.Adam(groups, lr=1e-2)
    warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 4))
    return optimizer, warm_up


# --8<-- [end:optimizer]


# --8<-- [start:training]
def train(model: nn.Module, steps: int) -> list[float]:
    """The losses of so many steps over the training data."""
    model.train()
    optimizer, schedule = optimizer_of(model)
    losses = []
    for _, batch in zip(range(steps), loader(BATCH * steps, seed=2), strict=True):
        loss = loss_of(model, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses


# --8<-- [end:training]


def build() -> Tagger:
    """The model without dropout, its weights from a seed."""
    torch.manual_seed(0)
    return Tagger(dropout=0.0)
