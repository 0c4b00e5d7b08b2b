"""What changed in each Paddle release: a page for each, and their numbers on one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from mapping_model.changes.releases import Changes
from mapping_model.changes.telling import TITLES, TO_REVIEW, Section, heading, sections, short
from render_mappings.data.highlights import TITLES as HIGHLIGHTS
from render_mappings.data.highlights import highlights, ordered
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.markup import inline, plain
from render_mappings.views.page_context import Context


def release_pages(context: Context) -> Iterator[SitePage]:
    """The numbers of all releases but the oldest, and a page for each of these."""
    found = {_url(one): (one, _sections(one)) for one in context.reference.changes()}

    def values() -> dict[str, Any]:
        numbers = [{one.id: one.number for one in told} for _, told in found.values()]
        rows = ((id_, title, [n.get(id_, 0) for n in numbers]) for id_, title in TITLES.items())
        heads = [(url, short(one.newer, one.older)) for url, (one, _) in found.items()]
        return {"heads": heads, "rows": [row for row in rows if any(row[2])]}

    yield named_page(context, "changes", Area.APIS, "changes/changes.html", values)
    yield from (_release_page(context, url, *one) for url, one in found.items())


def _sections(changes: Changes) -> tuple[Section, ...]:
    return tuple(one for one in sections(changes) if one.id not in TO_REVIEW)


def _url(changes: Changes) -> str:
    return f"changes/{short(changes.newer, changes.older)}/"


def _release_page(
    context: Context, url: str, changes: Changes, told: tuple[Section, ...]
) -> SitePage:
    title = heading(changes).get(context.language)
    titles = {**HIGHLIGHTS, **{one.id: one.title for one in told}}
    text = context.words["changes_lead"].format(changes.older, changes.newer)

    def body() -> str:
        values = {
            "title": title,
            "text": text,
            "highlights": highlights(context.reference, changes, told),
            "sections": [ordered(one) for one in told],
        }
        return context.render("changes/release.html", url, url_of=context.url_of, **values)

    names = ", ".join(plain(section.title.get(context.language)) for section in told)
    return SitePage(
        url=url,
        title=title,
        area=Area.APIS,
        body=body,
        description=text,
        headings=tuple(
            Heading(id_, inline(said.get(context.language))) for id_, said in titles.items()
        ),
        search=partial(page_search, url, title, names),
    )
