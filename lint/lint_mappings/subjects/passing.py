"""What the calls in an example pass: which value goes to which parameter."""

from __future__ import annotations

import ast
from typing import Literal

from lint_mappings.subjects.code import dotted
from lint_mappings.subjects.subject import ExampleSubject
from mapping_model.sides import is_member
from mapping_model.snapshots import ParameterKind

Library = Literal["torch", "paddle"]
_BY_POSITION = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)


def calls(example: ExampleSubject, side: Library) -> list[ast.Call]:
    """The calls of the API that an example is about, on one side; [] where it has none."""
    variant = example.variant
    name = variant and (variant.entry.entry.torch if side == "torch" else variant.variant.paddle)
    if not name:
        return []
    code = getattr(example, side)
    found = [call for call in code.calls if dotted(call.func) == name]
    member = is_member(getattr(variant, side).api, name)
    return [*found, *code.calls_of(name)] if member else found


def passed(example: ExampleSubject, side: Library) -> dict[str, str] | None:
    """What the only call of the API passes, by parameter, as source of the syntax tree.

    None where there is no such call or more than one, or where it cannot be told.
    """
    found = calls(example, side)
    signature = getattr(example.variant, side).signature if len(found) == 1 else None
    if signature is None:
        return None
    call = found[0]
    names = [p.name for p in signature.parameters if p.kind in _BY_POSITION]
    starred = any(isinstance(value, ast.Starred) for value in call.args)
    if starred or len(call.args) > len(names) or any(k.arg is None for k in call.keywords):
        return None
    given = dict(zip(names, call.args, strict=False))
    given.update({keyword.arg: keyword.value for keyword in call.keywords if keyword.arg})
    return {name: _source(value) for name, value in given.items()}


def _source(value: ast.expr) -> str:
    """The source of an expression; names and constants, which most are, without a visitor."""
    if isinstance(value, ast.Name):
        return value.id
    return repr(value.value) if isinstance(value, ast.Constant) else ast.unparse(value)
