# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

largest = paddle.to_tensor([2147483647], dtype="int32")
assert paddle.clip(largest, min=0).tolist() == [2147483519]  # 2147483647 is not below 0
infinite = paddle.to_tensor([float("inf")])
assert not paddle.isinf(paddle.clip(infinite, min=0)).item()  # 3.4e38 instead of infinity
