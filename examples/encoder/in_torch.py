"""A BERT-like encoder in PyTorch: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from examples.encoder.data import BATCH, LENGTH, WORDS, texts


# --8<-- [start:model]
class Encoder(nn.Module):
    """Words and their places, two layers of attention, a class from the first word."""

    def __init__(self, width: int = 32, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width, padding_idx=0)
        self.places = nn.Embedding(LENGTH, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(dropout)
        layer = nn.TransformerEncoderLayer(
            width, 4, 64, dropout, activation="gelu", layer_norm_eps=1e-12, batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.pooler = nn.Linear(width, width)
        self.head = nn.Linear(width, 2)

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Logits [N, 2] of word numbers [N, L]; `mask`, bool [N, L], is True where words are."""
        places = torch.arange(words.size(1), device=words.device)
        x = self.dropout(self.norm(self.words(words) + self.places(places)))
        x = self.encoder(x, src_key_padding_mask=~mask)
        return self.head(torch.tanh(self.pooler(x[:, 0])))


# --8<-- [end:model]


# --8<-- [start:data]
class Texts(Dataset):
    """Texts, their masks and classes."""

    def __init__(self, count: int, seed: int) -> None:
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
def loss_of(model: nn.Module, batch: list[torch.Tensor]) -> torch.Tensor:
    """The mean loss of a batch."""
    words, mask, labels = batch
    return nn.CrossEntropyLoss()(model(words, mask), labels)


# --8<-- [end:loss]


# --8<-- [start:metric]
@torch.no_grad()
def metric(model: nn.Module, count: int, seed: int) -> float:
    """The share of texts put into their class."""
    model.eval()
    right = 0
    for words, mask, labels in loader(count, seed):
        right += (model(words, mask).argmax(-1) == labels).sum().item()
    return right / count


# --8<-- [end:metric]


# --8<-- [start:optimizer]
def optimizer_of(
    model: nn.Module,
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """AdamW that spares biases and norms from weight decay, and a linear warm-up."""
    spared = ("bias", "norm")
    named = list(model.named_parameters())
    groups = [
        {"params": [p for n, p in named if not any(s in n for s in spared)], "weight_decay": 0.01},
        {"params": [p for n, p in named if any(s in n for s in spared)], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=2e-3, eps=1e-6)
    warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 5))
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


def build() -> Encoder:
    """The model without dropout, its weights from a seed."""
    torch.manual_seed(0)
    return Encoder(dropout=0.0)
