# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import conv1d

x = paddle.arange(9, dtype="float32").reshape([1, 1, 9])
kernel = paddle.to_tensor([[[1.0, 2.0, 3.0]]])
same = conv1d(x, kernel, padding="same", dilation=2)
assert paddle.equal_all(same, conv1d(x, kernel, padding="same", dilation=1))
assert not paddle.equal_all(same, conv1d(x, kernel, padding=2, dilation=2))  # the right one
