"""Drafts of in-place forms that Paddle has not: its other form, and the result written back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapping_model.entry import Row, Variant
from mapping_model.forms.relation import Kind, Relation
from mapping_model.snapshots import Parameter, ParameterKind

# What `cases.yaml` says of each.
_VIEW = "overwritten-view"
_SELF = "self"
_OPEN = "..."
# What an in-place form does not take, or what it is already.
_NOT_TAKEN = ("out", "inplace")


def overwriting(related: Relation, base: Variant) -> Iterator[str]:
    """The lines that such a form writes in place of what does not follow."""
    target, signature = base.paddle or "", related.form.signatures[0]
    taken = {parameter.name: parameter for parameter in signature.parameters}
    rows = [row for row in base.params if row.paddle and row.torch not in _NOT_TAKEN]
    operand = related.base.signatures[0].names[0]
    here = _SELF if related.kind is Kind.METHOD else operand
    others = [row for row in rows if row.torch != operand]
    code = _call(f"{here}.clone()", target, others, {})
    required = {row.torch or "": _OPEN for row in others if _required(taken.get(row.torch or ""))}
    example = _call("x.clone()", target, [row for row in others if row.torch in required], required)
    passed = ", ".join(
        [*(["x"] if here != _SELF else []), *(f"{n}={value}" for n, value in required.items())]
    )
    name = related.form.name
    torch = f"x.{name.rpartition('.')[2]}({passed})" if here == _SELF else f"{name}({passed})"
    yield f"paddle: {target}"
    yield "cases:"
    yield f'  - {{code: "paddle.assign({code}, {here})"}}'
    yield f"  - {_VIEW}"
    yield "examples:"
    yield '  - inputs: {x: "float32[2, 3]"}'
    yield f"    torch: result = {torch}"
    yield f"    paddle: result = paddle.assign({example}, x)"


def _call(first: str, target: str, rows: Sequence[Row], values: dict[str, str]) -> str:
    arguments = [first]
    for row in rows:
        value = values.get(row.torch or "") or row.value or row.set or row.torch
        if value is not None:
            arguments.append(f"{row.paddle}={value}")
    return f"{target}({', '.join(arguments)})"


def _required(parameter: Parameter | None) -> bool:
    plain = parameter is not None and parameter.kind is not ParameterKind.VAR_KEYWORD
    return plain and parameter is not None and parameter.default is None
