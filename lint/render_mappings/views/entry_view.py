"""What an entry's page shows, as values that its template only lays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapping_model.calls.operators import spelled
from mapping_model.categories import Category
from mapping_model.differences import RowKind, row_kind
from mapping_model.entry import Gotcha, Variant
from mapping_model.naming import owner_of
from mapping_model.outcomes import Status
from mapping_model.snapshots import Signature
from render_mappings.data.signatures import overloads
from render_mappings.views.answer_view import ShortAnswer, gotcha_releases, short_answer
from render_mappings.views.page_context import Context, Item
from render_mappings.views.related_view import Related, related
from render_mappings.views.release_view import ReleasesView, releases_view
from render_mappings.views.side_view import SideView, outside_side, paddle_side, torch_side
from render_mappings.views.tried_view import Tried, tried_view
from render_mappings.views.variant_view import VariantView, variant_view


@dataclass(frozen=True, slots=True)
class GotchaView:
    """A gotcha, and the releases on which it holds, none if these are all."""

    gotcha: Gotcha
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry in one language; each variant has its own sides.

    `spelled` is how an operator is written.
    """

    name: str
    spelled: str | None
    module: str
    category: Category
    status: Status
    alias_of: Item | None
    form_of: Item | None
    aliases: tuple[Item, ...]
    answer: ShortAnswer | None
    releases: ReleasesView | None
    variants: tuple[VariantView, ...]
    tried: tuple[Tried, ...]
    gotchas: tuple[GotchaView, ...]
    related: Related
    edit_url: str
    report_url: str

    @property
    def targets(self) -> list[str]:
        """The Paddle sides of all variants, each once."""
        names = (side.name for variant in self.variants for side in variant.sides[1:])
        return list(dict.fromkeys(names))


def entry_view(context: Context, name: str) -> EntryView:
    """The view of an entry that has a page."""
    reference = context.reference
    entry = reference.resolve(name)
    assert entry is not None
    assert entry.category is not None
    own = reference.entries[name]
    return EntryView(
        name=name,
        spelled=spelled(name),
        module=owner_of(name),
        category=entry.category,
        status=reference.states[name].status,
        alias_of=context.item(own.alias_of) if own.alias_of else None,
        form_of=context.item(entry.form_of) if entry.form_of else None,
        aliases=tuple(context.item(n) for n in reference.aliases.get(entry.torch, ()) if n != name),
        answer=short_answer(context, name),
        releases=releases_view(context, name),
        variants=tuple(_variants(context, name, entry.variants)),
        tried=tried_view(reference, name),
        gotchas=tuple(
            GotchaView(reference.gotchas[id], gotcha_releases(context, id))
            for id in entry.gotchas
            if id in reference.gotchas
        ),
        related=related(context, name),
        edit_url=context.repository.edit_url(context.source_of(name)),
        report_url=context.repository.report_url(name),
    )


def _variants(context: Context, name: str, variants: Sequence[Variant]) -> list[VariantView]:
    if len(variants) == 1:
        sides = _sides(context, name, variants[0])
        return [variant_view(context, name, variants[0], None, sides)]
    chosen = overloads(context.reference.torch.get(name), variants)
    return [
        variant_view(context, name, variant, number, _sides(context, name, variant, signatures))
        for number, (variant, signatures) in enumerate(zip(variants, chosen, strict=True), 1)
    ]


def _sides(
    context: Context, name: str, variant: Variant, torch: tuple[Signature, ...] = ()
) -> tuple[SideView, ...]:
    """PyTorch's side, with all overloads or those given, and the counterpart's, if there is one."""
    differing = [row for row in variant.params if row_kind(row) is not RowKind.SAME]
    first = torch_side(context, name, torch, [row.torch for row in differing])
    if variant.outside:
        return first, outside_side(context, variant.outside)
    if variant.paddle is None:
        return (first,)
    return first, paddle_side(context, variant.paddle, [row.paddle for row in differing])
