# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.to_tensor([-87.0, -100.0])
x.stop_gradient = False
paddle.nn.functional.silu(x).sum().backward()
assert x.grad[0].item() == -float("inf")  # -1.4e-36
assert paddle.isnan(x.grad[1]).item()  # 0
