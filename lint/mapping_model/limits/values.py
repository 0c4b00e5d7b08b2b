"""Whether a condition holds for the values of one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mapping_model.entry import Limit
from mapping_model.language import evaluating
from mapping_model.language.parsing import parse_condition
from mapping_model.language.values import CONSTANTS

# The value of an argument that is passed, but computed by other code.
UNTOLD = object()


def covers(
    limit: Limit, arguments: Mapping[str, Any], defaults: Mapping[str, Any] | None = None
) -> bool | None:
    """Whether a call is one that a limit speaks of; None where that cannot be told.

    `arguments` are the values that the call passes by torch's names of the parameters, `self` for
    the object that a method is called on: numbers, texts, lists, None, `Tensor` and `Dtype`.
    `defaults` are torch's for the others. What is asked of a parameter that has neither is not
    known.
    """
    return holds(limit.when, arguments, defaults)


def holds(
    condition: str, arguments: Mapping[str, Any], defaults: Mapping[str, Any] | None = None
) -> bool | None:
    """Whether a condition holds, as `covers`."""
    values = {**CONSTANTS, **(defaults or {}), **arguments}
    known = {name: value for name, value in values.items() if value is not UNTOLD}
    return evaluating.holds(parse_condition(condition), known, arguments.keys())
