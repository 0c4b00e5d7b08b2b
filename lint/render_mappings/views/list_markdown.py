"""Pages that list entries, gotchas or Paddle's names, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from render_mappings.views.page_context import Context, root_from

Link = tuple[str, str, str]


def list_markdown(title: str, text: str, url: str, links: Iterable[Link]) -> str:
    """The page at `url`: what it is, and a line for each link: words, address, and what is said."""
    return "\n".join([f"# {title}", "", text, "", *_lines(root_from(url), links)]) + "\n"


def entry_links(context: Context, names: Iterable[str]) -> Iterator[Link]:
    """Entries with their counterparts, as lists show them."""
    for item in map(context.item, names):
        yield item.name, item.url, item.target or "-"


def _lines(root: str, links: Iterable[Link]) -> Iterator[str]:
    """An address without an anchor has a twin itself."""
    for words, url, said in links:
        twin = "" if "#" in url else "index.md"
        yield f"- [{words}]({root}{url}{twin}){f': {said}' if said else ''}"
