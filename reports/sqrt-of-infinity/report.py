# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

roots = paddle.sqrt(paddle.full([8], float("inf")))
assert paddle.isnan(roots).all().item()  # infinity, as for fewer than eight elements
