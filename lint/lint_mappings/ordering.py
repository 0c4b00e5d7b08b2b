"""Putting rows into the order of a signature."""

from __future__ import annotations

from collections.abc import Sequence

from lint_mappings.fix import Fix
from lint_mappings.mending import reorder
from lint_mappings.subjects import VariantSubject
from mapping_model.sides import Side


def in_order(variant: VariantSubject, side: Side, names: Sequence[str | None]) -> Fix | None:
    """Put the rows that have names into the order of the signature; the others stay in place.

    None where a name is not of the signature, so that its place is unknown.
    """
    known = () if side.signature is None else side.signature.names
    places = {index: name for index, name in enumerate(names) if name is not None}
    if not set(places.values()) <= set(known):
        return None
    rows = iter(sorted(places, key=lambda index: known.index(places[index])))
    order = [index if name is None else next(rows) for index, name in enumerate(names)]
    return reorder(variant.document, (*variant.path, "params"), order)
