"""Links to both documentation sites, in the forms that those sites use."""

from __future__ import annotations

import pytest

from mapping_model.links import paddle_url, torch_url

TORCH = "https://docs.pytorch.org/docs/stable/"
PADDLE = "https://www.paddlepaddle.org.cn/documentation/docs/"


@pytest.mark.parametrize(
    ("api", "page"),
    [
        ("torch.gather", "generated/torch.gather.html"),
        ("torch.Tensor.gather", "generated/torch.Tensor.gather.html"),
        ("torch.nn.Linear", "generated/torch.nn.Linear.html"),
        (
            "torch.nn.Module.state_dict",
            "generated/torch.nn.Module.html#torch.nn.Module.state_dict",
        ),
        ("torch.nn.functional.relu", "generated/torch.nn.functional.relu.html"),
        ("torch.nn.init.zeros_", "nn.init.html#torch.nn.init.zeros_"),
        ("torch.utils.data.DataLoader", "data.html#torch.utils.data.DataLoader"),
        ("torch.optim.Optimizer.step", "generated/torch.optim.Optimizer.step.html"),
        ("torch.LongTensor", "tensors.html#data-types"),
        ("torch.int64", "tensor_attributes.html#torch.dtype"),
    ],
)
def test_torch(api: str, page: str) -> None:
    assert torch_url(api) == TORCH + page


@pytest.mark.parametrize(
    ("api", "language", "page"),
    [
        ("paddle.gather", "en", "en/api/paddle/gather_en.html"),
        ("paddle.gather", "zh", "zh/api/paddle/gather_cn.html"),
        ("paddle.nn.Linear", "zh", "zh/api/paddle/nn/Linear_cn.html"),
        ("paddle.Tensor.cast", "en", "en/api/paddle/Tensor_en.html#cast"),
    ],
)
def test_paddle(api: str, language: str, page: str) -> None:
    assert paddle_url(api, language) == PADDLE + page
