# Seen on Paddle 3.1.1, 3.2.2, 3.3.1.
import paddle


def gradient(power):
    x = paddle.to_tensor([1 + 2j], dtype="complex64", stop_gradient=False)
    power(x, paddle.to_tensor([2 + 1j], dtype="complex64")).imag().sum().backward()
    return x.grad.real()


right = gradient(lambda x, y: paddle.exp(paddle.log(x) * y))
assert not paddle.allclose(gradient(paddle.pow), right)  # it is the same function
