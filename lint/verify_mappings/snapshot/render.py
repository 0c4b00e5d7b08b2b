"""Parameters and defaults as text that is the same on every run and every machine."""

from __future__ import annotations

import enum
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
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


def from_inspect(signature: inspect.Signature, *, drop_first: bool = False) -> Overload:
    """A runtime signature; `drop_first`: without `self`, `cls`, the tensor."""
    params = list(signature.parameters.values())
    if drop_first and params and params[0].kind in (POSITIONAL_ONLY, POSITIONAL):
        params = params[1:]
    found = (Param(p.name, _default(p), p.kind, annotation_text(p.annotation)) for p in params)
    return Overload(tuple(found), annotation_text(signature.return_annotation))


def _default(param: inspect.Parameter) -> str | None:
    return None if param.default is EMPTY else default_text(param.default)


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
    returns = type_text(overload.returns) if overload.returns else ""
    parts = _parts(overload.params, type_text)
    return [*parts, f"-> {returns}"] if returns else parts


def _parts(params: Iterable[Param], type_text: Callable[[str], str]) -> list[str]:
    texts: list[str] = []
    previous: inspect._ParameterKind | None = None
    for param in params:
        if previous is POSITIONAL_ONLY and param.kind is not POSITIONAL_ONLY:
            texts.append("/")
        if param.kind is KEYWORD_ONLY and previous not in (KEYWORD_ONLY, STARRED):
            texts.append("*")
        texts.append(_param_text(param, type_text(param.type) if param.type else ""))
        previous = param.kind
    if previous is POSITIONAL_ONLY:
        texts.append("/")
    return texts


def _param_text(param: Param, kind: str) -> str:
    star = "*" if param.kind is STARRED else "**" if param.kind is DOUBLE_STARRED else ""
    default = "" if param.default is None else f" = {param.default}"
    return f"{star}{param.name}" + (f": {kind}" if kind else "") + default


def default_text(value: object) -> str:
    """A default value as a Python expression, without addresses or anything else that varies."""
    if isinstance(value, bool | str | bytes | type(None) | type(NotImplemented) | timedelta):
        return repr(value)
    if value is ...:
        return "..."
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, int | float | complex) and type(value).__module__ == "builtins":
        return _number_text(value)
    if isinstance(value, tuple | list | set | frozenset | Mapping):
        return _container_text(value)
    if inspect.isclass(value) or inspect.isroutine(value):
        return _routine_text(value)
    return _object_text(value)


def _number_text(value: complex) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    return repr(value)


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
