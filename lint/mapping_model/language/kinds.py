"""The words for kinds of values in conditions: `isa(size, int)`.

A bool is a number, for torch and for code that asks, but none of the other kinds.
"""

from __future__ import annotations

from mapping_model.categories import Text
from mapping_model.types import NUMBERS, Type

# How code asks for a kind when it runs, where that cannot be told before. For others it cannot ask:
# Paddle's shapes may be lists.
ASKED: dict[str, str] = {
    **{name: f"isinstance(it, {name})" for name in ("bool", "int", "float", "str", "dict")},
    "tensor": "paddle.is_tensor(it)",
    "number": "isinstance(it, (int, float, complex))",
    "list": "isinstance(it, (list, tuple))",
    "dtype": "isinstance(it, paddle.dtype)",
    "device": "not isinstance(it, (str, int))",
    "layer": "isinstance(it, paddle.nn.Layer)",
    "function": "callable(it)",
    "file": 'hasattr(it, "fileno")',
    "path": 'hasattr(it, "__fspath__")',
}
# Each kind: how it is called, and the types that belong to it (see `mapping_model.types`).
KINDS: dict[str, tuple[Text, frozenset[str]]] = {
    "tensor": (Text("a tensor", " Tensor"), frozenset({"Tensor"})),
    "number": (Text("a number", "数字"), frozenset({*NUMBERS, "number"})),
    "bool": (Text("a bool", "布尔值"), frozenset({"bool"})),
    "int": (Text("an integer", "整数"), frozenset({"int"})),
    "float": (Text("a float", "浮点数"), frozenset({"float"})),
    "str": (Text("a string", "字符串"), frozenset({"str"})),
    "dtype": (Text("a dtype", "数据类型"), frozenset({"dtype"})),
    "device": (Text("a device", "设备"), frozenset({"device"})),
    "list": (Text("a list or tuple", "列表或元组"), frozenset({"list", "tuple", "shape"})),
    "sequence": (
        Text(
            "a `range`, `deque`, `array.array` or `bytearray`",
            "`range`、`deque`、`array.array` 或 `bytearray`",
        ),
        frozenset({"sequence"}),
    ),
    "shape": (Text("a `torch.Size`", " `torch.Size`"), frozenset({"shape"})),
    "dict": (Text("a dictionary", "字典"), frozenset({"dict"})),
    "layer": (Text("a layer", "层"), frozenset({"module"})),
    "parameter": (Text("a new parameter", "新建的参数"), frozenset({"torch.nn.Parameter"})),
    "function": (Text("a function", "函数"), frozenset({"function"})),
    "file": (Text("an open file", "打开的文件"), frozenset({"file"})),
    "path": (Text("a path", "路径"), frozenset({"path"})),
}
# What says too little to be told apart from others.
_VAGUE = {"any", "iterable", "type"}
# A number may be any of these, an iterable a list, and what NumPy returns no array.
_PERHAPS = {
    "number": {"int", "float"},
    "iterable": {"list", "sequence", "shape"},
    "other": {"number", "bool", "int", "float", "str", "list"},
}


def is_kind(found: Type | None, kind: str) -> bool | None:
    """Whether a value of a type is of a kind; None where that cannot be told."""
    if found is None:
        return None
    answers = {_member_is(member.name, kind) for member in found.members}
    return answers.pop() if len(answers) == 1 else None


def _member_is(name: str, kind: str) -> bool | None:
    if name in KINDS[kind][1]:
        return True
    if name in _VAGUE or "." in name or kind in _PERHAPS.get(name, ()):
        return None
    return False
