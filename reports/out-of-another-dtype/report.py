# Seen on Paddle 3.3.1.
import paddle

place = paddle.zeros([3], dtype="float64")
paddle.exp(paddle.ones([3]), out=place)
assert place.dtype == paddle.float32  # float64, as it was made
