"""SeqNet in Paddle: the model, its data, its training."""

from __future__ import annotations

import numpy as np
import paddle
import paddle.nn.functional as F
from paddle import nn
from paddle.io import DataLoader, Dataset

from examples.seqnet.data import BATCH, signals


# --8<-- [start:model]
class SeqNet(nn.Layer):
    """Four convolutions with windows of different lengths, pooled and joined."""

    def __init__(self, dropout: float = 0.2) -> None:
        super().__init__()
        self.conv1 = nn.Conv1D(12, 10, 50)
        self.conv2 = nn.Conv1D(12, 10, 200)
        self.conv3 = nn.Conv1D(12, 10, 500)
        self.conv4 = nn.Conv1D(12, 10, 1000)
        # PyTorch pools [N, C, L] as one image; Paddle's MaxPool2D wants four dimensions.
        self.pooling = nn.MaxPool1D(200)
        self.fc1 = nn.Linear(900, 64)
        self.dropout = nn.Dropout(dropout)
        self.fc2 = nn.Linear(64, 1)

    def forward(self, x: paddle.Tensor) -> paddle.Tensor:
        """Logits [N, 1] of signals [N, 12, 5000]."""
        convs = (self.conv1, self.conv2, self.conv3, self.conv4)
        out = paddle.concat([self.pooling(F.relu(conv(x))) for conv in convs], 2)
        out = out.reshape([x.shape[0], -1])
        out = self.dropout(F.relu(self.fc1(out)))
        return self.fc2(out)


# --8<-- [end:model]


# --8<-- [start:data]
class Signals(Dataset):
    """Signals and their classes, as a float for the loss."""

    def __init__(self, count: int, seed: int) -> None:
        super().__init__()
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
def loss_of(model: nn.Layer, batch: list[paddle.Tensor]) -> paddle.Tensor:
    """The mean loss of a batch."""
    x, y = batch
    return nn.BCEWithLogitsLoss()(model(x), y.unsqueeze(1))


# --8<-- [end:loss]


# --8<-- [start:metric]
@paddle.no_grad()
def metric(model: nn.Layer, count: int, seed: int) -> float:
    """The share of signals put into their class."""
    model.eval()
    right = 0
    for x, y in loader(count, seed):
        right += ((model(x) > 0).squeeze(1) == y.astype("bool")).sum().item()
    return right / count


# --8<-- [end:metric]


# --8<-- [start:optimizer]
def optimizer_of(
    model: nn.Layer,
) -> tuple[paddle.optimizer.Optimizer, paddle.optimizer.lr.LRScheduler]:
    """AdamW that spares biases from weight decay, and three steps of warm-up."""
    decayed = {p.name for p in model.parameters() if p.ndim > 1}
    warm_up = paddle.optimizer.lr.LambdaDecay(1e-3, lambda step: min(1.0, (step + 1) / 3))
    optimizer = paddle.optimizer.AdamW(
        warm_up,  # the schedule is the learning rate
        parameters=model.parameters(),
        weight_decay=5e-4,
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


def build() -> SeqNet:
    """The model without dropout; the weights come from PyTorch's."""
    return SeqNet(dropout=0.0)
