# Seen on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2, 3.3.1.
import paddle

rows = {}
for sparse in (False, True):
    table = paddle.nn.Embedding(3, 2, padding_idx=1, sparse=sparse)
    optimizer = paddle.optimizer.SGD(1.0, parameters=table.parameters())
    table(paddle.to_tensor([1, 2])).sum().backward()
    optimizer.step()
    rows[sparse] = table.weight[1].tolist()
assert rows == {False: [0.0, 0.0], True: [-1.0, -1.0]}  # the padding row is not to be trained
