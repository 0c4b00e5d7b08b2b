"""Overloads from the stub files (`.pyi`) that torch ships, read as syntax trees."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from verify_mappings.snapshot.render import (
    DOUBLE_STARRED,
    KEYWORD_ONLY,
    POSITIONAL,
    POSITIONAL_ONLY,
    STARRED,
    Overload,
    Param,
    Params,
    default_text,
)

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
                params = tuple(map(_as_at_runtime, params))
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
    pairs = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    params += [_param(a, _keyword_default(a, d), KEYWORD_ONLY) for a, d in pairs]
    if args.kwarg:
        params.append(_param(args.kwarg, None, DOUBLE_STARRED))
    return tuple(params)


def _param(arg: ast.arg, default: str | None, kind: inspect._ParameterKind) -> Param:
    return Param(arg.arg, default, kind, _text(arg.annotation))


def _text(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation)


def _as_at_runtime(param: Param) -> Param:
    """`from` is a keyword of Python, so the stubs of methods write `from_`; torch takes `from`."""
    return replace(param, name="from") if param.name == "from_" else param


def _default(node: ast.expr | None) -> str | None:
    if node is None:
        return None
    try:
        return default_text(ast.literal_eval(node))
    except ValueError:
        return _constant_text(ast.unparse(node))


def _keyword_default(arg: ast.arg, default: ast.expr | None) -> str | None:
    """`out`, and keywords that may be None, can be left out even where a stub gives no default."""
    optional = arg.annotation is not None and "None" in ast.unparse(arg.annotation)
    if default is None and (optional or arg.arg == "out"):
        return "None"
    return _default(default)


_TORCH_CONSTANTS = ("strided", "contiguous_format", "preserve_format", "per_tensor_affine")


def _constant_text(text: str) -> str:
    if text in ("inf", "math.inf"):
        return "float('inf')"
    return f"torch.{text}" if text in _TORCH_CONSTANTS else text
