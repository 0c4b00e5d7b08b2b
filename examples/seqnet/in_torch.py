"""SeqNet in PyTorch: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset

from examples.seqnet.data import BATCH, signals


# --8<-- [start:model]
class SeqNet(nn.Module):
    """Four convolutions with windows of different lengths, pooled and joined."""

    def __init__(self, dropout: float = 0.2) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(12, 10, 50)
        self.conv2 = nn.Conv1d(12, 10, 200)
        self.conv3 = nn.Conv1d(12, 10, 500)
        self.conv4 = nn.Conv1d(12, 10, 1000)
        self.pooling = nn.MaxPool2d((1, 200))
        self.fc1 = nn.Linear(900, 64)
        self.dropout = nn.Dropout(dropout)
        self.fc2 = nn.Linear(64, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits [N, 1] of signals [N, 12, 5000]."""
        convs = (self.conv1, self.conv2, self.conv3, self.conv4)
        out = torch.cat([self.pooling(F.relu(conv(x))) for conv in convs], 2)
        out = out.view(x.size(0), -1)
        out = self.dropout(F.relu(self.fc1(out)))
        return self.fc2(out)


# --8<-- [end:model]


# --8<-- [start:data]
class Signals(Dataset):
    """Signals and their classes, as a float for the loss."""

    def __init__(self, count: int, seed: int) -> None:
        self.signals, self.labels = signals(count, seed)

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.float32]:
        return self.signals[index], np.float32(self.labels[index])

    def __len__(self) -> int:
        return len(self.labels)


def loader(count: int, seed: int) -> DataLoader:
    """Batches in the order of the data."""
    return DataLoader(Signals(count, seed), batch_size=BATCH, shuffle=False)


# --8<-- [end:data]


# --8<-- [start:loss]
def loss_of(model: nn.Module, batch: list[torch.Tensor]) -> torch.Tensor:
    """The mean loss of a batch."""
    x, y = batch
    return nn.BCEWithLogitsLoss()(model(x), y.unsqueeze(1))


# --8<-- [end:loss]


# --8<-- [start:metric]
@torch.no_grad()
def metric(model: nn.Module, count: int, seed: int) -> float:
    """The share of signals put into their class."""
    model.eval()
    right = 0
    for x, y in loader(count, seed):
        right += ((model(x) > 0).squeeze(1) == y.bool()).sum().item()
    return right / count


# --8<-- [end:metric]


# --8<-- [start:optimizer]
def optimizer_of(
    model: nn.Module,
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """AdamW that spares biases from weight decay, and three steps of warm-up."""
    decayed = [p for p in model.parameters() if p.ndim > 1]
    spared = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": 5e-4}, {"params": spared, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=1e-3)
    warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 3))
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


def build() -> SeqNet:
    """The model without dropout, its weights from a seed."""
    torch.manual_seed(0)
    return SeqNet(dropout=0.0)
