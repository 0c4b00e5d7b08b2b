"""The name of torch that an error of unchanged code is put down to, by its traceback.

The rule: an import or a lookup of a name that is not there is that name. Else the innermost line
of the package or its tests counts, and in it the part that was being evaluated: the function,
method or class that it calls there, the attribute that it asks for, the operator. An assertion of a
test, or an error that the package itself raises there, is put down to no name.
"""

from __future__ import annotations

import ast
import contextlib
import dis
import importlib
import linecache
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from types import FrameType, ModuleType, TracebackType
from typing import Any

_PADDLE, _TORCH = "paddle", "torch"
_TENSOR = "torch.Tensor"
_BOOL = "torch.Tensor.__bool__"
_FROM = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_MODULES = (
    *("", ".nn", ".nn.functional", ".nn.init", ".nn.utils", ".optim", ".optim.lr_scheduler"),
    *(".linalg", ".fft", ".autograd", ".distributions", ".utils.data", ".sparse", ".special"),
)
_OPERATORS = {
    "Add": "add",
    "Sub": "sub",
    "Mult": "mul",
    "Div": "truediv",
    "FloorDiv": "floordiv",
    "Mod": "mod",
    "Pow": "pow",
    "MatMult": "matmul",
    "BitAnd": "and",
    "BitOr": "or",
    "BitXor": "xor",
    "LShift": "lshift",
    "RShift": "rshift",
    "USub": "neg",
    "Invert": "invert",
    "Eq": "eq",
    "NotEq": "ne",
    "Lt": "lt",
    "LtE": "le",
    "Gt": "gt",
    "GtE": "ge",
}
_Frame = tuple[FrameType, int]
NamesOf = Callable[[], Mapping[int, str]]


def blame(error: BaseException, own: Iterable[Path], names: NamesOf = lambda: {}) -> dict[str, Any]:
    """`why` an error came about, the `api` of torch, and what the `error` says.

    `own` are the folders of the package. `why` is "missing" or "raises", of an API; "differs", of
    an assertion; "own", of what the package raises itself; else "other". An API that is `assumed`
    is the method of something whose class could not be told.
    """
    told: dict[str, Any] = {"error": f"{type(error).__name__}: {error}"[:300]}
    with contextlib.suppress(Exception):  # the code of strangers decides what is looked at
        told |= _blamed(error, tuple(f"{folder}/" for folder in own), names)
    return {"why": "other"} | told


def _blamed(error: BaseException, own: tuple[str, ...], names: NamesOf) -> dict[str, Any]:
    frames = list(_frames(error.__traceback__))
    if name := _not_there(error, frames):
        return {"why": "missing", "api": name}
    ours = [place for place, (frame, _) in enumerate(frames) if _is_in(frame, own)]
    if not ours:
        return {}
    inner = frames[ours[-1] + 1 :]
    from_paddle = any(map(_is_paddle, (frame for frame, _ in inner)))
    if isinstance(error, AssertionError) and not _is_paddle(frames[-1][0]):
        return {"why": "differs"}
    if type(error).__module__.startswith(("_pytest", "pytest")):  # what ought to raise does not
        return {"why": "differs"}
    outside = [one for one in (frames[ours[-1]], *inner) if not _is_paddle(one[0])]
    for frame, place in reversed(outside):
        node = _evaluated(frame, place)
        if isinstance(node, (ast.Raise, ast.Assert)) and not from_paddle:
            return {"why": "own"}
        asked = from_paddle and _asks_whether(frame, place)
        if found := (_BOOL, True) if asked else _name(node, frame, names()):
            name, sure = found
            missing = isinstance(error, AttributeError) and isinstance(node, ast.Attribute)
            told = {"why": "missing" if missing else "raises", "api": name}
            return told if sure else told | {"assumed": True}
    return {}


def _not_there(error: BaseException, frames: list[_Frame]) -> str | None:
    """The name that an import or a lookup in a module or tensor has not found."""
    if isinstance(error, ModuleNotFoundError):
        return _torch_name(error.name)
    if isinstance(error, ImportError):
        found = _FROM.search(str(error))
        return found and _torch_name(f"{found[2]}.{found[1]}")
    if isinstance(error, AttributeError) and error.name:
        inside = [frame for frame, _ in frames[-2:] if _is_paddle(frame)]
        if any(not frame.f_code.co_filename.endswith("proxy.py") for frame in inside):
            return None  # a lookup of Paddle's own
        if isinstance(error.obj, ModuleType):
            return _torch_name(f"{error.obj.__name__}.{error.name}")
        if _is_tensor(error.obj):
            return f"{_TENSOR}.{error.name}"
    return None


def _torch_name(name: str | None) -> str | None:
    """The name of torch that a module of Paddle stands for; None for another's."""
    first, dot, rest = (name or "").partition(".")
    return f"{_TORCH}{dot}{rest}" if first in (_PADDLE, _TORCH) else None


def _frames(trace: TracebackType | None) -> Iterator[_Frame]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lasti
        trace = trace.tb_next


def _is_in(frame: FrameType, folders: tuple[str, ...]) -> bool:
    file = frame.f_code.co_filename
    return file.startswith(folders) and not _is_paddle(frame) and "/_pytest/" not in file


