"""What is shown of code that is written instead of the plain call: cases, parts of a result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from mapping_model.applying.checking import named_in
from mapping_model.applying.expressions import RECEIVER, REST, SAME, VALUE
from mapping_model.applying.sentences import heading
from mapping_model.categories import Text
from mapping_model.entry import Variant
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context, filled


@dataclass(frozen=True, slots=True)
class CaseView:
    """When it counts, and what is then written: code, another target, what a person decides."""

    heading: Text
    words: Markup
    code: str | None


@dataclass(frozen=True, slots=True)
class WrittenView:
    """The cases of a variant, the parts of its result by name, what the names in them mean.

    `open` tells that the rows count where no case does.
    """

    cases: tuple[CaseView, ...]
    open: bool
    fields: tuple[tuple[str, str], ...]
    meanings: tuple[Markup, ...]


def written_view(context: Context, variant: Variant) -> WrittenView | None:
    """The view of what a variant writes beside its rows; None where there is nothing."""
    if not (variant.write or variant.fields):
        return None
    always = any(not (case.when or case.since or case.until) for case in variant.write)
    return WrittenView(
        tuple(_cases(context, variant)),
        bool(variant.write) and not always and variant.paddle is not None,
        variant.fields,
        tuple(_meanings(context, variant)),
    )


def _cases(context: Context, variant: Variant) -> Iterator[CaseView]:
    for index, case in enumerate(variant.write):
        words = inline(case.advice.get(context.language)) if case.advice else Markup()
        if case.paddle is not None:
            words = filled(context.words["written_target"], case.paddle)
        yield CaseView(heading(case, first=index == 0), words, case.code)


def _meanings(context: Context, variant: Variant) -> Iterator[Markup]:
    """What the names stand for that are neither Python's nor those of parameters."""
    used = {name for code in variant.codes for name in named_in(code)}
    for name, shown in ((RECEIVER, RECEIVER), (REST, f"**{REST}"), (SAME, f"**{SAME}")):
        if name in used:
            yield filled(context.words[f"written_{name}"], shown)
    if VALUE in used and any("written()" in (case.when or "") for case in variant.write):
        yield filled(context.words["written_value"], VALUE)
