"""What changed in each Paddle release: a page for each, and their numbers on one.

What changed is found out when a page is written: it takes everything that is known of all entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

from mapping_model.changes.releases import Changes
from mapping_model.changes.telling import TITLES, TO_REVIEW, Section, heading, sections, short
from render_mappings.data.highlights import TITLES as HIGHLIGHTS
from render_mappings.data.highlights import highlights, ordered
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, Heading, SearchEntry, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.markup import inline, plain
from render_mappings.views.page_context import Context


def release_pages(context: Context) -> Iterator[SitePage]:
    """The numbers of all releases but the oldest, and a page for each of these."""
    pairs = pairwise(context.reference.releases)
    found = [_Release(context, place, *pair) for place, pair in enumerate(pairs)]

    def values() -> dict[str, Any]:
        numbers = [{told.id: told.number for told in one.told} for one in found]
        rows = ((id_, title, [n.get(id_, 0) for n in numbers]) for id_, title in TITLES.items())
        heads = [(one.url, short(one.newer, one.older)) for one in found]
        return {"heads": heads, "rows": [row for row in rows if any(row[2])]}

    yield named_page(context, "changes", Area.APIS, "changes/changes.html", values)
    yield from (one.page() for one in found)


class _Release:
    """What a release changed; `place` is that among all changes."""

    def __init__(self, context: Context, place: int, older: str, newer: str) -> None:
        self._context, self._place, self.older, self.newer = context, place, older, newer
        self.url = f"changes/{short(newer, older)}/"
        self._title = heading("paddle", older, newer).get(context.language)
        self._text = context.words["changes_lead"].format(older, newer)

    @property
    def _changes(self) -> Changes:
        return self._context.reference.changes()[self._place]

    @cached_property
    def told(self) -> tuple[Section, ...]:
        """What is told of it."""
        return tuple(one for one in sections(self._changes) if one.id not in TO_REVIEW)

    def page(self) -> SitePage:
        """Its page."""
        return SitePage(
            url=self.url,
            title=self._title,
            area=Area.APIS,
            body=self._body,
            description=self._text,
            headings=self._headings,
            search=self._search,
        )

    def _body(self) -> str:
        context = self._context
        values = {
            "title": self._title,
            "text": self._text,
            "highlights": highlights(context.reference, self._changes, self.told),
            "sections": [ordered(one) for one in self.told],
        }
        return context.render("changes/release.html", self.url, url_of=context.url_of, **values)

    def _headings(self) -> list[Heading]:
        titles = {**HIGHLIGHTS, **{one.id: one.title for one in self.told}}
        language = self._context.language
        return [Heading(id_, inline(said.get(language))) for id_, said in titles.items()]

    def _search(self) -> SearchEntry:
        names = ", ".join(plain(one.title.get(self._context.language)) for one in self.told)
        return page_search(self.url, self._title, names)
