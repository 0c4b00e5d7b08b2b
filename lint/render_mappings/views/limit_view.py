"""What is shown of the limits of a variant: where Paddle departs, and what to write there."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.categories import Text
from mapping_model.limits.sentences import limit_remark
from render_mappings.views.example_view import written_input
from render_mappings.views.page_context import Context


@dataclass(frozen=True, slots=True)
class LimitView:
    """A limit: all that is to be said of it, and the code that holds all the same.

    `torch` is the code that shows it, on some inputs; `on` the releases, none if it is all.
    """

    remark: Text
    instead: str | None
    torch: str
    inputs: tuple[tuple[str, str], ...]
    on: tuple[str, ...]


def limit_views(context: Context, name: str, number: int | None) -> tuple[LimitView, ...]:
    """The limits of a variant of an entry; `number` is None where it has just one."""
    return tuple(
        LimitView(
            limit_remark(limit),
            limit.instead,
            limit.example.torch,
            tuple((variable, written_input(spec)) for variable, spec in limit.example.inputs),
            context.covered(limit.since, limit.until),
        )
        for limit in context.reference.limits_of(name, number or 1)
    )
