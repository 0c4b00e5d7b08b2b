# Seen on Paddle 3.2.2, 3.3.1.
import paddle

place = paddle.zeros([3])
paddle.sin(paddle.to_tensor([1, 2, 3]), out=place)
assert place.tolist() == [0.0, 0.0, 0.0]  # the sines of 1, 2, 3
