"""The short answer at the top of an entry's page: what to write, on each release."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from mapping_model.applying.sentences import calls
from mapping_model.categories import Text
from mapping_model.limits.sentences import limit_remark
from mapping_model.outcomes import Departure
from mapping_model.usages import Verdict
from render_mappings.data.answer import Written
from render_mappings.data.answers import answers_of
from render_mappings.views.failures import named_releases, where_it_fails
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
    """Something to mind, and where on the site there is more of it; from the page itself, a #.

    `on` are the releases for which it is told, none if it is all.
    """

    text: Text
    url: str
    on: tuple[str, ...]


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
            tuple(code_view(context, written) for written in reversed(answer.written)),
        )
        for number, answer in sorted(answers_of(reference, name).items())
    )
    return (
        ShortAnswer(tuple(reference.releases), views, tuple(_minded(context, name)))
        if views
        else None
    )


def _when(condition: str | None) -> Text | None:
    return calls(condition) if condition else None


def code_view(context: Context, written: Written) -> CodeView:
    """What is written on some releases, and what the verdict says of it."""
    same = written.verdict is Verdict.UNCHANGED and "paddle" not in (written.code or "paddle")
    key = "verdict_same" if same else f"verdict_{written.verdict.value}"
    said = Markup(inline(context.words[key]))
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
    """What departs silently, then gotchas: of each release the first that hold there."""
    releases = tuple(context.reference.releases)
    found = tuple(_to_mind(context, name))
    told: dict[int, list[str]] = {}
    for release in releases:
        holding = [place for place, one in enumerate(found) if not one.on or release in one.on]
        for place in holding[:_MINDED]:
            told.setdefault(place, []).append(release)
    for place, on in sorted(told.items()):
        yield replace(found[place], on=() if len(on) == len(releases) else tuple(on))


def _to_mind(context: Context, name: str) -> Iterator[Minded]:
    reference = context.reference
    source = reference.resolve(name)
    assert source is not None
    several = len(source.variants) > 1
    for number in range(1, len(source.variants) + 1):
        at = f"#variant-{number}-limits" if several else "#limits"
        for limit in reference.limits_of(name, number):
            if limit.then in _SILENT:
                yield Minded(limit_remark(limit), at, context.covered(limit.since, limit.until))
    for id_ in source.gotchas:
        if id_ in reference.gotchas:
            on = gotcha_releases(context, id_)
            yield Minded(reference.gotchas[id_].title, f"gotcha/{id_}/", on)


def gotcha_releases(context: Context, id_: str) -> tuple[str, ...]:
    """The releases on which a gotcha is not known to be wrong; none if these are all."""
    fails = where_it_fails(context, tuple(context.reference.gotcha_executions[id_].values()))
    return tuple(r for r in context.reference.releases if r not in fails) if fails else ()
