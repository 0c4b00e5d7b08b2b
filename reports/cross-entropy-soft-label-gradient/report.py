# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import cross_entropy, log_softmax

x = paddle.to_tensor([[1.0, 2.0]], stop_gradient=False)
label = paddle.to_tensor([[0.25, 0.25]])  # does not sum to 1, as in some kinds of mixup
loss, same = cross_entropy(x, label, soft_label=True), -(label * log_softmax(x)).sum()
assert paddle.allclose(loss, same)
gradient, right = paddle.grad(loss, x)[0], paddle.grad(same, x)[0]
assert not paddle.allclose(gradient, right)
