# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

ones = paddle.ones([1, 2])
found = paddle.einsum("bt,bT->btT", ones, ones)
assert found.tolist() == [[[1.0, 0.0], [0.0, 1.0]]]  # ones everywhere are right
