"""Checks every link inside a built site: the page exists, and so does the anchor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

_TAG = re.compile(r"""<[a-zA-Z][^\s>]*((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([^\s=]+)=(?:"([^"]*)"|'([^']*)'|([^\s]+))""")
_LINKS = ("href", "src")
_ANCHORS = ("id", "name")
# Where a page of errors is shown is not known, so its links are absolute.
_SKIPPED = ("404.html",)
# A directory below the host, since a link must not lead out of the site where it is published.
_SITE = "https://site.invalid/site/"


def check_links(site: Path) -> list[str]:
    """Broken links as `page: link (why)`, sorted; external ones are not followed."""
    anchors: dict[Path, set[str]] = {}
    broken = []
    for page in sorted(site.rglob("*.html")):
        if page.name in _SKIPPED:
            continue
        text = page.read_text("utf-8")
        for link in sorted(set(_values(text, _LINKS))):
            why = _broken(site, page, link, anchors)
            if why:
                broken.append(f"{page.relative_to(site)}: {link} ({why})")
    return broken


def _broken(site: Path, page: Path, link: str, anchors: dict[Path, set[str]]) -> str | None:
    here = _SITE + page.relative_to(site).as_posix().removesuffix("index.html")
    url = urlsplit(urljoin(here, link))
    if url.netloc != urlsplit(_SITE).netloc:
        return None
    if not url.geturl().startswith(_SITE):
        return "leads out of the site"
    target = site / unquote(url.path.removeprefix("/site/"))
    if target.is_dir():
        target = target / "index.html"
    if not target.is_file():
        return "no such page"
    fragment = unquote(url.fragment)
    if not fragment or target.suffix != ".html":
        return None
    if target not in anchors:
        anchors[target] = set(_values(target.read_text("utf-8"), _ANCHORS))
    return None if fragment in anchors[target] else "no such anchor"


def _values(html: str, names: tuple[str, str]) -> Iterator[str]:
    """The values of attributes with one of `names`."""
    for attributes in _TAG.findall(html):
        if names[0] in attributes or names[1] in attributes:
            for name, *values in _ATTRIBUTE.findall(attributes):
                if name in names:
                    yield unescape("".join(values))
