"""A convolutional network in PyTorch: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset

from examples.convnet.data import BATCH, CLASSES, images


# --8<-- [start:model]
class ConvNet(nn.Module):
    """Two convolutions with batch normalisation, pooled to a class."""

    def __init__(self, dropout: float = 0.2) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(8, momentum=0.1)
        self.pool = nn.MaxPool2d(2)
        self.conv2 = nn.Conv2d(8, 16, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(16, momentum=0.1)
        self.shrink = nn.AdaptiveAvgPool2d(2)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(64, CLASSES)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits [N, 4] of images [N, 3, 16, 16]."""
        x = self.pool(F.relu(self.norm1(self.conv1(x))))
        x = F.leaky_relu(self.norm2(self.conv2(x)), 0.1)
        x = torch.flatten(self.shrink(x), 1)
        return self.head(self.dropout(x))


# --8<-- [end:model]


# --8<-- [start:data]
class Images(Dataset):
    """Images and their classes."""

    def __init__(self, count: int, seed: int) -> None:
        self.images, self.labels = images(count, seed)

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.int64]:
        return self.images[index], self.labels[index]

    def __len__(self) -> int:
        return len(self.labels)


def loader(count: int, seed: int) -> DataLoader:
    """Batches in the order of the data."""
    return DataLoader(Images(count, seed), batch_size=BATCH, shuffle=False)


# --8<-- [end:data]


# --8<-- [start:loss]
def loss_of(model: nn.Module, batch: list[torch.Tensor]) -> torch.Tensor:
    """The mean loss of a batch."""
    x, y = batch
    return F.cross_entropy(model(x), y, label_smoothing=0.1)


# --8<-- [end:loss]


# --8<-- [start:metric]
@torch.no_grad()
def metric(model: nn.Module, count: int, seed: int) -> float:
    """The share of images put into their class."""
    model.eval()
    right = 0
    for x, y in loader(count, seed):
        right += (model(x).argmax(1) == y).sum().item()
    return right / count


# --8<-- [end:metric]


# --8<-- [start:optimizer]
def optimizer_of(
    model: nn.Module,
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """SGD with momentum that spares norms and biases from decay, and a linear warm-up."""
    decayed = [p for p in model.parameters() if p.ndim > 1]
    spared = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": 1e-4}, {"params": spared, "weight_decay": 0.0}]
    optimizer = torch.optim.SGD(groups, lr=0.05, momentum=0.9)
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


# --8<-- [start:loop]
def fit(model: nn.Module, epochs: int, parts: int = 2) -> list[float]:
    """The mean loss of each epoch; each step takes the gradients of `parts` batches together."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    losses = []
    for epoch in range(epochs):
        model.train()
        batches, total = loader(8 * BATCH, seed=2), 0.0
        optimizer.zero_grad()
        for number, batch in enumerate(batches, 1):
            loss = loss_of(model, batch)
            (loss / parts).backward()  # gradients accumulate
            total += loss.item()
            if number % parts == 0:
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
        schedule.step()
        losses.append(total / len(batches))
        print(f"epoch {epoch}: loss {losses[-1]:.3f}, accuracy {metric(model, 64, seed=3):.3f}")
    return losses


# --8<-- [end:loop]


def build() -> ConvNet:
    """The model without dropout, its weights from a seed."""
    torch.manual_seed(0)
    return ConvNet(dropout=0.0)
