# Seen on Paddle 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

layer = paddle.nn.Linear(4, 2)
loss = layer(paddle.zeros([0, 4])).sum()  # a batch that turns out to be empty: a loss of 0
try:
    loss.backward()
except ValueError as error:
    told = str(error)
assert "Required tensor shall not be nullptr" in told
