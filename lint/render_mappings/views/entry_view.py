"""What an entry's page shows, as values that its template only lays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapping_model.calls.operators import spelled
from mapping_model.categories import Category
from mapping_model.entry import Gotcha, Variant
from mapping_model.naming import owner_of
from mapping_model.outcomes import Status
from mapping_model.snapshots import Signature
from render_mappings.data.reference import bare_name
from render_mappings.data.signatures import overloads
from render_mappings.views.answer_view import ShortAnswer, short_answer
from render_mappings.views.page_context import Context, Item
from render_mappings.views.release_view import ReleasesView, releases_view
from render_mappings.views.side_view import SideView, outside_side, paddle_side, torch_side
from render_mappings.views.tried_view import Tried, tried_view
from render_mappings.views.variant_view import VariantView, variant_view

# So many neighbours and namesakes are shown at most; module pages list everything.
NEIGHBOURS = 8
NAMESAKES = 12


@dataclass(frozen=True, slots=True)
class Related:
    """Other APIs worth a look, by why they are."""

    same_target: tuple[Item, ...]
    same_name: tuple[Item, ...]
    same_module: tuple[Item, ...]

    @property
    def any(self) -> bool:
        """Whether there is one at all."""
        return bool(self.same_target or self.same_name or self.same_module)


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry in one language. `torch` is its first side; each variant has its own Paddle side.

    `spelled` is how an operator is written.
    """

    name: str
    spelled: str | None
    module: str
    category: Category
    status: Status
    torch: SideView
    alias_of: Item | None
    form_of: Item | None
    aliases: tuple[Item, ...]
    answer: ShortAnswer | None
    releases: ReleasesView | None
    variants: tuple[VariantView, ...]
    tried: tuple[Tried, ...]
    gotchas: tuple[Gotcha, ...]
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
        torch=torch_side(context, name),
        alias_of=context.item(own.alias_of) if own.alias_of else None,
        form_of=context.item(entry.form_of) if entry.form_of else None,
        aliases=tuple(context.item(n) for n in reference.aliases.get(entry.torch, ()) if n != name),
        answer=short_answer(context, name),
        releases=releases_view(context, name),
        variants=tuple(_variants(context, name, entry.variants)),
        tried=tried_view(reference, name),
        gotchas=tuple(reference.gotchas[id] for id in entry.gotchas if id in reference.gotchas),
        related=_related(context, name),
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
    first = torch_side(context, name, torch)
    if variant.outside:
        return first, outside_side(context, variant.outside)
    return (first, paddle_side(context, variant.paddle)) if variant.paddle else (first,)


def _related(context: Context, name: str) -> Related:
    reference = context.reference
    targets = {variant.paddle for variant in reference.variants(name) if variant.paddle}
    same_target = {n for target in targets for n in reference.targets[target]} - {name}
    same_name = set(reference.namesakes[bare_name(name)]) - {name} - same_target
    siblings = reference.modules[owner_of(name)]
    at = siblings.index(name)
    start = max(0, min(at - NEIGHBOURS // 2, len(siblings) - NEIGHBOURS - 1))
    near = [n for n in siblings[start : start + NEIGHBOURS + 1] if n != name]
    return Related(
        same_target=_items(context, sorted(same_target)[:NAMESAKES]),
        same_name=_items(context, sorted(same_name)[:NAMESAKES]),
        same_module=_items(context, near),
    )


def _items(context: Context, names: list[str]) -> tuple[Item, ...]:
    return tuple(context.item(name) for name in names)
