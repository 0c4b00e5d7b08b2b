"""Where torch's stubs are wrong, as the messages of its own argument parsers show.

Each was found by calling with a wrong keyword and reading what the parser says that it takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from verify_mappings.snapshot.doclines import stated
from verify_mappings.snapshot.merged_overloads import Merged
from verify_mappings.snapshot.render import Overload

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
# As the parser says when it refuses arguments; a size that is not passed is no None.
_DEVICE = "device: device | str | int | None = None"
_SPARSE_TENSOR = (
    f"indices: Tensor, values: Tensor, size: list[int], *, {_DEVICE}",
    f"indices: Tensor, values: Tensor, *, {_DEVICE}",
    f"*size: list[int] | int, {_DEVICE}",
)
# API -> its signatures, where the stubs give none that a reader would recognise.
STATED: Mapping[str, tuple[str, ...]] = {
    "torch.Tensor": _TENSOR,
    "torch.sparse.FloatTensor": _SPARSE_TENSOR,
    "torch.Tensor.new": _TENSOR,
    "torch.Tensor.new_tensor": ("data, *, dtype=None, device=None, requires_grad=False",),
    "torch.from_numpy": ("ndarray, /",),
    "torch.distributed.tensor.Shard": ("dim",),
    "torch.autograd.Variable": ("data, requires_grad=False, volatile=False",),
    "torch.range": (
        "start, end, step=1, *, out=None, dtype=None, layout=torch.strided, device=None, "
        "requires_grad=False",
    ),
    "torch.utils.data.random_split": ("dataset, lengths, generator=torch.default_generator",),
    "torch.to_dlpack": ("data",),
    "torch.utils.dlpack.to_dlpack": ("data",),
}
# Whose signatures the classes share that stand for `Tensor` of some type, the sparse ones last.
OF_TENSOR_TYPES = ("torch.Tensor", "torch.sparse.FloatTensor")

# API -> parameter -> its default, where the documentation knows none; and further signatures, which
# return what the first one does: `*dim` stands for one number or more, and `()` is another form.
DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "torch.Tensor.roll": {"dims": "()"},
    "torch.Tensor.stride": {"dim": "None"},
    "torch.histogram": {"bins": "100"},
}
ADDED: Mapping[str, str] = {
    "torch.Tensor.squeeze": "",
    "torch.Tensor.squeeze_": "",
    "torch.Tensor.count_nonzero": "",
    "torch.Tensor.hash_tensor": "*, keepdim: bool = False, mode: int = 0",
    "torch.normal": (
        "mean: Tensor, *, generator: Generator | None = None, out: Tensor | None = None"
    ),
}


def completed(name: str, found: Merged) -> Merged:
    """The signatures of an API with the defaults and the form that are stated here."""
    defaults = DEFAULTS.get(name, {})
    current = [_with_defaults(overload, defaults) for overload in found.current]
    if name in ADDED:
        current.append(replace(current[0], params=stated(ADDED[name])))
    return replace(found, current=tuple(current))


def _with_defaults(overload: Overload, defaults: Mapping[str, str]) -> Overload:
    params = (replace(p, default=defaults.get(p.name, p.default)) for p in overload.params)
    return replace(overload, params=tuple(params))
