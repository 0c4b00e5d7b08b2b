"""What a reader sees of a page, for tests that need no browser."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

_UNSEEN = re.compile(r"<(head|script|style|header class=\"md-header|footer)\b.*?</\1>", re.DOTALL)
_BLOCK = re.compile(r"</?(p|h\d|li|td|th|tr|div|pre|section|dt|dd|br)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")


def html_of(site: Path, url: str) -> str:
    """The file behind a page's URL."""
    return (site / url / "index.html").read_text("utf-8")


def article(site: Path, url: str) -> str:
    """The HTML of a page without the theme around it."""
    html = html_of(site, url)
    return html[html.index("<article") : html.index("</article>")]


def seen(html: str) -> str:
    """The text of HTML, a line per block, blanks squeezed."""
    text = _TAG.sub("", _BLOCK.sub("\n", _UNSEEN.sub("", html)))
    lines = (" ".join(unescape(line).split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def page(site: Path, url: str) -> list[str]:
    """The lines of text that a page shows."""
    return seen(article(site, url)).split("\n")
