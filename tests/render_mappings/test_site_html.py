"""The HTML of pages is what the standard allows, but for what the theme does."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from site_html import html_of

PAGES = [
    *("", "apis", "table", "paddle", "paddle/paddle.take_along_axis", "statistics", "truth"),
    *("gotchas", "gotcha/gather-index-rank", "rules", "rules/PM603", "changes/3.3", "not-mapped"),
    *("api/torch.gather", "api/torch.max", "api/torch.wait", "category/missing", "vocabulary"),
]
# Elements that have no content, and attributes that name other elements by their id.
_VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}
_LEADING = ("aria-labelledby", "aria-describedby", "aria-controls", "for")
# The search's own fields are labelled by a script of the theme.
_OF_THEME = ("__nav", "__search", "__drawer", "__palette", "__toc")


class Page(HTMLParser):
    """What is wrong with a page, collected while it is fed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: Counter[str] = Counter()
        self.named: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids.update([found["id"] or ""] if "id" in found else [])
        for name in _LEADING:
            self.named |= set((found.get(name) or "").split())
        if tag == "style" and "head" not in self.open:
            self.wrong.append("<style> outside of the head")
        if len(found) < len(attrs):
            self.wrong.append(f"an attribute twice: <{tag} {attrs}>")
        if tag == "img" and "alt" not in found:
            self.wrong.append(f"no alt: {attrs}")
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(f"</{tag}> at {self.getpos()} closes another element")


@pytest.mark.parametrize("url", PAGES)
@pytest.mark.parametrize("root", ["", "zh/"])
def test_elements_and_ids(site: Path, root: str, url: str) -> None:
    page = Page()
    page.feed(html_of(site, root + url))
    assert page.wrong == []
    assert page.open == []
    assert [id for id, count in page.ids.items() if count > 1] == []
    named = {id for id in page.named if not id.startswith(_OF_THEME)}
    assert named <= set(page.ids)
