# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import max_pool1d, relu

x = paddle.to_tensor([3.0, float("nan"), 1.0])
assert relu(x).tolist() == [3.0, 0.0, 1.0]  # exp(x) and tanh(x) keep NaN
assert max_pool1d(x.reshape([1, 1, 3]), 3).item() == 1.0  # NaN, or at least 3
