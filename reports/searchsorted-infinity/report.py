# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

sequence, infinity = paddle.to_tensor([1.0, 2.0]), float("inf")
found = paddle.searchsorted(sequence, paddle.to_tensor([-infinity]))
assert found.item() == 2  # 0 is right
found = paddle.searchsorted(paddle.to_tensor([1.0, infinity]), paddle.to_tensor([infinity]))
assert found.item() == 2  # 1 is right
