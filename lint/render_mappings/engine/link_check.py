"""Checks every link inside a built site: the page exists, and so does the anchor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
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
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    links, anchors = {}, {}
    for name in sorted(files):
        if name.endswith(".html"):
            text = (site / name).read_text("utf-8")
            links[name], anchors[name] = (set(_values(text, of)) for of in (_LINKS, _ANCHORS))
    broken = []
    for page in links:
        for link in sorted(links[page]):
            why = _broken(page, link, files, anchors)
            if why and page.rpartition("/")[2] not in _SKIPPED:
                broken.append(f"{page}: {link} ({why})")
    return broken


def _broken(page: str, link: str, files: Set[str], anchors: Mapping[str, Set[str]]) -> str | None:
    url = urljoin(_SITE + page.removesuffix("index.html"), link)
    path, _, fragment = url.partition("#")
    if not path.startswith(_SITE):
        inside = urlsplit(url).netloc == urlsplit(_SITE).netloc
        return "leads out of the site" if inside else None
    target = unquote(path.removeprefix(_SITE).partition("?")[0])
    if target not in files:
        target = f"{target}/index.html".lstrip("/").replace("//", "/")
    if target not in files:
        return "no such page"
    wanted = unquote(fragment)
    return "no such anchor" if wanted and wanted not in anchors.get(target, {wanted}) else None


def _values(html: str, names: tuple[str, str]) -> Iterator[str]:
    """The values of attributes with one of `names`."""
    for attributes in _TAG.findall(html):
        if names[0] in attributes or names[1] in attributes:
            for name, *values in _ATTRIBUTE.findall(attributes):
                if name in names:
                    yield unescape("".join(values))
