"""Signatures from `torch.ops.aten` operator schemas, for functions that no stub tells exactly."""

from __future__ import annotations

import torch

from verify_mappings.snapshot.render import KEYWORD_ONLY, POSITIONAL, Param, Params, default_text
from verify_mappings.snapshot.stubs import Overload


def overloads(operator: str) -> list[Overload]:
    """The overloads of an operator; empty where there is none of that name."""
    packet = getattr(torch.ops.aten, operator, None)
    if packet is None:
        return []
    schemas = [getattr(packet, overload)._schema for overload in packet.overloads()]
    has_out = any(argument.is_out for schema in schemas for argument in schema.arguments)
    plain = [s for s in schemas if not any(argument.is_out for argument in s.arguments)]
    return [Overload(_params(schema, has_out)) for schema in plain]


def _params(schema: torch._C.FunctionSchema, has_out: bool) -> Params:
    params = tuple(_param(argument) for argument in schema.arguments)
    return (*params, Param("out", "None", KEYWORD_ONLY)) if has_out else params


def _param(argument: torch._C.Argument) -> Param:
    kind = KEYWORD_ONLY if argument.kwarg_only else POSITIONAL
    name = "input" if argument.name == "self" else argument.name
    if not argument.has_default_value():
        return Param(name, None, kind)
    return Param(name, default_text(_value(argument.default_value)), kind)


def _value(default: object) -> object:
    """Schemas write a list as `0` where it stands for "0 in each dimension"."""
    if not isinstance(default, list):
        return default
    return default[0] if len(default) > 1 and len(set(default)) == 1 else tuple(default)
