# Seen on Paddle 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
value = paddle.to_tensor(5.0, stop_gradient=False)
filled = x * 1
filled.masked_fill_(paddle.to_tensor([True, False]), value)
filled.sum().backward()
assert value.grad.item() == 0.0  # one element was filled, so it is 1
