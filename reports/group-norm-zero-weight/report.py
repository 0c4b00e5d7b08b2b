# Seen on Paddle 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.to_tensor([[[1.0, 2.0, 3.0], [2.0, 4.0, 9.0]]])
weight = paddle.to_tensor([0.0, 1.0], stop_gradient=False)
x.stop_gradient = False
norm = paddle.nn.functional.group_norm(x, 1, weight=weight)
(norm * paddle.to_tensor([1.0, 0.0, 0.0])).sum().backward()
assert weight.grad[0].item() == 0.0  # -0.95, the first normalised element, is right
