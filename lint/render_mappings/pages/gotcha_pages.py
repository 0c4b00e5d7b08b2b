"""One page per gotcha, and their list by topic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mapping_model.entry import Gotcha
from render_mappings.data.ranking import Severity, severity_of
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.views.claim_view import claim_view
from render_mappings.views.entry_markdown import gotcha_markdown
from render_mappings.views.example_view import check_heading, exceptions, where_it_holds
from render_mappings.views.list_markdown import Link
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
        published = context.reference.published_gotchas
        holds = {id_: exceptions(context, one) for id_, one in published.items()}
        severities = {gotcha.id: severity_of(context.reference, gotcha) for gotcha in gotchas}
        counted = [(one, [*severities.values()].count(one)) for one in Severity]
        return {"topics": topics, "holds": holds, "severities": severities, "counted": counted}

    headings = [Heading(topic, context.words[f"topic_{topic}"]) for topic, _ in topics]
    template = "gotcha/gotchas.html"

    def links() -> Iterator[Link]:
        for gotcha in gotchas:
            yield context.say(gotcha.title), f"gotcha/{gotcha.id}/", ""

    return named_page(context, "gotchas", Area.GOTCHAS, template, values, headings, links)


def _gotcha_page(context: Context, gotcha: Gotcha) -> SitePage:
    url, title = f"gotcha/{gotcha.id}/", context.say(gotcha.title)
    source = f"mappings/gotchas/{gotcha.id}.yaml"
    published = context.reference.published_gotchas[gotcha.id]

    def body() -> str:
        return context.render(
            "gotcha/gotcha.html",
            url,
            gotcha=gotcha,
            checks=[
                (one, check_heading(context, one), where_it_holds(context, published, [one]))
                for one in published.checks
            ],
            claimed=[claim_view(context, *one) for one in context.reference.claimed[gotcha.id]],
            items=[context.item(name) for name in context.reference.concerned.get(gotcha.id, ())],
            edit_url=context.repository.edit_url(source),
            report_url=context.repository.report_url(title),
        )

    return SitePage(
        url=url,
        title=title,
        area=Area.GOTCHAS,
        body=body,
        description=title,
        source=source,
        twin=lambda: gotcha_markdown(context, gotcha),
    )
