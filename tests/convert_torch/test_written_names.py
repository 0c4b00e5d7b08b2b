"""What code of strangers names otherwise: by `getattr`, in strings, as attributes of layers.

What layers of Paddle call their attributes was measured on 3.3.1.
"""

from __future__ import annotations

import ast

import pytest
from test_layout import NEWEST, SHELF

from convert_torch.converting import convert
from convert_torch.finding import Kind

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n"


def written(code: str) -> str:
    """The lines for Paddle, without the imports."""
    lines = convert(HEAD + code, SHELF, NEWEST).code.splitlines()
    return "\n".join(one for one in lines if not one.startswith(("import ", "from "))).strip()


def undecided(code: str) -> list[str]:
    found = convert(HEAD + code, SHELF, NEWEST).findings
    return [one.api for one in found if one.kind is Kind.UNDECIDED]


@pytest.mark.parametrize(
    ("torch_code", "paddle_code"),
    [
        ('y = getattr(F, "relu")(x)', "y = paddle.nn.functional.relu(x)"),
        ('y = getattr(torch, "float32")', "y = paddle.float32"),
        ('y = getattr(nn, "GELU", None)()', "y = paddle.nn.GELU()"),
        ('y = hasattr(F, "silu")', "y = True"),
        ('y = hasattr(torch, "compiler") and "mish" in dir(F)', "y = True and True"),
        ('y = hasattr(torch, "npu")', "y = False"),
    ],
)
def test_a_constant_name_is_as_good_as_a_dot(torch_code: str, paddle_code: str) -> None:
    assert written(torch_code) == paddle_code
    assert undecided(torch_code) == []


@pytest.mark.parametrize(
    ("code", "api"),
    [
        ("y = getattr(nn, name)", "torch.nn"),
        ("y = getattr(nn.functional, name)(x)", "torch.nn.functional"),
        ("y = hasattr(torch, name)", "torch"),
        ('y = hasattr(torch._C, "x")', "torch._C"),
    ],
)
def test_an_unknown_name_is_told(code: str, api: str) -> None:
    assert undecided(code) == [api]


@pytest.mark.parametrize(
    ("torch_code", "paddle_code"),
    [
        ('def f(x: "torch.Tensor"):\n    return x', 'def f(x: "paddle.Tensor"):\n    return x'),
        (
            'def f(x: Optional["Tensor"]) -> "Tensor":\n    return x',
            'def f(x: Optional["paddle.Tensor"]) -> "paddle.Tensor":\n    return x',
        ),
        (
            'def f(x: "torch.Tensor"):\n    return x.sum(dim=1)',
            'def f(x: "paddle.Tensor"):\n    return x.sum(axis=1)',
        ),
        ('x: Literal["torch.Tensor"] = 1',) * 2,
        ("x: Optional[torch.device] = None", "x: Optional[str] = None"),
        ("x: nn.Parameter = None", "x: paddle.nn.Parameter = None"),
        ("x: torch.jit.Final[bool] = True", "x: bool = True"),
        ("A = Union[str, torch.Size]", "A = Union[str, paddle.Size]"),
        ("isinstance(x, torch.device)", "isinstance(x, str)"),
    ],
)
def test_types_are_said_as_paddle_says_them(torch_code: str, paddle_code: str) -> None:
    assert written(torch_code) == paddle_code
    assert undecided(torch_code) == []


def test_a_dtype_that_is_a_class_in_pytorch_alone_is_told() -> None:
    assert undecided("isinstance(x, torch.LongTensor)") == ["torch.LongTensor"]


@pytest.mark.parametrize(
    ("code", "passed"),
    [
        ("nn.Linear(3, 4, **kwargs)", "paddle.compat.nn.Linear(3, 4, **kwargs)"),
        ("nn.Conv2d(3, 4, 3, bias=b, **kw)", "paddle.nn.Conv2D(3, 4, 3, bias=b, **kw)"),
        # `eps` is called otherwise.
        ("nn.LayerNorm(3, **kwargs)", None),
        ("nn.LayerNorm(3, eps=1, **kwargs)", "paddle.nn.LayerNorm(3, epsilon=1, **kwargs)"),
    ],
)
def test_what_is_passed_on_unseen_stays_where_all_names_do(code: str, passed: str | None) -> None:
    assert bool(undecided(code)) is (passed is None)
    assert passed is None or written(code) == passed


LAYERS = {
    "nn.Conv2d(4, 6, 3, stride=(1, 2), padding=1, dilation=2, groups=2)": (
        *("in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation"),
        *("groups", "padding_mode"),
    ),
    "nn.Conv2d(4, 6, 3, padding='same')": ("padding",),
    "nn.ConvTranspose2d(4, 6, 3, stride=2)": ("in_channels", "kernel_size", "stride", "padding"),
    "nn.Conv1d(4, 6, 3, stride=2)": ("in_channels", "kernel_size", "stride", "dilation", "padding"),
    "nn.Conv2d(4, 6, 3, padding=2, padding_mode='circular')": ("padding", "output_padding"),
    "nn.GroupNorm(2, 4, affine=False)": ("affine",),
    "nn.MaxPool2d(3)": ("stride",),
    "nn.NLLLoss(reduction='sum')": ("reduction", "ignore_index", "weight"),
    "nn.LSTM(3, 4, batch_first=True, bidirectional=True)": ("batch_first", "bidirectional"),
    "nn.BatchNorm2d(4, eps=1e-3, momentum=0.25)": (
        *("num_features", "eps", "momentum", "affine", "running_mean", "running_var"),
    ),
    "nn.BatchNorm1d(4, affine=False)": ("num_features", "affine"),
    "nn.LayerNorm((2, 4), eps=1e-4)": ("normalized_shape", "eps", "elementwise_affine"),
    "nn.GroupNorm(2, 4)": ("num_groups", "num_channels", "eps", "affine"),
    "nn.InstanceNorm2d(4, affine=True)": ("num_features", "eps", "affine", "weight"),
    "nn.Embedding(5, 4)": ("num_embeddings", "embedding_dim"),
    "nn.Linear(3, 4)": ("in_features", "out_features"),
    "nn.MaxPool2d(3, stride=2, ceil_mode=True)": (
        *("kernel_size", "stride", "padding", "ceil_mode", "return_indices"),
    ),
    "nn.AvgPool2d(3, stride=2)": ("kernel_size", "stride", "padding", "count_include_pad"),
    "nn.LPPool2d(2, 3)": ("kernel_size",),
    "nn.AdaptiveAvgPool2d(3)": ("output_size",),
    "nn.LeakyReLU(0.25)": ("negative_slope",),
    "nn.GELU('tanh')": ("approximate",),
    "nn.Flatten(1, 2)": ("start_dim", "end_dim"),
    "nn.PixelShuffle(2)": ("upscale_factor",),
    "nn.PReLU(3)": ("num_parameters", "weight"),
}


