# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

rnn = paddle.nn.GRU(4, 3)
rnn.eval()
loss = rnn(paddle.ones([2, 5, 4]))[0].sum()
try:
    loss.backward()
except RuntimeError as error:
    told = str(error)
assert "Tensor holds no memory" in told
