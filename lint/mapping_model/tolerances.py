"""How close two values must be to count as equal, where an example does not say so itself."""

from __future__ import annotations

from mapping_model.entry import Compare

# (rtol, atol) by dtype; whole numbers and bools are compared exactly.
TOLERANCES = {
    "float16": (1e-3, 1e-3),
    "bfloat16": (1e-2, 1e-2),
    "float32": (1e-5, 1e-6),
    "float64": (1e-7, 1e-9),
    "complex64": (1e-5, 1e-6),
    "complex128": (1e-7, 1e-9),
}
# Backward passes add up more rounding errors than forward passes.
GRADIENT_FACTOR = 10.0
# Of random results: how many standard errors two means of equal distributions may lie apart, for
# one comparison and for the worst of many elements (chance exceeds either less than once in a
# million); how many draws go beyond all of the other side; and what part of the values rounding may
# add where the draws do not vary at all.
BOUND, ELEMENT_BOUND, BEYOND = 5.0, 6.5, 20
ROUNDING = 1e-5


def applied(compare: Compare) -> list[object]:
    """All tolerances that decide the outcome of an example that is compared so."""
    if compare.raises:
        return []
    if compare.random:
        return [BOUND, ELEMENT_BOUND, BEYOND, ROUNDING]
    own = [compare.rtol, compare.atol]
    factor = None if compare.gradient_skip else GRADIENT_FACTOR
    return [*own, factor, TOLERANCES if None in own else None]
