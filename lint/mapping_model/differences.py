"""What follows from an entry's rows: the kind of each difference, and the category (C1, C2)."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from enum import IntEnum

from mapping_model.categories import Category
from mapping_model.entry import Row, Variant
from mapping_model.syntax import expression


class RowKind(IntEnum):
    """How a row differs, in rising precedence; the values are ranks of categories."""

    SAME = Category.SAME_PARAMS.rank
    RENAMED = Category.RENAMED_PARAMS.rank
    PADDLE_ONLY = Category.PADDLE_MORE_PARAMS.rank
    DEFAULT_DIFFERS = Category.DIFFERENT_DEFAULTS.rank
    TORCH_ONLY = Category.TORCH_MORE_PARAMS.rank
    DIFFERS = Category.PARAMS_DIFFER.rank


def row_kind(row: Row) -> RowKind:
    """The kind of difference that a row states."""
    if row.paddle is None:
        return RowKind.TORCH_ONLY
    if row.torch is None:
        return RowKind.PADDLE_ONLY
    if row.action is not None:
        return RowKind.DIFFERS
    if row.set is not None:
        return RowKind.DEFAULT_DIFFERS
    return RowKind.SAME if row.torch == row.paddle else RowKind.RENAMED


_NEEDS = {
    Category.PARAMS_DIFFER: ("paddle", "text"),
    Category.COMPOSITE: ("text",),
    Category.CONTEXT_CHANGE: ("context",),
    Category.OUTSIDE_CORE: ("paddle",),
    Category.MISSING: ("text",),
}


def needed_keys(category: Category) -> tuple[str, ...]:
    """The keys that a variant of a category cannot do without (S1, S2)."""
    return _NEEDS.get(category, ("paddle",))


def derive_category(variant: Variant) -> Category:
    """The category that a variant's data lead to; the written one must equal it."""
    if variant.outside is not None:
        return Category.OUTSIDE_CORE
    if variant.context is not None:
        return Category.CONTEXT_CHANGE
    if variant.paddle is None:
        written = variant.codes or variant.examples or variant.formula
        return Category.COMPOSITE if written else Category.MISSING
    if variant.returns is not None:
        return Category.PARAMS_DIFFER
    if not variant.params:
        return Category.NO_PARAMS
    rank = max(row_kind(row) for row in variant.params)
    return next(category for category in Category if category.rank == rank)


def highest(categories: Iterable[Category]) -> Category:
    """The category with the highest precedence (C2); raise ValueError if there is none."""
    return max(categories, key=lambda category: category.rank)


def same_default(torch: str | None, paddle: str | None) -> bool:
    """Whether two defaults, as written in signatures, are the same value.

    Compared as values where both are (`1` and `1.0`, `(1, 1)` and `[1, 1]`), as dtypes without
    their library (`torch.float32`, `'float32'`), else as text. None means that the parameter is
    required.
    """
    if torch is None or paddle is None:
        return torch is paddle
    return _normal(torch) == _normal(paddle)


def _normal(default: str) -> object:
    text = default.strip()
    if text in ("True", "False", "None"):
        return text
    try:
        return complex(text.replace(" ", ""))
    except ValueError:
        if text[:1] in ("(", "["):
            return _sequence(text)
        text = text.replace('"', "'").removeprefix("torch.").removeprefix("paddle.")
        return text.strip("'")


def _sequence(text: str) -> object:
    """A tuple or a list as a tuple (C3), its text where it is no literal."""
    try:
        values = ast.literal_eval(expression(text) or ast.Name(text))
    except (ValueError, TypeError):  # no literal; a list as a key of one
        return text
    return (
        tuple(_normal(repr(value)) for value in values) if type(values) in (list, tuple) else text
    )
