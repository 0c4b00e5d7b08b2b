"""Words that Paddle takes in the same place."""

from __future__ import annotations

_GROUPS = (
    ("sum", "mean", "none"),
    ("constant", "reflect", "replicate", "circular"),
    ("zeros", "border", "reflection"),
    ("bicubic", "bilinear", "nearest"),
    ("area", "linear"),
    ("higher", "lower", "midpoint"),
    ("amax", "amin", "mean", "add", "multiply", "assign"),
    ("backward", "forward", "ortho"),
    ("fan_in", "fan_out"),
    ("relu", "tanh"),
    ("reduced", "complete"),
    ("fro", "nuc"),
    ("L", "U"),
    ("ij", "xy"),
    ("min", "max"),
    ("trunc", "floor"),
    ("cos", "linear"),
    ("bidirect", "forward"),
    ("SAME", "VALID"),
    ("NCL", "NLC"),
    ("NCHW", "NHWC"),
    ("NCDHW", "NDHWC"),
)
# Not the next dtype, which may serve as well: an index is an index in int32, too.
_DTYPES = {
    "bool": "float64",
    "float64": "float32",
    **dict.fromkeys(("uint8", "int8", "int16", "int32", "int64"), "bool"),
    **dict.fromkeys(("float16", "bfloat16", "float32"), "float64"),
    "complex64": "complex128",
    "complex128": "complex64",
}


def other_word(word: str) -> str | None:
    """A word that could stand where this one does, None where none is known."""
    found = (group[group.index(word) - 1] for group in _GROUPS if word in group)
    return _DTYPES.get(word) or next(found, None)
