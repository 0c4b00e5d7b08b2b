"""One page per entry that has anything to show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mapping_model import remarks
from render_mappings.pages.page import Area, SitePage
from render_mappings.pages.search_entries import entry_search
from render_mappings.views.entry_markdown import entry_markdown
from render_mappings.views.entry_view import entry_view
from render_mappings.views.page_context import Context


def entry_pages(context: Context) -> Iterator[SitePage]:
    """The pages of all entries; of an API without counterpart, what people do instead."""
    for name in context.reference.entries:
        if context.reference.has_page(name):
            yield SitePage(
                url=context.url_of(name),
                title=name,
                area=Area.APIS,
                body=partial(_body, context, name),
                description=_description(context, name),
                source=context.source_of(name),
                search=partial(entry_search, context, name),
                twin=partial(entry_markdown, context, name),
            )


def _body(context: Context, name: str) -> str:
    return context.render("entry/entry.html", context.url_of(name), view=entry_view(context, name))


def _description(context: Context, name: str) -> str:
    """What search engines show: the target and the sentences that sum the entry up."""
    sentences = remarks.summary(context.reference.variants(name)[0])
    target = ", ".join(context.targets_of(name))
    head = f"{name} → {target}" if target else name
    return " · ".join([head, *(context.say(sentence) for sentence in sentences)])
