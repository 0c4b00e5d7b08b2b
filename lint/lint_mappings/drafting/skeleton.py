"""The skeleton of an example: what must be passed, with `...` where a person has to choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mapping_model.entry import Row
from mapping_model.sides import Side
from mapping_model.snapshots import Parameter, ParameterKind

# Parameters of these names are tensors, whatever the API: what an example's input could be.
_TENSOR = '"float32[2, 3]"'
_TENSORS = dict.fromkeys(("input", "self", "other", "tensor", "x", "y", "A", "target"), _TENSOR)
_TENSORS |= {"x1": _TENSOR, "x2": _TENSOR, "mask": '"bool[2, 3]"', "condition": '"bool[2, 3]"'}
_TENSORS |= {"index": "[1, 0]", "indices": "[1, 0]"}
_VALUES = {"value": "-1.5", "dim": "1"}
_VARIABLES = ("x", "y", "z", "w")
_LAYERS = "torch.nn"
_OPEN = "..."


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Inputs as they are written in YAML, and one line of code for each side."""

    inputs: dict[str, str]
    torch: str
    paddle: str


def skeleton(
    torch: Side, paddle: Side, rows: Sequence[Row], members: tuple[bool, bool]
) -> Skeleton:
    """A call of both APIs that passes what torch requires and what must be set in Paddle."""
    variables = iter(_VARIABLES)
    # A method is called on the first input, a layer with all of them.
    inputs = {next(variables): _TENSOR} if any(members) or _is_layer(torch) else {}
    torch_values = {torch.own: "x"} if torch.own else {}
    paddle_values = {paddle.own: "x"} if paddle.own else {}
    for row in rows:
        parameter = torch.get(row.torch) if row.torch else None
        if parameter is not None and _required(parameter):
            name = parameter.name
            value = _VALUES.get(name, _OPEN)
            if name in _TENSORS and (value := next(variables, _OPEN)) != _OPEN:
                inputs[value] = _TENSORS[name]
            torch_values[name] = value
            if row.paddle is not None:
                paddle_values[row.paddle] = value
        elif row.set is not None and row.paddle is not None:
            paddle_values[row.paddle] = row.set
        elif row.torch is None and _required(paddle.get(row.paddle or "")):
            paddle_values[row.paddle or ""] = _OPEN
    return Skeleton(
        inputs,
        f"result = {_call(torch, torch_values, members[0])}",
        f"result = {_call(paddle, paddle_values, members[1])}",
    )


def _is_layer(side: Side) -> bool:
    api = side.api
    return api is not None and api.kind == "class" and api.name.rpartition(".")[0] == _LAYERS


def _required(parameter: Parameter | None) -> bool:
    return (
        parameter is not None
        and parameter.default is None
        and parameter.kind is not ParameterKind.VAR_KEYWORD
    )


def _call(side: Side, values: dict[str, str], member: bool) -> str:
    name = f"x.{side.name.rpartition('.')[2]}" if member else side.name
    return name if side.attribute else f"{name}({', '.join(_arguments(side, values))})"


def _arguments(side: Side, values: dict[str, str]) -> Iterator[str]:
    """The first by position, and what cannot be named; everything else by keyword."""
    for place, parameter in enumerate(side.signature.parameters if side.signature else ()):
        if parameter.name not in values:
            continue
        name, kind = parameter.name, parameter.kind
        unnamed = kind in (ParameterKind.POSITIONAL_ONLY, ParameterKind.VAR_POSITIONAL)
        by_position = unnamed or (place == 0 and kind is ParameterKind.POSITIONAL_OR_KEYWORD)
        yield values[name] if by_position else f"{name}={values[name]}"