def plain(value: object) -> object:
    import paddle
    import torch

    both = (torch.Tensor, paddle.Tensor)
    return value.detach().numpy().tolist() if isinstance(value, both) else value


@pytest.mark.parametrize(("layer", "name"), [(a, b) for a in LAYERS for b in LAYERS[a]])
@pytest.mark.usefixtures("both_libraries")
def test_attributes_of_layers_are_what_they_are_in_pytorch(layer: str, name: str) -> None:
    import paddle
    import torch

    code = f"layer = {layer}\nfound = layer.{name}\n"
    theirs: dict[str, object] = {"torch": torch, "nn": torch.nn}
    ours: dict[str, object] = {"paddle": paddle}
    exec(code, theirs)
    exec(written(code), ours)
    assert plain(ours["found"]) == plain(theirs["found"])


@pytest.mark.parametrize(
    ("line", "paddle_line"),
    [
        ("self.eps", "self._epsilon"),
        ("self.eps = 1e-3", "self._epsilon = 1e-3"),
        ("self.training", "self.training"),
        # It is that of the base all the same, or the class's own.
        ("self.num_features", "self._num_features"),
        ("self.affine", "self.affine"),
    ],
)
def test_a_class_reads_what_paddle_calls_its_attributes(line: str, paddle_line: str) -> None:
    code = (
        f"class A(nn.BatchNorm2d):\n    def f(self):\n        {line}\n"
        "    def g(self):\n        self.num_features, self.affine = 2, True\n"
    )
    assert written(code).splitlines()[2].strip() == paddle_line


def test_what_isinstance_asks_for_is_known_behind_it() -> None:
    code = (
        "for m in net.modules():\n    if isinstance(m, nn.Conv2d):\n        n = m.kernel_size[0]\n"
        "    else:\n        n = m.kernel_size\n"
    )
    lines = written(code).splitlines()
    assert (lines[2].strip(), lines[4].strip()) == ("n = m._kernel_size[0]", "n = m.kernel_size")


def test_what_paddle_has_no_attribute_for_is_told() -> None:
    code = "bn = nn.BatchNorm2d(3)\nx = bn.num_batches_tracked\nbn.track_running_stats = False\n"
    found = [
        f"torch.nn.BatchNorm2d.{one}" for one in ("num_batches_tracked", "track_running_stats")
    ]
    assert undecided(code) == found
    assert written("bn = nn.BatchNorm2d(3)\nbn.momentum = 1").endswith("\nbn._momentum = 0")


def test_a_convolution_is_passed_the_padding_of_its_layer_as_it_was_given() -> None:
    code = (
        "class A(nn.Conv2d):\n    def forward(self, x):\n"
        "        return F.conv2d(x, self.weight, None, self.stride, self.padding)\n"
    )
    last = "paddle.nn.functional.conv2d(x, self.weight, None, self._stride, self._padding)"
    assert written(code).splitlines()[-1].strip() == f"return {last}"


def test_what_is_changed_in_place_is_a_tensor_anywhere() -> None:
    assert written("def f(x):\n    x.mul_(2)") == "def f(x):\n    paddle.assign(x.clone() * 2, x)"


def test_an_import_that_is_tried_for_others_stays() -> None:
    code = "try:\n    from torch import _assert\nexcept ImportError:\n    _assert = print\n"
    found = convert(code, SHELF, NEWEST).code
    assert "    from torch import _assert\n" in found
    assert ast.parse(found)


def test_where_the_mapping_departs_for_certain_the_code_that_holds_is_written() -> None:
    assert written("x = torch.eye(3, dtype=torch.bool)") == "x = paddle.eye(3).astype(paddle.bool)"
    # Nobody knows.
    assert written("x = torch.eye(3, dtype=d)") == "x = paddle.eye(3, dtype=d)"


@pytest.mark.usefixtures("both_libraries")
def test_the_code_that_holds_does() -> None:
    import paddle
    import torch

    made = paddle.eye(3).astype(paddle.bool)
    assert plain(made) == plain(torch.eye(3, dtype=torch.bool))


@pytest.mark.parametrize(
    ("owner", "told"),
    [("self.conv", True), ("self.parts[0].conv", True), ("self.config", False), ("self", False)],
)
def test_an_attribute_of_what_may_be_a_layer_is_told(owner: str, told: bool) -> None:
    code = f"class A(nn.Module):\n    def f(self):\n        return {owner}.out_channels\n"
    found = convert(HEAD + code, SHELF, NEWEST).findings
    assert [one.api for one in found if one.kind is Kind.POSSIBLE] == [".out_channels"] * told
