"""The theme's page round a body: laid out once for all pages of a kind, filled in for each.

A page with a place in the navigation, or with a table of contents, has one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import escape

from render_mappings.pages.page import Area, SitePage

# Stand in a shell for what is each page's own.
BODY = "pm--body"
_PLACE = re.compile(r"pm--(slug|title|description|source|body)")


class Kind(NamedTuple):
    """What the theme's part of a page depends on, beside the page's own words.

    Links in it are relative, so pages of a kind lie in one folder.
    """

    area: Area
    folder: str
    editable: bool
    twin: bool


def kind_of(page: SitePage) -> Kind | None:
    """The kind of a page; None for one with a place in the navigation or a table of contents."""
    folder, _, _ = page.url.removesuffix("/").rpartition("/")
    if not folder or page.headings:
        return None
    return Kind(page.area, folder, page.source is not None, page.twin is not None)


def stand_in(kind: Kind) -> SitePage:
    """A page that has places for its words; laid out, it makes the shell of its kind."""
    return SitePage(
        url=f"{kind.folder}/pm--slug/",
        title="pm--title",
        area=kind.area,
        body=str,
        description="pm--description",
        source="pm--source" if kind.editable else None,
        twin=str if kind.twin else None,
    )


@dataclass(frozen=True, slots=True)
class Shell:
    """A page of the theme, cut at its places: text and names of places in turn."""

    parts: tuple[str, ...]

    @classmethod
    def of(cls, html: str) -> Shell:
        """What a page or a stand-in was laid out as; its body has the place BODY."""
        return cls(tuple(_PLACE.split(html)))

    def filled(self, page: SitePage) -> str:
        """The whole page."""
        own = {
            "slug": page.url.removesuffix("/").rpartition("/")[2],
            "title": str(escape(page.title)),
            "description": str(escape(page.description)),
            "source": quote(page.source or ""),
            "body": page.body(),
        }
        return "".join(own[part] if odd % 2 else part for odd, part in enumerate(self.parts))


Shells = Mapping[Kind | str, Shell]


def shell_of(page: SitePage) -> Kind | str:
    """By what the shell of a page is found: its kind, or its own address."""
    return kind_of(page) or page.url
