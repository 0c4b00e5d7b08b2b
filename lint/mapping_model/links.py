"""Links to both documentation sites, derived from names."""

from __future__ import annotations

from mapping_model.calls.operators import spelled

_TORCH = "https://docs.pytorch.org/docs/stable"
_PADDLE = "https://www.paddlepaddle.org.cn/documentation/docs"

# Modules that torch documents on one page each, with an anchor per API.
_TORCH_PAGES = {
    "torch.nn.init": "nn.init.html",
    "torch.utils.data": "data.html",
    "torch.distributed": "distributed.html",
    "torch.utils.checkpoint": "checkpoint.html",
    "torch.special": "special.html",
    "torch.amp": "amp.html",
    "torch.cuda.amp": "amp.html",
    "torch.backends": "backends.html",
}
_TENSOR_TYPES = ("LongTensor", "FloatTensor", "IntTensor", "DoubleTensor", "ByteTensor",
                 "BoolTensor", "HalfTensor", "ShortTensor", "CharTensor")  # fmt: skip
_DTYPES = frozenset(
    ("bool", "uint8", "int8", "int16", "short", "int32", "int", "int64", "long", "bfloat16",
     "float16", "half", "float32", "float", "float64", "double", "complex64", "complex128")
)  # fmt: skip
_ATTRIBUTE_PAGES = {
    "torch.device": "tensor_attributes.html#torch.device",
    "torch.dtype": "tensor_attributes.html#torch.dtype",
    "torch.Size": "size.html#torch.Size",
    "torch.Tensor": "tensors.html#torch.Tensor",
}


def torch_url(api: str) -> str:
    """The page (and anchor) where torch documents `api`."""
    name = api.rpartition(".")[2]
    if spelled(api):
        return f"{_TORCH}/{_ATTRIBUTE_PAGES['torch.Tensor']}"  # operators have no page
    if api in _ATTRIBUTE_PAGES:
        return f"{_TORCH}/{_ATTRIBUTE_PAGES[api]}"
    if api.startswith("torch.") and api.count(".") == 1:
        if name in _TENSOR_TYPES:
            return f"{_TORCH}/tensors.html#data-types"
        if name in _DTYPES:
            return f"{_TORCH}/tensor_attributes.html#torch.dtype"
    if api.startswith("torch.distributions."):
        return f"{_TORCH}/distributions.html"  # its anchors name inner modules
    for module, page in _TORCH_PAGES.items():
        if api.startswith(f"{module}."):
            return f"{_TORCH}/{page}#{api}"
    owner, _, member = api.rpartition(".")
    if owner.rpartition(".")[2][:1].isupper() and owner != "torch.Tensor":
        if owner == "torch.optim.Optimizer":
            return f"{_TORCH}/generated/{api}.html"
        return f"{_TORCH}/generated/{owner}.html#{owner}.{member}"
    return f"{_TORCH}/generated/{api}.html"


def paddle_url(api: str, language: str) -> str:
    """The page (and anchor) where Paddle documents `api`, in "en" or "zh"."""
    suffix = "cn" if language == "zh" else "en"
    base = f"{_PADDLE}/{language}/api"
    parts = api.split(".")
    if spelled(api):
        return f"{base}/{'/'.join(parts[:-1])}_{suffix}.html"
    if len(parts) > 2 and parts[-2][:1].isupper():
        page, member = "/".join(parts[:-1]), parts[-1].lower().replace("_", "-").strip("-")
        return f"{base}/{page}_{suffix}.html#{member}"
    return f"{base}/{'/'.join(parts)}_{suffix}.html"
