"""What maps to a Paddle API: each torch name with what differs, in a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from mapping_model.categories import Category, Text
from mapping_model.differences import RowKind, row_kind
from mapping_model.entry import Gotcha, Row
from mapping_model.language.sentences import calls
from mapping_model.lookup_index import Way
from published.sides import PublishedSide, outside_side, paddle_side
from render_mappings.data.reverse import Mapped
from render_mappings.views.page_context import Context, Item


@dataclass(frozen=True, slots=True)
class MappedView:
    """One torch API: `way` and `when` say when it is ported to this, where it is not always."""

    item: Item
    category: Category
    way: str
    when: Text | None
    differs: tuple[Markup, ...]
    releases: str


@dataclass(frozen=True, slots=True)
class ReverseView:
    """A Paddle API, and all that maps to it."""

    side: PublishedSide
    mapped: tuple[MappedView, ...]
    gotchas: tuple[Gotcha, ...]


def reverse_view(context: Context, name: str) -> ReverseView:
    """The view of a name of the reverse index."""
    reference = context.reference
    mapped = reference.reverse[name]
    outside = mapped[0].variant.outside if mapped[0].way is Way.OUTSIDE else None
    side = outside_side(outside) if outside else paddle_side(reference, name)
    states = (reference.published[one.name].state for one in mapped if one.way is Way.TARGET)
    ids = dict.fromkeys(id_ for state in states if state.source for id_ in state.source.gotchas)
    return ReverseView(
        side,
        tuple(_mapped(context, one) for one in mapped),
        tuple(reference.gotchas[id_] for id_ in ids if id_ in reference.gotchas),
    )


def _mapped(context: Context, one: Mapped) -> MappedView:
    every = one.releases == tuple(context.reference.releases)
    said = context.words["all"] if every else context.releases(one.releases)
    return MappedView(
        item=context.item(one.name),
        category=one.variant.category,
        way="" if one.way is Way.TARGET else context.words[f"way_{one.way.value}"],
        when=calls(one.when) if one.when else None,
        differs=tuple(_differs(context, one)),
        releases=said or "–",
    )


def _differs(context: Context, one: Mapped) -> Iterator[Markup]:
    words, listed = context.words, context.listed
    for key, found in (
        ("way_renamed", [_arrow(row) for row in _of_kind(one, RowKind.RENAMED)]),
        ("way_torch_only", [_name(row.torch) for row in _of_kind(one, RowKind.TORCH_ONLY)]),
        ("way_differs", [_name(row.torch) for row in _of_kind(one, RowKind.DIFFERS)]),
        ("way_set", [_set(row) for row in one.rows if row.set is not None]),
    ):
        if found:
            yield context.fill(key, listed(found))
    if one.variant.returns and one.way is not Way.NEWER:
        yield Markup(words["way_returns"])


def _of_kind(one: Mapped, kind: RowKind) -> list[Row]:
    return [row for row in one.rows if row_kind(row) is kind]


def _name(name: str | None) -> Markup:
    return Markup("<code>{}</code>").format(name)


def _arrow(row: Row) -> Markup:
    return Markup("<code>{}</code> → <code>{}</code>").format(row.torch, row.paddle)


def _set(row: Row) -> Markup:
    return Markup("<code>{}={}</code>").format(row.paddle, row.set)
