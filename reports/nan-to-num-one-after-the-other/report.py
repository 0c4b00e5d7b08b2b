# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

filled = paddle.nan_to_num(paddle.to_tensor([float("nan"), 1.0]), nan=float("inf"))
assert filled.tolist() == [3.4028234663852886e38, 1.0]  # [inf, 1.0]
