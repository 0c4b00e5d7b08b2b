"""Signatures from `torch.ops.aten` operator schemas, for functions that no stub tells exactly."""

from __future__ import annotations

import torch

from verify_mappings.snapshot.render import (
    KEYWORD_ONLY,
    POSITIONAL,
    Overload,
    Param,
    Params,
    default_text,
)


def overloads(operator: str) -> list[Overload]:
    """The overloads of an operator; empty where there is none of that name."""
    packet = getattr(torch.ops.aten, operator, None)
    if packet is None:
        return []
    schemas = [getattr(packet, overload)._schema for overload in packet.overloads()]
    has_out = any(argument.is_out for schema in schemas for argument in schema.arguments)
    plain = [s for s in schemas if not any(argument.is_out for argument in s.arguments)]
    return [Overload(_params(schema, has_out), _returns(schema)) for schema in plain]


def _params(schema: torch._C.FunctionSchema, has_out: bool) -> Params:
    params = tuple(_param(argument) for argument in schema.arguments)
    if not has_out:
        return params
    return (*params, Param("out", "None", KEYWORD_ONLY, f"{_returns(schema)} | None"))


def _returns(schema: torch._C.FunctionSchema) -> str:
    """The type of the result; places of a tuple with the names by which they can be taken."""
    found = [(f"{r.name}:" if r.name else "") + str(r.real_type) for r in schema.returns]
    if len(found) == 1:
        return str(schema.returns[0].real_type)
    return f"tuple[{', '.join(found)}]" if found else "None"


def _param(argument: torch._C.Argument) -> Param:
    kind = KEYWORD_ONLY if argument.kwarg_only else POSITIONAL
    name = "input" if argument.name == "self" else argument.name
    if not argument.has_default_value():
        return Param(name, None, kind, _type(argument))
    return Param(name, default_text(_value(argument.default_value)), kind, _type(argument))


def _type(argument: torch._C.Argument) -> str:
    """The type as the operator gives it; a list of a fixed length takes one number too."""
    text = str(argument.real_type)
    return f"{text} | int" if argument.N is not None and "List[int]" in text else text


def _value(default: object) -> object:
    """Schemas write a list as `0` where it stands for "0 in each dimension"."""
    if not isinstance(default, list):
        return default
    return default[0] if len(default) > 1 and len(set(default)) == 1 else tuple(default)
