"""What the search finds pages by that are neither an entry nor a gotcha."""

from __future__ import annotations

from markupsafe import escape

from render_mappings.pages.page import SearchEntry
from render_mappings.views.markup import plain


def page_search(url: str, title: str, text: str) -> SearchEntry:
    """How a page is found: by its title and its text."""
    return SearchEntry(url, str(escape(plain(title))), str(escape(plain(text))))
