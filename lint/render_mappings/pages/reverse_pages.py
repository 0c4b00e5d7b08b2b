"""The reverse index: the list of Paddle's names, and a page for each that several map to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mapping_model.naming import owner_of
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.list_markdown import Link, entry_links, list_markdown
from render_mappings.views.page_context import Context
from render_mappings.views.reverse_view import reverse_view


def reverse_pages(context: Context) -> Iterator[SitePage]:
    """The list of all names on Paddle's side, and pages; one torch API's own page is enough."""
    yield named_page(
        context,
        "paddle",
        Area.APIS,
        "reverse/all.html",
        lambda: _all(context),
        links=lambda: _links(context),
    )
    for name in context.reference.reverse:
        if url := context.paddle_page(name):
            yield _page(context, name, url)


def _all(context: Context) -> dict[str, Any]:
    """By module or class: the names, their pages, and how many torch APIs map to each."""
    modules: dict[str, list[tuple[str, str, int]]] = {}
    for name in context.reference.reverse:
        number = len(context.reference.ported_to(name))
        modules.setdefault(owner_of(name), []).append((name, context.paddle_url(name), number))
    return {"modules": dict(sorted(modules.items()))}


def _links(context: Context) -> Iterator[Link]:
    for name in context.reference.reverse:
        yield name, context.paddle_url(name), ", ".join(context.reference.ported_to(name))


def _page(context: Context, name: str, url: str) -> SitePage:
    def body() -> str:
        return context.render("reverse/one.html", url, name=name, view=reverse_view(context, name))

    mapped = context.reference.ported_to(name)
    listed = context.words["comma"].join(mapped)
    said = context.words["maps_to"].format(name, listed)

    def twin() -> str:
        return list_markdown(name, said, url, entry_links(context, mapped))

    return SitePage(url, name, Area.APIS, body, description=said, twin=twin)
