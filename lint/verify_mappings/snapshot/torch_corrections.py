"""Where torch's stubs are wrong, as the messages of its own argument parsers show.

Each was found by calling with a wrong keyword and reading what the parser says that it takes.
"""

from __future__ import annotations

from collections.abc import Mapping

# API -> parameter in the stub -> the keyword that torch takes.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "torch.finfo": {"dtype": "type"},
    "torch.iinfo": {"dtype": "type"},
    "torch.hsmm": {"input": "mat1"},
    "torch.Tensor.requires_grad_": {"mode": "requires_grad"},
    "torch.Tensor.to": {"other": "tensor"},
    "torch.Generator.set_state": {"_new_state": "new_state"},
    "torch.Generator.graphsafe_set_state": {"_new_state": "state"},
}

_TENSOR = ("data, *, device=None", "*size, device=None")
# API -> its signatures, where the stubs give none that a reader would recognise.
STATED: Mapping[str, tuple[str, ...]] = {
    "torch.Tensor": _TENSOR,
    "torch.Tensor.new": _TENSOR,
    "torch.Tensor.new_tensor": ("data, *, dtype=None, device=None, requires_grad=False",),
    "torch.from_numpy": ("ndarray, /",),
    "torch.autograd.Variable": ("data, requires_grad=False, volatile=False",),
    "torch.range": (
        "start, end, step=1, *, out=None, dtype=None, layout=torch.strided, device=None, "
        "requires_grad=False",
    ),
    "torch.utils.data.random_split": ("dataset, lengths, generator=torch.default_generator",),
    "torch.to_dlpack": ("data",),
    "torch.utils.dlpack.to_dlpack": ("data",),
}
