# Seen on Paddle 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import binary_cross_entropy_with_logits

logit = paddle.to_tensor([0.0, 0.0], stop_gradient=False)
label = paddle.to_tensor([1.0, 0.0])
binary_cross_entropy_with_logits(logit, label, reduction="sum").backward()
assert logit.grad.tolist() == [-1.5, -0.5]  # sigmoid(0) - label is [-0.5, 0.5]
