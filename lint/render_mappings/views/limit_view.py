"""What is shown of the limits of a variant: where Paddle departs, and what to write there."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.categories import Text
from mapping_model.limits.sentences import limit_remark
from render_mappings.data.reference import Reference
from render_mappings.views.example_view import written_input


@dataclass(frozen=True, slots=True)
class LimitView:
    """A limit: all that is to be said of it, and the code that holds all the same.

    `torch` is the code that shows it, on some inputs.
    """

    remark: Text
    instead: str | None
    torch: str
    inputs: tuple[tuple[str, str], ...]


def limit_views(reference: Reference, name: str, number: int | None) -> tuple[LimitView, ...]:
    """The limits of a variant of an entry; `number` is None where it has just one."""
    return tuple(
        LimitView(
            limit_remark(limit),
            limit.instead,
            limit.example.torch,
            tuple((variable, written_input(spec)) for variable, spec in limit.example.inputs),
        )
        for limit in reference.limits_of(name, number or 1)
    )