def _is_paddle(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__")
    return isinstance(name, str) and name.partition(".")[0] == _PADDLE


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse("".join(linecache.getlines(file)))


def _evaluated(frame: FrameType, place: int) -> ast.AST | None:
    """The part of the source that an instruction belongs to."""
    positions = next(islice(frame.f_code.co_positions(), place // 2, None), None)
    if positions is None:
        return None
    line, end_line, column, end_column = positions
    chained = None
    for node in ast.walk(_tree(frame.f_code.co_filename)):
        if not isinstance(node, (ast.expr, ast.stmt)) or isinstance(node, ast.Expr):
            continue
        if (node.end_lineno, node.end_col_offset) == (end_line, end_column):
            if (node.lineno, node.col_offset) == (line, column):
                return node
            # Of a call that goes over lines Python tells where the name of the method begins.
            if isinstance(node, (ast.Call, ast.Attribute)) and line is not None:
                chained = node if node.lineno < line else chained
    return chained


def _asks_whether(frame: FrameType, place: int) -> bool:
    """Whether an instruction asks if something is true, as `if x` and `not x` do."""
    name = dis.opname[frame.f_code.co_code[place]]
    return "IF_TRUE" in name or "IF_FALSE" in name or name in ("UNARY_NOT", "TO_BOOL")


def _name(
    node: ast.AST | None, frame: FrameType, names: Mapping[int, str]
) -> tuple[str, bool] | None:
    """The name of torch of what a node does, and whether that is sure."""
    match node:
        case ast.Call(func=func):
            return _callable(func, frame, names)
        case ast.Attribute():
            return _callable(node, frame, names)
        case ast.Subscript(value=value, ctx=context):
            word = "setitem" if isinstance(context, ast.Store) else "getitem"
            return _operator(word, [value], frame)
        case ast.BinOp(left=left, op=op, right=right):
            return _operator(_OPERATORS.get(type(op).__name__), [left, right], frame)
        case ast.UnaryOp(op=op, operand=operand):
            return _operator(_OPERATORS.get(type(op).__name__), [operand], frame)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _operator(_OPERATORS.get(type(op).__name__), [left, right], frame)
        case ast.AugAssign(target=target, op=op):
            in_place = _OPERATORS.get(type(op).__name__)
            return _operator(in_place and f"i{in_place}", [target], frame)
    return None


def _operator(
    word: str | None, operands: list[ast.expr], frame: FrameType
) -> tuple[str, bool] | None:
    values = [_value(operand, frame) for operand in operands]
    for operand, value in zip(operands, values, strict=True):
        # What torch gives as a value is a method here, `x.imag * 2`.
        of_tensor = isinstance(operand, ast.Attribute) and _value(operand.value, frame)
        if isinstance(operand, ast.Attribute) and callable(value) and _is_tensor(of_tensor):
            return f"{_TENSOR}.{operand.attr}", True
    return (f"{_TENSOR}.__{word}__", True) if word and any(map(_is_tensor, values)) else None


def _callable(
    node: ast.expr, frame: FrameType, names: Mapping[int, str]
) -> tuple[str, bool] | None:
    steps = _steps(node)
    if steps and (root := _imported(frame.f_code.co_filename).get(steps[0])):
        return ".".join((root, *steps[1:])), True
    value = _value(node, frame)
    if value is not None and (known := names.get(id(value))):
        return known, True
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, frame)
        if owner is None:
            of_super = isinstance(node.value, ast.Call) and _steps(node.value.func) == ["super"]
            owner = frame.f_locals.get("self") if of_super else None
            if owner is None:
                return f"{_TENSOR}.{node.attr}", False
        if isinstance(owner, ModuleType):
            name = _torch_name(f"{owner.__name__}.{node.attr}")
            return (name, True) if name else None
        found = _class_name(owner, names)
        if found and not (value is not None and _class_name(value, names)):
            return f"{found}.{node.attr}", True
    found = None if value is None else _class_name(value, names)
    return (found, True) if found else None


def _steps(node: ast.expr) -> list[str]:
    """The names of `a.b.c`; none where it is anything else."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute) and (before := _steps(node.value)):
        return [*before, node.attr]
    return []


_MISSING = object()


def _value(node: ast.expr, frame: FrameType) -> Any:
    """What `a.b.c` is in a frame; None where it cannot be told."""
    steps = _steps(node)
    if not steps:
        return None
    value = frame.f_locals.get(steps[0], frame.f_globals.get(steps[0], _MISSING))
    for step in steps[1:]:
        value = getattr(value, step, _MISSING)
    return None if value is _MISSING else value


def _is_tensor(value: object) -> bool:
    return any(
        one.__name__ == "Tensor" and one.__module__.partition(".")[0] in (_PADDLE, "builtins")
        for one in type(value).__mro__
    )


def _class_name(value: object, names: Mapping[int, str]) -> str | None:
    """The class of torch that something, or a class, is of."""
    if _is_tensor(value):
        return _TENSOR
    classes = value.__mro__ if isinstance(value, type) else type(value).__mro__
    known = (names[id(one)] for one in classes if id(one) in names)
    return next(known, None)


@cache
def _imported(file: str) -> Mapping[str, str]:
    """What the names are that a file imports from torch, wherever it does."""
    found: dict[str, str] = {}
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                if first == _TORCH:
                    found[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == _TORCH:
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return found


@cache
def names_of() -> Mapping[int, str]:
    """The functions and classes behind the names of torch, as `import torch` gives them."""
    found: dict[int, str] = {}
    for ending in _MODULES:
        try:
            module = importlib.import_module(f"{_TORCH}{ending}")
        except Exception:
            continue
        for name in (*vars(module), *getattr(module, "_overrides", ())):
            value = None if "." in name or name.startswith("_") else getattr(module, name, None)
            if callable(value) and not isinstance(value, ModuleType):
                found.setdefault(id(value), f"{_TORCH}{ending}.{name}")
    base = getattr(sys.modules.get(_TORCH), "nn", None)
    found[id(getattr(base, "Module", found))] = "torch.nn.Module"
    return found
