"""The reverse index: a page per Paddle API with all that maps to it, and their list."""

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
    """The list of all names on Paddle's side, and a page for each."""
    yield named_page(
        context,
        "paddle",
        Area.APIS,
        "reverse/all.html",
        lambda: _all(context),
        links=lambda: _links(context),
    )
    yield from (_page(context, name) for name in context.reference.reverse)


def _all(context: Context) -> dict[str, Any]:
    """By module or class: the names, their pages, and how many torch APIs map to each."""
    modules: dict[str, list[tuple[str, str | None, int]]] = {}
    for name, mapped in context.reference.reverse.items():
        number = len({one.name for one in mapped})
        modules.setdefault(owner_of(name), []).append((name, context.paddle_url(name), number))
    return {"modules": dict(sorted(modules.items()))}


def _links(context: Context) -> Iterator[Link]:
    for name, mapped in context.reference.reverse.items():
        yield name, context.paddle_url(name) or "", ", ".join({one.name: 0 for one in mapped})


def _page(context: Context, name: str) -> SitePage:
    url = context.paddle_url(name) or ""

    def body() -> str:
        return context.render("reverse/one.html", url, name=name, view=reverse_view(context, name))

    mapped = dict.fromkeys(one.name for one in context.reference.reverse[name])
    listed = context.words["comma"].join(mapped)
    said = context.words["maps_to"].format(name, listed)

    def twin() -> str:
        return list_markdown(name, said, url, entry_links(context, mapped))

    return SitePage(url, name, Area.APIS, body, description=said, twin=twin)
