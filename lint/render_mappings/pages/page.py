"""What a page of the site is, whatever engine builds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum


class Area(Enum):
    """Where a page belongs in the navigation."""

    APIS = "apis"
    GOTCHAS = "gotchas"
    CONTRIBUTE = "contribute"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a page, for the table of contents; `title` is HTML."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """What the search finds a page by; `title` and `text` are HTML.

    `location` is a page's URL, possibly with an anchor.
    """

    location: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page: `url` is relative to the root of its language, `body` renders it to HTML.

    `title` and `description` are plain text. `source` is the file of the repository to edit, None
    for a page made from many. Only pages with `headings` show a table of contents. `search` is what
    finds a page that is no entry and no gotcha, `twin` renders it to Markdown. Pages at the top are
    listed by the navigation unless `in_navigation` is false. A `wide` page has no menu beside it.
    """

    url: str
    title: str
    area: Area
    body: Callable[[], str]
    description: str = ""
    source: str | None = None
    headings: Callable[[], Sequence[Heading]] | None = None
    search: Callable[[], SearchEntry] | None = None
    twin: Callable[[], str] | None = None
    in_navigation: bool = True
    wide: bool = False
