"""A draft as a record: its variants, each with rows, category and a skeleton of an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lint_mappings.drafting.pairing import Known, pair
from lint_mappings.drafting.skeleton import Skeleton, skeleton
from mapping_model.categories import Category
from mapping_model.differences import derive_category
from mapping_model.entry import Row, Variant
from mapping_model.sides import Side, best_overload, compare, is_member
from mapping_model.snapshots import Api, Signature


@dataclass(frozen=True, slots=True)
class DraftVariant:
    """One overload of the torch API, paired with the target as far as can be guessed.

    `by_place` are torch parameters of which nothing but their place tells what they are in Paddle;
    `defaults` are torch's.
    """

    paddle: str
    category: Category
    rows: tuple[Row, ...]
    by_place: frozenset[str]
    defaults: Mapping[str, str]
    example: Skeleton


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of one entry."""

    torch: str
    variants: tuple[DraftVariant, ...]


def make_draft(torch: Api, paddle: Api, known: Known, context_change: bool) -> Draft:
    """Pair both APIs, overload by overload; overloads that give the same rows are one variant."""
    variants: dict[tuple[Row, ...], DraftVariant] = {}
    for overload in torch.signatures or (None,):
        variant = _variant(torch, overload, paddle, known, context_change)
        variants.setdefault(variant.rows, variant)
    return Draft(torch.name, tuple(variants.values()))


def _variant(
    torch: Api, overload: Signature | None, paddle: Api, known: Known, context_change: bool
) -> DraftVariant:
    ours, theirs = _sides(torch, overload, paddle)
    paired = pair(ours, theirs, known)
    rows = paired.rows
    category = derive_category(Variant(Category.SAME_PARAMS, paddle.name, rows))
    if context_change:
        category = Category.CONTEXT_CHANGE
    members = is_member(torch, torch.name), is_member(paddle, paddle.name)
    example = skeleton(ours, theirs, rows, members)
    parameters = ours.signature.parameters if ours.signature else ()
    defaults = {parameter.name: parameter.default or "" for parameter in parameters}
    return DraftVariant(paddle.name, category, rows, paired.by_place, defaults, example)


def _sides(torch: Api, overload: Signature | None, paddle: Api) -> tuple[Side, Side]:
    names = overload.names if overload is not None else ()
    fitting = best_overload(paddle, names)
    ours, theirs = compare(torch.name, torch, paddle, ())
    own = theirs.own and fitting and next(iter(fitting.names), None)
    return Side(torch, overload, ours.own and names[0]), Side(paddle, fitting, own or None)
