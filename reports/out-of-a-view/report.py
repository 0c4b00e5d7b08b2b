# Seen on Paddle 3.3.1.
import paddle

place = paddle.zeros([2, 3])
paddle.exp(paddle.zeros([3, 2]) + paddle.to_tensor([0.0, 1.0]), out=place.T)
assert place[0].tolist() != [1.0, 1.0, 1.0]  # the exponentials of the first column
