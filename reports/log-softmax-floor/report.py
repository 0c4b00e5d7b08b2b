# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

scores = paddle.to_tensor([0.0, -100.0, -float("inf")])
logs = paddle.nn.functional.log_softmax(scores, axis=0)
assert logs.tolist() == [0.0, -64.0, -64.0]  # x - logsumexp(x) is [0, -100, -inf]
