"""What is unexpected in how far Paddle is torch."""

from __future__ import annotations

from mapping_model.categories import Category
from mapping_model.conformance.states import State, Way
from mapping_model.modes import UNCHANGED
from render_mappings.data.reference import Reference

# By signatures, a call of torch's is one of Paddle's.
_ALIKE = (Category.NO_PARAMS, Category.SAME_PARAMS, Category.PADDLE_MORE_PARAMS)


def equal_though_signatures_differ(reference: Reference) -> list[str]:
    """The APIs whose unchanged calls are all equal, while their signatures say otherwise."""
    found, way = reference.conformance(), Way(reference.paddle.version, UNCHANGED)
    return [
        name
        for name in found.frozen.calls
        if found.state(way, name) is State.EQUAL
        and reference.published[name].state.category not in _ALIKE
    ]
