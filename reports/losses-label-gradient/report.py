# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
import paddle.nn.functional as F

x = paddle.to_tensor([[-1.0, -2.0]], stop_gradient=False)
losses = (
    lambda label: F.kl_div(x, label),
    lambda label: F.binary_cross_entropy_with_logits(x, label),
    lambda label: F.binary_cross_entropy(F.sigmoid(x), label),
    lambda label: F.cross_entropy(x, label, soft_label=True),
)
for loss in losses:
    label = paddle.to_tensor([[0.25, 0.75]], stop_gradient=False)
    loss(label).backward()
    assert label.grad is None  # label is to be trained: mse_loss(x, label) gives it a gradient
