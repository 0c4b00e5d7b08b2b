"""Settings of a layer in both libraries, held against each other by what they mean."""

from __future__ import annotations

import math
from typing import Any

# What a setting is called in PyTorch, and the fields of Paddle's layers that hold it.
_FIELDS: dict[str, tuple[str, ...]] = {
    "eps": ("_epsilon", "epsilon"),
    "momentum": ("_momentum",),
    "stride": ("_stride", "stride"),
    "padding": ("_padding", "padding"),
    "dilation": ("_dilation",),
    "groups": ("_groups",),
    "padding_mode": ("_padding_mode",),
    "ceil_mode": ("ceil_mode",),
    "kernel_size": ("_kernel_size", "kernel_size", "ksize"),
    "output_size": ("output_size", "_output_size"),
    "negative_slope": ("_negative_slope",),
    "alpha": ("_alpha",),
    "dim": ("_axis", "axis"),
    "padding_idx": ("_padding_idx",),
    "num_groups": ("_num_groups",),
    "num_heads": ("num_heads",),
    "num_layers": ("num_layers",),
    "p": ("p",),
    "dropout": ("dropout",),
    "norm_first": ("normalize_before",),
    "mode": ("mode",),
    "align_corners": ("align_corners",),
}


def differing(torch: Any, paddle: Any) -> list[str]:
    """The settings that both layers have and that differ, in words, by PyTorch's names."""
    found = []
    for name, fields in _FIELDS.items():
        field = next((each for each in fields if hasattr(paddle, each)), None)
        if field is None or not hasattr(torch, name):
            continue
        theirs, ours = _plain(getattr(torch, name)), _plain(getattr(paddle, field))
        if name == "momentum" and isinstance(ours, float):
            ours = round(1 - ours, 12)  # Paddle counts what is kept, PyTorch what is taken
        if name == "padding_idx" and ours == -1:
            ours = None
        if name == "stride" and None in (theirs, ours):
            continue
        if not _alike(theirs, ours):
            found.append(f"{name} is {theirs} in PyTorch, {ours} in Paddle")
    of_libraries = ("torch.nn.", "paddle.nn.")
    both = all(type(layer).__module__.startswith(of_libraries) for layer in (torch, paddle))
    if both and _kind(torch) != _kind(paddle):
        found.append(f"PyTorch has {type(torch).__name__}, Paddle {type(paddle).__name__}")
    return found


def _plain(value: Any) -> Any:
    """A setting without its wrapping: `(1,)` and `[1]` mean 1, `(2, 2)` means 2."""
    if isinstance(value, (list, tuple)) and value and len(set(map(str, value))) == 1:
        return value[0]
    return list(value) if isinstance(value, tuple) else value


def _alike(theirs: Any, ours: Any) -> bool:
    if isinstance(theirs, float) and isinstance(ours, (int, float)):
        return math.isclose(theirs, ours, rel_tol=1e-6)
    plain = (bool, int, float, str, list, type(None))
    if not (isinstance(theirs, plain) and isinstance(ours, plain)):
        return True
    return theirs == ours or str(theirs).lower() == str(ours).lower()


def _kind(layer: Any) -> str:
    name = type(layer).__name__.lower()
    renamed = {
        "rnn": "simplernn",
        "nondynamicallyquantizablelinear": "linear",
        "module": "layer",
        "modulelist": "layerlist",
        "moduledict": "layerdict",
    }
    name = renamed.get(name, name)
    if name.startswith("convtranspose"):
        name = f"conv{name.removeprefix('convtranspose')}transpose"
    return name
