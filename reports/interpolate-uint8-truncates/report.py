# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import interpolate

x = paddle.to_tensor([[[[0, 3], [5, 9]]]], dtype="uint8")
resized = interpolate(x, [3, 3], mode="bilinear", align_corners=True)
assert resized[0, 0, 0].tolist() == [0, 1, 3]  # between 0 and 3 is 1.5, which rounds to 2
