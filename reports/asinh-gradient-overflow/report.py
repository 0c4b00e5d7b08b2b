# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.full([8], 1e20)
x.stop_gradient = False
paddle.asinh(x).sum().backward()
assert paddle.isnan(x.grad).all().item()  # 1e-20, as for fewer than eight elements
