"""How far a program gets with a mapping: what it leaves to a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mapping_model.applying.newer import newer_ways
from mapping_model.categories import Category
from mapping_model.entry import Action, Variant
from mapping_model.language.parsing import named_in
from mapping_model.snapshots import paddle_snapshot

_WITHOUT_CODE = (
    Category.COMPOSITE,
    Category.CONTEXT_CHANGE,
    Category.MISSING,
    Category.OUTSIDE_CORE,
)


def left_to_people(variant: Variant) -> tuple[str, ...]:
    """Names of parameters, `returns`, conditions of advice; the category where nothing is written.

    What there is no way to write (`action: none`) is no decision: there is nothing to decide. Cases
    that end before the newest release do not count, and what it has a closer target for.
    """
    always = [newer for newer in variant.newer if newer.when is None]
    ways = newer_ways(replace(variant, newer=tuple(always)), paddle_snapshot())
    return min((tuple(_left(way)) for way in (variant, *ways)), key=len)


def _left(variant: Variant) -> Iterator[str]:
    always = any(case.code and case.when is None for case in variant.write)
    if variant.category in _WITHOUT_CODE and not (always or variant.fields):
        yield variant.category.value
        return
    yield from _advised(variant)
    for row in variant.params:
        plain = row.value is None and row.form is None and not row.in_code
        if row.torch is not None and row.action is Action.REWRITE and plain:
            yield row.torch
    returns = variant.returns
    said = always or variant.fields or returns is None or returns.value is not None
    if returns is not None and returns.action is Action.REWRITE and not said:
        yield "returns"


def _advised(variant: Variant) -> Iterator[str]:
    """The conditions under which a case that can be reached leaves it to a person."""
    nothing = {row.torch for row in variant.params if row.action is Action.NONE}
    met: set[str | None] = set()
    for case in variant.write:
        if case.until is not None or case.when in met:
            continue
        if case.advice is not None and (not case.when or named_in(case.when) - nothing):
            yield case.when or "advice"
        if case.when is None:
            return
        met.add(case.when)
