# Seen on Paddle 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.to_tensor(7)
assert x.shape == []
assert (x // 2).shape == [1]  # [], as for `x / 2` and `x * 2`
