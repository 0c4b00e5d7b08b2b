# Seen on Paddle 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle
from paddle.nn.functional import cross_entropy

scores = paddle.zeros([2, 4])
one_ignored = cross_entropy(scores, paddle.to_tensor([1, -100]))
none_ignored = cross_entropy(scores[:1], paddle.to_tensor([1]))
assert paddle.allclose(one_ignored, none_ignored / 2)  # the label -100 is not to count
