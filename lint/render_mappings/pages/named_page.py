"""A page that the site's own words name and describe: lists, totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.list_markdown import Link, list_markdown
from render_mappings.views.page_context import Context


def named_page(
    context: Context,
    key: str,
    area: Area,
    template: str,
    values: Callable[[], dict[str, Any]] = dict,
    headings: Sequence[Heading] = (),
    links: Callable[[], Iterable[Link]] | None = None,
) -> SitePage:
    """The page at `key`, called as the label `key` says; `key` with `_text` says what is on it.

    `values`, which the template lays out, are found out when the page is written; so are the
    `links` of a list, which it has as Markdown.
    """
    url, title, text = f"{key}/", context.words[key], context.words[f"{key}_text"]
    return SitePage(
        url=url,
        title=title,
        area=area,
        body=lambda: context.render(template, url, **values()),
        description=text,
        headings=(lambda: headings) if headings else None,
        search=partial(page_search, url, title, text),
        twin=(lambda: list_markdown(title, text, url, links())) if links else None,
    )
