# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

x = paddle.arange(4.0).reshape([1, 1, 4])
padded = paddle.nn.functional.pad(x, [-1, 2], mode="circular", data_format="NCL")
assert padded.tolist() == [[[1.0, 2.0, 3.0, 0.0, 1.0]]]  # what is left are 1, 2, 3: then 1, 2
