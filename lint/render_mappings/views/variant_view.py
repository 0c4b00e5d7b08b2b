"""What is shown of one variant: sides, summary, parameter table, examples."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from mapping_model import remarks
from mapping_model.applying.sentences import calls
from mapping_model.categories import Category, Text
from mapping_model.differences import row_kind
from mapping_model.entry import Action, Newer, Row, Variant
from mapping_model.sides import Side
from mapping_model.since import keyword_since, parameter_since, target_since
from render_mappings.data.reference import Reference
from render_mappings.data.signatures import Moved, moved
from render_mappings.data.signatures import sides as measured
from render_mappings.views.case_view import WrittenView, written_view
from render_mappings.views.example_view import ExampleView, describe, example_views
from render_mappings.views.limit_view import LimitView, limit_views
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context, filled
from render_mappings.views.side_view import SideView, paddle_side


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
class NewerView:
    """A closer target of newer releases: how it is called, and what is not as in PyTorch.

    `on` are the releases that have it, none if all have.
    """

    on: tuple[str, ...]
    side: SideView
    remark: Text
    rows: tuple[RowView, ...]
    written: WrittenView | None


@dataclass(frozen=True, slots=True)
class VariantView:
    """One variant in one language; `number` and `anchor` are empty where an entry has just one.

    `when` says which calls it is for where that does not go without saying, `lead` is the sentence
    that leads to the table, for which the others make room.
    """

    number: int | None
    anchor: str
    when: Text | None
    category: Category
    sides: tuple[SideView, ...]
    summary: tuple[Text, ...]
    formula: str | None
    moved: tuple[Markup, ...]
    lead: Text | None
    rows: tuple[RowView, ...]
    written: WrittenView | None
    examples: tuple[ExampleView, ...]
    no_way: Text | None
    newer: tuple[NewerView, ...]
    limits: tuple[LimitView, ...]
    notes: tuple[Text, ...]

    def has(self, section: str) -> bool:
        """Whether there is anything to show in a section of the page."""
        shown = {
            "parameters": self.rows,
            "written": self.written,
            "examples": self.examples or self.no_way,
            "newer": self.newer,
            "notes": self.notes,
            "limits": self.limits,
        }
        return bool(shown[section])


def variant_view(
    context: Context, name: str, variant: Variant, number: int | None, sides: tuple[SideView, ...]
) -> VariantView:
    """The view of one variant of the entry of `name`."""
    torch, paddle = measured(context.reference, name, variant)
    examples = example_views(context, name, variant, number)
    rows = _rows(context, variant, (torch, paddle), examples)
    summary = remarks.summary(variant)
    leading = [text for text in summary if text.get(context.language).endswith((":", "："))]
    lead = leading[-1] if leading and rows else None
    return VariantView(
        number=number,
        anchor=f"variant-{number}" if number else "",
        when=calls(variant.when) if variant.when else None,
        category=variant.category,
        sides=sides,
        summary=tuple(text for text in summary if text is not lead),
        formula=variant.formula,
        moved=tuple(_moved(context, place) for place in moved(variant.params, torch, paddle)),
        lead=lead,
        rows=rows,
        written=written_view(context, variant),
        examples=examples,
        no_way=remarks.NO_WAY if not examples and _has_no_way(variant) else None,
        newer=tuple(_newer(context, name, variant, newer) for newer in variant.newer),
        limits=limit_views(context, name, number),
        notes=variant.notes,
    )


def _newer(context: Context, name: str, variant: Variant, newer: Newer) -> NewerView:
    way = replace(variant, paddle=newer.paddle, params=newer.params, returns=None,
                  write=newer.write, fields=())  # fmt: skip
    since = newer.since or target_since(context.reference.releases, newer.paddle)
    return NewerView(
        context.covered(since, None),
        paddle_side(context, newer.paddle),
        remarks.newer_remark(newer, newer.since),
        _rows(context, way, measured(context.reference, name, way), ()),
        written_view(context, way),
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
    context: Context, variant: Variant, both: tuple[Side, Side], examples: tuple[ExampleView, ...]
) -> tuple[RowView, ...]:
    shown = {example.param: example.anchor for example in reversed(examples)}
    rows = [_row(context, variant, row, both, shown) for row in variant.params]
    if variant.returns:
        title = remarks.RETURN_VALUE.get(context.language)
        remark = remarks.returns_remark(variant.returns)
        rows.append(RowView(title, title, "returns", remark, example=shown.get("returns")))
    return tuple(rows)


def _row(
    context: Context,
    variant: Variant,
    row: Row,
    both: tuple[Side, Side],
    shown: dict[str | None, str],
) -> RowView:
    defaults = [
        default_of(side, name) for side, name in zip(both, (row.torch, row.paddle), strict=True)
    ]
    return RowView(
        torch=row.torch,
        paddle=row.paddle,
        kind=row_kind(row).name.lower().replace("_", "-"),
        remark=remarks.row_remark(row, describe(row, context), *defaults),
        extras=tuple(_extras(context, variant.paddle, row)),
        since=_since(context.reference, variant.paddle, row.paddle),
        example=shown.get(row.torch or row.paddle),
    )


def default_of(side: Side, name: str | None) -> str | None:
    """The default of a parameter; None where it has none or is not known."""
    default = side.default(name)
    return default.text if default else None


def _since(reference: Reference, target: str | None, parameter: str | None) -> str | None:
    """The release that brought a parameter, where that is worth saying: later than its API."""
    if target is None or parameter is None:
        return None
    since = parameter_since(reference.releases, target, parameter)
    return since if since != target_since(reference.releases, target) else None


def _extras(context: Context, target: str | None, row: Row) -> list[Markup]:
    found = []
    own = _own_keyword(context, target, row)
    if own:
        found.append(own)
    accepted = _keywords(context, target, row)
    if accepted:
        found.append(filled(context.words["also_accepted"], accepted))
    remark = remarks.older_remark(row)
    if remark:
        older = inline(remark.get(context.language))
        found.append(Markup("{}{}").format(context.words["older"], older))
    return found


def _own_keyword(context: Context, target: str | None, row: Row) -> Markup | None:
    """From which release on torch's own name of a renamed parameter may be written as it is."""
    reference = context.reference
    if not target or not row.torch or not row.paddle or row.torch == row.paddle:
        return None
    since = keyword_since(reference.releases, target, row.torch)
    if since is None:
        return None
    if since == reference.oldest:
        return filled(context.words["accepted"], row.torch)
    return filled(context.words["accepted_since"], row.torch, Markup(escape(since)))


def _keywords(context: Context, target: str | None, row: Row) -> Markup:
    """The keywords that Paddle accepts beside both names, each with its first release."""
    reference = context.reference
    api = reference.paddle.get(target) if target else None
    names: list[Markup] = []
    if api is None:
        return Markup()
    for keyword in api.aliases.get(row.paddle or "", ()):
        if keyword == row.torch:
            continue
        name = Markup("<code>{}</code>").format(keyword)
        since = keyword_since(reference.releases, api.name, keyword)
        if since and since != reference.oldest:
            name += Markup(" ({})").format(context.words["since"].format(since))
        names.append(name)
    return Markup(context.words["comma"]).join(names)
