"""The short answer at the top of an entry's page: what to write, on each release."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from mapping_model.applying.sentences import calls
from mapping_model.categories import Text
from mapping_model.limits.sentences import limit_remark
from mapping_model.outcomes import Departure
from render_mappings.data.answer import Written
from render_mappings.data.answers import answers_of
from render_mappings.views.failures import named_releases
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context

# So many things to mind are told at most; the page has all of them below.
_MINDED = 3
_SILENT = (Departure.DIFFERS, Departure.GRADIENT, Departure.CRASHES)


@dataclass(frozen=True, slots=True)
class CodeView:
    """What to write on some releases, and what is to be said of it.

    `shown` until a reader chooses a release: it is for the newest.
    """

    releases: tuple[str, ...]
    on: str
    code: str | None
    said: Markup
    shown: bool


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The call of one variant, and what becomes of it, newest releases first."""

    when: Text | None
    torch: str
    codes: tuple[CodeView, ...]


@dataclass(frozen=True, slots=True)
class Minded:
    """Something to mind, and where on the site there is more of it; from the page itself, a #."""

    text: Text
    url: str


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """All of it: a part per variant, then what to mind, silent first."""

    releases: tuple[str, ...]
    variants: tuple[AnswerView, ...]
    minded: tuple[Minded, ...]


def short_answer(context: Context, name: str) -> ShortAnswer | None:
    """The answer of an entry that has examples."""
    reference = context.reference
    variants = reference.variants(name)
    views = tuple(
        AnswerView(
            _when(variants[number - 1].when) if len(variants) > 1 else None,
            answer.torch,
            tuple(_code(context, written) for written in reversed(answer.written)),
        )
        for number, answer in sorted(answers_of(reference, name).items())
    )
    minded = tuple(_minded(context, name))[:_MINDED]
    return ShortAnswer(tuple(reference.releases), views, minded) if views else None


def _when(condition: str | None) -> Text | None:
    return calls(condition) if condition else None


def _code(context: Context, written: Written) -> CodeView:
    said = Markup(inline(context.words[f"verdict_{written.verdict.value}"]))
    if written.reason:
        said += Markup(context.words["blank"]) + inline(written.reason.get(context.language))
    newest = next(reversed(context.reference.releases))
    return CodeView(
        written.releases,
        named_releases(context, written.releases),
        written.code,
        said,
        newest in written.releases,
    )


def _minded(context: Context, name: str) -> Iterator[Minded]:
    """Silent departures of the newest release, then gotchas."""
    reference = context.reference
    source = reference.resolve(name)
    assert source is not None
    several = len(source.variants) > 1
    for number in range(1, len(source.variants) + 1):
        at = f"#variant-{number}-limits" if several else "#limits"
        for limit in reference.limits_of(name, number):
            if limit.then in _SILENT and limit.until is None:
                yield Minded(limit_remark(limit), at)
    for id_ in source.gotchas:
        if id_ in reference.gotchas:
            yield Minded(reference.gotchas[id_].title, f"gotcha/{id_}/")
