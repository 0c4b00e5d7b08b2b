"""What is shown of one variant: sides, summary, parameter table, examples."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from mapping_model import remarks
from mapping_model.categories import Category, Text
from mapping_model.differences import row_kind
from mapping_model.entry import Action, Newer, Row, Variant
from mapping_model.snapshots import Signature
from render_mappings.context import Context, filled
from render_mappings.example_view import ExampleView, describe, example_views
from render_mappings.side_view import SideView, paddle_side
from render_mappings.signatures import (
    Moved,
    default_of,
    keywords_accepted,
    moved,
    paddle_names,
    parameter_since,
    side,
    torch_names,
)
from render_mappings.text import inline


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the parameter table; `kind` is its RowKind in lower case, or "returns".

    `extras` are further short remarks; `example` is the anchor of the example that shows it.
    """

    torch: str | None
    paddle: str | None
    kind: str
    remark: Text
    extras: tuple[Markup, ...] = ()
    since: str | None = None
    example: str | None = None


@dataclass(frozen=True, slots=True)
class VariantView:
    """One variant in one language; `number` and `anchor` are empty where an entry has just one."""

    number: int | None
    anchor: str
    category: Category
    sides: tuple[SideView, ...]
    summary: tuple[Text, ...]
    formula: str | None
    moved: tuple[Markup, ...]
    rows: tuple[RowView, ...]
    examples: tuple[ExampleView, ...]
    no_way: Text | None
    newer: tuple[tuple[SideView, Newer], ...]
    notes: tuple[Text, ...]


def variant_view(
    context: Context, name: str, variant: Variant, number: int | None, sides: tuple[SideView, ...]
) -> VariantView:
    """The view of one variant of the entry of `name`."""
    reference = context.reference
    torch_api = reference.torch.get(name)
    paddle_api = reference.paddle.get(variant.paddle) if variant.paddle else None
    torch = side(torch_api, torch_names(variant))
    paddle = side(paddle_api, paddle_names(variant))
    examples = example_views(context, name, variant, number)
    return VariantView(
        number=number,
        anchor=f"variant-{number}" if number else "",
        category=variant.category,
        sides=sides,
        summary=tuple(remarks.summary(variant)),
        formula=variant.formula,
        moved=tuple(_moved(context, place) for place in moved(variant.params, torch, paddle)),
        rows=_rows(context, variant, torch.signature, paddle.signature, examples),
        examples=examples,
        no_way=remarks.NO_WAY if not examples and _has_no_way(variant) else None,
        newer=tuple((paddle_side(context, newer.paddle), newer) for newer in variant.newer),
        notes=variant.notes,
    )


def _has_no_way(variant: Variant) -> bool:
    actions = [row.action for row in variant.params]
    actions += [variant.returns.action] if variant.returns else []
    return Action.NONE in actions


def _moved(context: Context, place: Moved) -> Markup:
    if place.to is None:
        return filled(context.words["moved_keyword"], place.torch, place.at, place.paddle)
    words = context.words["moved_to"]
    return filled(words, place.torch, place.at, place.paddle, place.to)


def _rows(
    context: Context,
    variant: Variant,
    torch: Signature | None,
    paddle: Signature | None,
    examples: tuple[ExampleView, ...],
) -> tuple[RowView, ...]:
    shown = {example.param: example.anchor for example in reversed(examples)}
    rows = [_row(context, variant, row, torch, paddle, shown) for row in variant.params]
    if variant.returns:
        title = remarks.RETURN_VALUE.get(context.language)
        remark = remarks.returns_remark(variant.returns)
        rows.append(RowView(title, title, "returns", remark, example=shown.get("returns")))
    return tuple(rows)


def _row(
    context: Context,
    variant: Variant,
    row: Row,
    torch: Signature | None,
    paddle: Signature | None,
    shown: dict[str | None, str],
) -> RowView:
    reference = context.reference
    description = describe(row, context)
    torch_default = default_of(torch, row.torch)
    paddle_default = default_of(paddle, row.paddle)
    measured = row.paddle is not None and variant.paddle is not None
    return RowView(
        torch=row.torch,
        paddle=row.paddle,
        kind=row_kind(row).name.lower().replace("_", "-"),
        remark=remarks.row_remark(row, description, torch_default, paddle_default),
        extras=tuple(_extras(context, variant.paddle, row)),
        since=parameter_since(reference.releases, variant.paddle, row.paddle) if measured else None,
        example=shown.get(row.torch or row.paddle),
    )


def _extras(context: Context, target: str | None, row: Row) -> list[Markup]:
    found = []
    if row.paddle and target:
        keywords = keywords_accepted(context.reference.releases, target, row.paddle)
        if keywords:
            comma = "、" if context.language == "zh" else ", "
            names = Markup(comma).join(Markup("<code>{}</code>").format(k) for k in keywords)
            found.append(filled(context.words["also_accepted"], names))
    if row.older:
        older = inline(row.older.get(context.language))
        found.append(Markup("{}{}").format(context.words["older"], older))
    return found
