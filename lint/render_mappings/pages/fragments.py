"""Parts of handwritten pages that come from the data: `<!-- mapping: counts -->` and the like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from published.entry import PublishedEntry
from published.examples import PublishedExample
from render_mappings.data.guide import steps
from render_mappings.data.ranking import ranked
from render_mappings.pages.statistics_page import home_counts
from render_mappings.views.entry_view import becoming
from render_mappings.views.example_view import exceptions
from render_mappings.views.page_context import Context

_Fragment = Callable[[Context, str, list[str]], str]
_MARKER = re.compile(r"<!-- mapping: (\w+)((?: [\w.]+)*) -->")


def fill_fragments(
    context: Context, html: str, url: str, guide: Sequence[tuple[str, str]] = ()
) -> str:
    """The page with every marker replaced; raise KeyError for a marker that means nothing.

    `guide` has the handwritten pages of the porting guide, by their addresses.
    """
    fragments: dict[str, _Fragment] = {**_FRAGMENTS, "checklist": partial(_checklist, guide)}

    def replace(match: re.Match[str]) -> str:
        return fragments[match.group(1)](context, url, match.group(2).split())

    return _MARKER.sub(replace, html)


def _search(context: Context, url: str, _names: list[str]) -> str:
    return context.render("home/search.html", url)


def _convert(context: Context, url: str, _names: list[str]) -> str:
    return context.render("home/convert.html", url)


def _data(context: Context, url: str, _names: list[str]) -> str:
    return context.render("home/data.html", url)


def _counts(context: Context, url: str, _names: list[str]) -> str:
    return context.render("home/counts.html", url, counts=home_counts(context))


def _example(context: Context, url: str, names: list[str]) -> str:
    """The first of `names` that has an example, else any entry that has one."""
    reference = context.reference
    for name in [*names, *reference.entries]:
        entry = reference.published.get(name)
        examples = [one for variant in entry.variants for one in variant.examples] if entry else []
        if entry and examples:
            values = {"item": context.item(name), **_newest(context, entry, examples[0])}
            return context.render("home/example.html", url, **values)
    return ""


def _newest(context: Context, entry: PublishedEntry, shown: PublishedExample) -> dict[str, Any]:
    """What is written on the newest release, and what calls become on the others.

    How an example fared is told of its own code alone.
    """
    answers = (one for one in entry.answers.values() if one.key == shown.key)
    written = (w for one in answers for w in one.written if entry.newest in w.releases)
    code = next((one.code for one in written if one.code), None)
    if code is None or code in shown.example.paddle:
        becomes = [*becoming(context, entry, entry.variants[0])]
        return {"shown": shown, "example": shown.example, "becomes": becomes}
    example = replace(shown.example, paddle=f"result = {code}" if "\n" not in code else code)
    before = [(name, on) for name, on in entry.leads.items() if on and entry.newest not in on]
    said = [context.fill("call_becomes", context.releases(on), name) for name, on in before]
    return {"shown": None, "example": example, "becomes": said}


def _checklist(
    guide: Sequence[tuple[str, str]], context: Context, url: str, _names: list[str]
) -> str:
    """The steps of the guide to tick off, each with its traps, the worst first."""
    found, gotchas = steps(guide), ranked(context.reference)
    return context.render(
        "checklist/checklist.html",
        url,
        steps=found,
        traps={s.number: [one for one in gotchas if one.gotcha.id in s.gotchas] for s in found},
        holds={one.gotcha.id: exceptions(context, one.published) for one in gotchas},
        say=context.say,
    )


_FRAGMENTS: dict[str, _Fragment] = {
    "search": _search,
    "convert": _convert,
    "counts": _counts,
    "data": _data,
    "example": _example,
}
