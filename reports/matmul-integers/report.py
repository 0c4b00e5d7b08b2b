# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

product = paddle.matmul(paddle.to_tensor([[4097]]), paddle.to_tensor([[4097]]))
assert str(product.dtype) == "paddle.int64"
assert product.tolist() == [[16785408]]  # 4097 * 4097 is 16785409
