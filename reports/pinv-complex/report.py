# Seen on Paddle 3.1.1, 3.2.2, 3.3.1.
import paddle

matrix = paddle.to_tensor([[1 + 1j, 2], [0, 1j]], dtype="complex64")
identity = paddle.eye(2).astype("complex64")
inverse = paddle.linalg.pinv(matrix)
assert not paddle.allclose((inverse @ matrix).real(), identity.real())
assert paddle.allclose((inverse.conj() @ matrix).real(), identity.real(), atol=1e-5)
