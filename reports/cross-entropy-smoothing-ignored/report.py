# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import cross_entropy

x, label = paddle.to_tensor([[1.0, 2.0, 3.0], [3.0, 1.0, 0.0]]), paddle.to_tensor([2, 0])
kept = cross_entropy(x[:1], label[:1], label_smoothing=0.1)
ignored = cross_entropy(x, label, ignore_index=0, label_smoothing=0.1)
assert not paddle.allclose(ignored, kept)  # the label 0 is to be ignored
