"""Signatures as text that is the same on every run, and where they are read.

That is: from `inspect`, from stub files (`.pyi`) as syntax trees, and from docstrings.
"""

from __future__ import annotations

import ast
import enum
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

EMPTY = inspect.Parameter.empty
POSITIONAL_ONLY = inspect.Parameter.POSITIONAL_ONLY
POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD
STARRED = inspect.Parameter.VAR_POSITIONAL
KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY
DOUBLE_STARRED = inspect.Parameter.VAR_KEYWORD


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter; `default` is a Python expression as text, or None where there is none.

    `type` is the annotation as it was found, in the library's own words. Signatures that differ in
    types only are the same.
    """

    name: str
    default: str | None = None
    kind: inspect._ParameterKind = POSITIONAL
    type: str = field(default="", compare=False)

    @property
    def required(self) -> bool:
        """Whether a call must pass it."""
        return self.default is None and self.kind not in (STARRED, DOUBLE_STARRED)


Params = tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Overload:
    """One way of calling; `returns` is the annotation of the result."""

    params: Params
    returns: str = ""

    def with_params(self, params: Iterable[Param]) -> Overload:
        """The same with other parameters."""
        return replace(self, params=tuple(params))


def from_inspect(signature: inspect.Signature, *, drop_first: bool = False) -> Overload:
    """A runtime signature; `drop_first`: without `self`, `cls`, the tensor."""
    params = list(signature.parameters.values())
    if drop_first and params and params[0].kind in (POSITIONAL_ONLY, POSITIONAL):
        params = params[1:]
    found = []
    for p in params:
        default = None if p.default is EMPTY else default_text(p.default)
        found.append(Param(p.name, default, p.kind, annotation_text(p.annotation)))
    return Overload(tuple(found), annotation_text(signature.return_annotation))


def annotation_text(annotation: object) -> str:
    """An annotation as it was written, or as Python writes what it has become."""
    if annotation is EMPTY:
        return ""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def is_opaque(params: Params) -> bool:
    """Whether a signature only says that arguments are passed on."""
    return bool(params) and all(param.kind in (STARRED, DOUBLE_STARRED) for param in params)


def to_strings(overload: Overload, type_text: Callable[[str], str]) -> list[str]:
    """The parameters in Python order, with `/` and `*` where Python needs them; then the result.

    `type_text` puts annotations into the vocabulary of the snapshots.
    """
    texts: list[str] = []
    previous: inspect._ParameterKind | None = None
    for param in overload.params:
        if previous is POSITIONAL_ONLY and param.kind is not POSITIONAL_ONLY:
            texts.append("/")
        if param.kind is KEYWORD_ONLY and previous not in (KEYWORD_ONLY, STARRED):
            texts.append("*")
        star = "*" if param.kind is STARRED else "**" if param.kind is DOUBLE_STARRED else ""
        word = type_text(param.type) if param.type else ""
        default = "" if param.default is None else f" = {param.default}"
        texts.append(f"{star}{param.name}" + (f": {word}" if word else "") + default)
        previous = param.kind
    if previous is POSITIONAL_ONLY:
        texts.append("/")
    returns = type_text(overload.returns) if overload.returns else ""
    return [*texts, f"-> {returns}"] if returns else texts


def default_text(value: object) -> str:
    """A default value as a Python expression, without addresses or anything else that varies."""
    if isinstance(value, bool | str | bytes | type(None) | type(NotImplemented) | timedelta):
        return repr(value)
    if value is ...:
        return "..."
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, int | float | complex) and type(value).__module__ == "builtins":
        endless = isinstance(value, float) and not math.isfinite(value)
        return f"float('{value}')" if endless else repr(value)
    if isinstance(value, tuple | list | set | frozenset | Mapping):
        return _container_text(value)
    if inspect.isclass(value) or inspect.isroutine(value):
        return _routine_text(value)
    return _object_text(value)


def _container_text(value: Iterable[object]) -> str:
    if isinstance(value, Mapping):
        pairs = (f"{default_text(k)}: {default_text(v)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    items = [default_text(item) for item in value]
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(items)) + "}" if items else "set()"
    if isinstance(value, list):
        return "[" + ", ".join(items) + "]"
    return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"


def _routine_text(value: object) -> str:
    name = str(getattr(value, "__qualname__", "") or getattr(value, "__name__", "..."))
    module = getattr(value, "__module__", None)
    name = name.replace("<locals>.", "").replace("<lambda>", "lambda")
    return name if module in (None, "builtins") else f"{module}.{name}"


def _object_text(value: Any) -> str:
    """Data types, layouts, devices and enums print as expressions; all else as its class."""
    if inspect.ismodule(value):
        return value.__name__
    for text in (repr(value), str(value)):
        if text.startswith(("torch.", "paddle.")) and " at 0x" not in text:
            return text
        if text.startswith("device("):
            return f"torch.{text}"
    kind = type(value)
    if hasattr(kind, "__members__"):  # an enum of pybind11
        return f"{kind.__name__}.{value.name}"
    return "..." if kind is object else f"{kind.__name__}(...)"


Overloads = dict[str, list[Overload]]
# Named tensors were never finished in torch and are being removed: their overloads are noise.
_NAMED_TENSOR = ("EllipsisType", "Dimname", "list[str | None]")


def read_functions(path: Path) -> Overloads:
    """The functions at the top of a stub file, by name."""
    return _functions(_statements(path), in_class=False)


@cache
def _statements(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def _classes(path: Path) -> list[ast.ClassDef]:
    return [node for node in _statements(path) if isinstance(node, ast.ClassDef)]


def read_classes(path: Path) -> dict[str, Overloads]:
    """The methods of every class at the top of a stub file, by class and name."""
    return {node.name: _functions(node.body, in_class=True) for node in _classes(path)}


def read_attributes(path: Path) -> dict[str, dict[str, str]]:
    """The annotations of the attributes and properties of every class, by class and name."""
    return {node.name: dict(_attributes(node.body)) for node in _classes(path)}


def _attributes(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, _text(node.annotation)
        elif isinstance(node, ast.FunctionDef) and _has_decorator(node, "property"):
            yield node.name, _text(node.returns)


def read_tuples(path: Path) -> dict[str, str]:
    """The named tuples of a stub file, with the names of their places: `tuple[values:Tensor]`."""
    found = {}
    for node in _classes(path):
        match node:
            case ast.ClassDef(name=name, bases=[ast.Subscript(slice=ast.Tuple(elts=types))]):
                names = [place for place, _ in _attributes(node.body) if place[:2] != "n_"]
                places = zip(names, map(ast.unparse, types), strict=True)
                found[name] = f"tuple[{', '.join(f'{n}:{t}' for n, t in places)}]"
    return found


def _functions(body: Iterable[ast.stmt], *, in_class: bool) -> Overloads:
    found: Overloads = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not _is_about_names(node):
            drop_first = in_class and not _has_decorator(node, "staticmethod")
            params = parameters(node.args, drop_first=drop_first)
            if in_class:
                # `from` is a keyword of Python, so stubs of methods write what torch takes as that.
                params = tuple(replace(p, name="from") if p.name == "from_" else p for p in params)
            found.setdefault(node.name, []).append(Overload(params, _text(node.returns)))
    return found


def _is_about_names(node: ast.FunctionDef) -> bool:
    args = [*node.args.args, *node.args.kwonlyargs, node.args.vararg]
    notes = [ast.unparse(arg.annotation) for arg in args if arg and arg.annotation]
    return any(word in note for note in notes for word in _NAMED_TENSOR)


def _has_decorator(node: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(item, ast.Name) and item.id == name for item in node.decorator_list)


def parameters(args: ast.arguments, *, drop_first: bool = False) -> Params:
    """The parameters of a parsed signature."""
    plain = [*args.posonlyargs, *args.args]
    kinds = [POSITIONAL_ONLY] * len(args.posonlyargs) + [POSITIONAL] * len(args.args)
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    told = zip(plain, map(_default, defaults), kinds, strict=True)
    params = [_param(arg, default, kind) for arg, default, kind in told]
    if drop_first:
        params = params[1:]
    if args.vararg:
        params.append(_param(args.vararg, None, STARRED))
    for arg, node in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        # It can be left out even where a stub gives no default, if it is `out` or may be None.
        optional = arg.arg == "out" or "None" in _text(arg.annotation)
        default = "None" if node is None and optional else _default(node)
        params.append(_param(arg, default, KEYWORD_ONLY))
    if args.kwarg:
        params.append(_param(args.kwarg, None, DOUBLE_STARRED))
    return tuple(params)


def _param(arg: ast.arg, default: str | None, kind: inspect._ParameterKind) -> Param:
    return Param(arg.arg, default, kind, _text(arg.annotation))


def _text(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation)


def _default(node: ast.expr | None) -> str | None:
    if node is None:
        return None
    try:
        return default_text(ast.literal_eval(node))
    except ValueError:
        text = ast.unparse(node)
    if text in ("inf", "math.inf"):
        return "float('inf')"
    return f"torch.{text}" if text in _TORCH_CONSTANTS else text


_TORCH_CONSTANTS = ("strided", "contiguous_format", "preserve_format", "per_tensor_affine")


# How torch's documentation and pybind11 announce further signatures.
_DIRECTIVE = re.compile(r"^\s*(?:\.\. (?:function|method)::|\d+\.) ")
# torch's documentation writes `*size, *, out=None`, which is not Python.
_SECOND_STAR = re.compile(r"(\*\w+), \*(?=,)")
_ARROW = re.compile(r"\s*->(.*)$")


def documented(doc: object, name: str, *, drop_first: bool = False) -> list[Overload]:
    """The signatures that the docstring of `name` states in valid Python."""
    lines = doc.strip().splitlines() if isinstance(doc, str) else []
    stated = lines[:1] + [_DIRECTIVE.sub("", line) for line in lines[1:] if _DIRECTIVE.match(line)]
    parsed = (_parse(line, name, drop_first) for line in stated)
    says_nothing = [STARRED, DOUBLE_STARRED]
    return [o for o in parsed if o is not None and [p.kind for p in o.params] != says_nothing]


def _parse(line: str, name: str, drop_first: bool) -> Overload | None:
    returns = _ARROW.search(line)
    text = _SECOND_STAR.sub(r"\1", _ARROW.sub("", line.strip()).strip())
    head, bracket, tail = text.partition("(")
    if not bracket or head.rpartition(".")[2] != name or not tail.endswith(")"):
        return None
    try:
        params = stated(tail.removesuffix(")"), drop_first=drop_first)
        return Overload(params, returns[1].strip() if returns else "")
    except SyntaxError:
        return None


def stated(text: str, *, drop_first: bool = False) -> Params:
    """The parameters that stand between the brackets of a signature in Python."""
    function = ast.parse(f"def f({text}): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    args = function.args
    # pybind11 writes `self` into the docstrings of methods.
    is_bound = bool(args.args) and args.args[0].arg == "self"
    return parameters(args, drop_first=drop_first or is_bound)
