"""One page per gotcha, and their list by topic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from mapping_model.entry import Gotcha
from mapping_model.outcomes import Outcome
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.entry_markdown import gotcha_markdown
from render_mappings.views.example_view import check_views
from render_mappings.views.failures import where_it_holds
from render_mappings.views.page_context import Context

TOPICS = (
    "tensors",
    "layers",
    "losses",
    "optimizers",
    "training",
    "devices",
    "data",
    "precision",
    "nlp",
    "environment",
)
SEVERITIES = ("silent", "loud", "other")


def gotcha_pages(context: Context) -> Iterator[SitePage]:
    """The list of gotchas and a page for each."""
    yield _list_page(context)
    for gotcha in context.reference.gotchas.values():
        yield _gotcha_page(context, gotcha)


def _list_page(context: Context) -> SitePage:
    gotchas = context.reference.gotchas.values()
    topics = [(topic, [g for g in gotchas if g.topic == topic]) for topic in TOPICS]
    topics = [(topic, found) for topic, found in topics if found]

    def values() -> dict[str, Any]:
        holds = {gotcha.id: _exceptions(context, gotcha) for gotcha in gotchas}
        severities = {gotcha.id: _severity(gotcha) for gotcha in gotchas}
        counted = [(one, [*severities.values()].count(one)) for one in SEVERITIES]
        return {"topics": topics, "holds": holds, "severities": severities, "counted": counted}

    headings = [Heading(topic, context.words[f"topic_{topic}"]) for topic, _ in topics]
    template = "gotcha/gotchas.html"
    return named_page(context, "gotchas", Area.GOTCHAS, template, values, headings)


def _severity(gotcha: Gotcha) -> str:
    """How its trap shows, as checks do: without an error is worse."""
    expected = {check.expect for check in gotcha.checks}
    if Outcome.DIFFERS in expected:
        return "silent"
    return "loud" if Outcome.RAISES in expected else "other"


def _exceptions(context: Context, gotcha: Gotcha) -> str:
    """On which releases all checks that show the trap do, where that is not on every one.

    Of one without such checks, all that it has.
    """
    executions = context.reference.gotcha_executions[gotcha.id]
    traps = [executions[k] for k, c in gotcha.examples() if c.expect is not Outcome.EQUAL]
    chosen = traps or list(executions.values())
    releases = context.reference.releases
    everywhere = all(e.on(r).outcome is Outcome.EQUAL for e in chosen for r in releases)
    return "" if everywhere else where_it_holds(context, chosen)


def _gotcha_page(context: Context, gotcha: Gotcha) -> SitePage:
    url, title = f"gotcha/{gotcha.id}/", context.say(gotcha.title)
    source = f"mappings/gotchas/{gotcha.id}.yaml"

    def body() -> str:
        return context.render(
            "gotcha/gotcha.html",
            url,
            gotcha=gotcha,
            checks=check_views(context, gotcha),
            items=[context.item(name) for name in context.reference.concerned.get(gotcha.id, ())],
            edit_url=context.repository.edit_url(source),
            report_url=context.repository.report_url(title),
        )

    text = gotcha.text.get(context.language)
    return SitePage(
        url=url,
        title=title,
        area=Area.GOTCHAS,
        body=body,
        description=title,
        source=source,
        search=partial(page_search, url, title, text),
        twin=lambda: gotcha_markdown(context, gotcha),
    )
