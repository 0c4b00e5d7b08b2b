"""Ports with one fault each, as factories for the command: EXAMPLE_FAULT, and `inputs` of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F
from examples.convnet import data as convnet_data
from examples.convnet import in_paddle as convnet
from examples.encoder import data as encoder_data
from examples.encoder import in_paddle as encoder
from examples.seqnet import data as seqnet_data
from examples.seqnet import in_paddle as seqnet
from examples.tagger import data as tagger_data
from examples.tagger import in_paddle as tagger
from paddle import nn


def inputs_of(name: str) -> Callable[[], list[np.ndarray]]:
    """Fewer signals than the example has: one is enough to see a fault."""
    if name == "seqnet":
        return lambda: [seqnet_data.signals(1, seed=1)[0]]
    found: dict[str, Any] = {
        "encoder": encoder_data,
        "tagger": tagger_data,
        "convnet": convnet_data,
    }
    return found[name].inputs


class Dropping(nn.Layer):
    """A dropout that is always on."""

    def forward(self, x: Any) -> Any:
        return F.dropout(x, 0.1)


def encoder_epsilon() -> Any:
    model = encoder.build()
    model.norm = nn.LayerNorm(32)
    return model


def convnet_epsilon() -> Any:
    model = convnet.build()
    model.norm2._epsilon = 1e-3
    return model


def convnet_axis() -> Any:
    """Flattens with the channels last."""

    class Port(convnet.ConvNet):
        def forward(self, x: Any) -> Any:
            x = self.pool(F.relu(self.norm1(self.conv1(x))))
            x = F.leaky_relu(self.norm2(self.conv2(x)), 0.1)
            return self.head(
                self.dropout(paddle.flatten(self.shrink(x).transpose([0, 2, 3, 1]), 1))
            )

    return Port(0.0)


def seqnet_axis() -> Any:
    """Flattens steps before channels."""

    class Port(seqnet.SeqNet):
        def forward(self, x: Any) -> Any:
            convs = (self.conv1, self.conv2, self.conv3, self.conv4)
            out = paddle.concat([self.pooling(F.relu(conv(x))) for conv in convs], 2)
            out = out.transpose([0, 2, 1]).reshape([x.shape[0], -1])
            return self.fc2(self.dropout(F.relu(self.fc1(out))))

    return Port(0.0)


def encoder_axis() -> Any:
    """Attention over the texts of a batch in place of the words of a text."""

    class Port(encoder.Encoder):
        def forward(self, words: Any, mask: Any) -> Any:
            places = paddle.arange(words.shape[1])
            x = self.dropout(self.norm(self.words(words) + self.places(places)))
            x = self.encoder(x.transpose([1, 0, 2])).transpose([1, 0, 2])
            return self.head(paddle.tanh(self.pooler(x[:, 0])))

    return Port(dropout=0.0)


def tagger_axis() -> Any:
    """The directions of the LSTM exchanged."""

    class Port(tagger.Tagger):
        def forward(self, words: Any, lengths: Any) -> Any:
            out, _ = self.lstm(self.words(words), sequence_length=lengths)
            return self.tags(paddle.concat([out[:, :, 20:], out[:, :, :20]], 1).reshape(out.shape))

    return Port(dropout=0.0)


def encoder_dropout() -> Any:
    model = encoder.build()
    model.dropout = Dropping()
    return model


def seqnet_dropout() -> Any:
    model = seqnet.build()
    model.dropout = Dropping()
    return model


def tagger_dropout() -> Any:
    model = tagger.build()
    model.dropout = Dropping()
    return model


def convnet_dropout() -> Any:
    model = convnet.build()
    model.dropout = Dropping()
    return model


def convnet_padding() -> Any:
    model = convnet.build()
    model.conv2 = nn.Conv2D(8, 16, 3, padding=1, padding_mode="replicate", bias_attr=False)
    return model


def seqnet_padding() -> Any:
    model = seqnet.build()
    model.pooling = nn.MaxPool1D(200, padding=100)
    return model


def encoder_activation() -> Any:
    layer = nn.TransformerEncoderLayer(32, 4, 64, 0.0, activation="relu", layer_norm_eps=1e-12)
    model = encoder.build()
    model.encoder = nn.TransformerEncoder(layer, 2)
    return model


def convnet_activation() -> Any:
    """Leaves the slope of the leaky ReLU at Paddle's 0.01."""

    class Port(convnet.ConvNet):
        def forward(self, x: Any) -> Any:
            x = self.pool(F.relu(self.norm1(self.conv1(x))))
            x = F.leaky_relu(self.norm2(self.conv2(x)))
            return self.head(self.dropout(paddle.flatten(self.shrink(x), 1)))

    return Port(0.0)


def seqnet_activation() -> Any:
    class Port(seqnet.SeqNet):
        def forward(self, x: Any) -> Any:
            convs = (self.conv1, self.conv2, self.conv3, self.conv4)
            out = paddle.concat([self.pooling(F.relu(conv(x))) for conv in convs], 2)
            return self.fc2(self.dropout(F.gelu(self.fc1(out.reshape([x.shape[0], -1])))))

    return Port(0.0)


def tagger_state() -> Any:
    """Begins with a state of ones."""

    class Port(tagger.Tagger):
        def forward(self, words: Any, lengths: Any) -> Any:
            x = self.words(words)
            ones = paddle.ones([2, x.shape[0], 20])
            out, _ = self.lstm(x, (ones, ones), sequence_length=lengths)
            return self.tags(out)

    return Port(dropout=0.0)


def tagger_mask() -> Any:
    """Does not tell the LSTM the lengths."""

    class Port(tagger.Tagger):
        def forward(self, words: Any, lengths: Any) -> Any:
            return self.tags(self.lstm(self.words(words))[0])

    return Port(dropout=0.0)


def encoder_mask() -> Any:
    """Looks at padding, too."""

    class Port(encoder.Encoder):
        def forward(self, words: Any, mask: Any) -> Any:
            return super().forward(words, paddle.ones_like(mask))

    return Port(dropout=0.0)


def _with_weights_as_they_are(name: str, layer: str) -> Any:
    """The weights of PyTorch's example, with one matrix as PyTorch lays it out."""
    import importlib

    from port_models.weights.convert import torch_to_paddle

    model = importlib.import_module(f"examples.{name}.in_paddle").build()
    state = importlib.import_module(f"examples.{name}.in_torch").build().state_dict()
    carried = torch_to_paddle(state, model)
    wrong = state[f"{layer}.weight"].numpy().reshape(carried[f"{layer}.weight"].shape)
    carried[f"{layer}.weight"] = paddle.to_tensor(wrong)
    model.set_state_dict(carried)
    return model


def encoder_transposed() -> Any:
    return _with_weights_as_they_are("encoder", "pooler")


def seqnet_transposed() -> Any:
    return _with_weights_as_they_are("seqnet", "fc1")


def tagger_transposed() -> Any:
    return _with_weights_as_they_are("tagger", "tags")


def convnet_transposed() -> Any:
    return _with_weights_as_they_are("convnet", "head")


def seqnet_inputs() -> list[np.ndarray]:
    return inputs_of("seqnet")()


def encoder_inputs() -> list[np.ndarray]:
    return inputs_of("encoder")()


def tagger_inputs() -> list[np.ndarray]:
    return inputs_of("tagger")()


def convnet_inputs() -> list[np.ndarray]:
    return inputs_of("convnet")()
