# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.to_tensor([1.0, 2.0, 3.0], stop_gradient=False)
value = paddle.to_tensor(5.0, stop_gradient=False)
paddle.index_fill(x, paddle.to_tensor([1, 1]), 0, value).sum().backward()
assert value.grad.item() == 2.0  # one element was filled, so it is 1
