# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

try:
    paddle.nn.GRU(4, 3)(paddle.zeros([0, 5, 4]))
except RuntimeError as error:
    told = str(error)
assert "Tensor holds no memory" in told
