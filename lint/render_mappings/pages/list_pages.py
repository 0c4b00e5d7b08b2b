"""Pages that list entries: by category, by module, and all in one table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from mapping_model.categories import Category
from mapping_model.coverage import by_use
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.list_markdown import entry_links, list_markdown
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context, Item


def list_pages(context: Context) -> Iterator[SitePage]:
    """All pages that list entries."""
    reference, area = context.reference, Area.APIS
    yield from (_category_page(context, category) for category in Category)
    yield from (_module_page(context, module) for module in reference.modules)
    yield named_page(context, "table", area, "table/table.html", lambda: _table(context))


def members(context: Context, category: Category) -> list[Item]:
    """The entries of a category, in order."""
    published = context.reference.published.items()
    return [context.item(name) for name, one in published if one.state.category is category]


def _category_page(context: Context, category: Category) -> SitePage:
    url = f"category/{category.value}/"
    title = category.info.name.get(context.language)
    meaning = category.info.meaning.get(context.language)

    def body() -> str:
        items = members(context, category)
        return context.render("categories/category.html", url, category=category, items=items)

    def twin() -> str:
        names = (item.name for item in members(context, category))
        return list_markdown(title, meaning, url, entry_links(context, names))

    search = partial(page_search, url, title, meaning)
    return SitePage(url, title, Area.APIS, body, description=meaning, search=search, twin=twin)


def _module_page(context: Context, module: str) -> SitePage:
    url = context.module_url(module)
    title = context.words["module_title"].format(module)

    def body() -> str:
        rows = [_row(context, name) for name in context.reference.modules[module]]
        return context.render("modules/module.html", url, name=module, rows=rows)

    def twin() -> str:
        links = entry_links(context, context.reference.modules[module])
        return list_markdown(title, "", url, links)

    return SitePage(url, title, Area.APIS, body, description=title, twin=twin)


# So many rows of the table are in the page; a script draws the others.
_FIRST = 60


@dataclass(frozen=True, slots=True)
class _Row:
    item: Item
    linked: bool
    remark: Markup


def _table(context: Context) -> dict[str, Any]:
    names = by_use(context.reference.entries)
    first = [_row(context, name) for name in names[:_FIRST]]
    return {"modules": list(context.reference.modules), "total": len(names), "first": first}


def table_rows(context: Context) -> str:
    """All rows of the table as JSON, the most used first: arrays, as `table.js` takes them apart.

    The category is a place in the list beside the rows; what has no page has no address. Remarks
    are HTML.
    """
    places = {category: place for place, category in enumerate(Category)}
    rows: list[list[Any]] = []
    for name in by_use(context.reference.entries):
        row = _row(context, name)
        item, url = row.item, row.item.url if row.linked else ""
        category = places[item.category] if item.category else None
        rows.append([name, item.target, category, url, int(item.silent), row.remark])
    categories = [[c.value, c.info.name.get(context.language)] for c in Category]
    data = {"categories": categories, "rows": rows}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _row(context: Context, name: str) -> _Row:
    return _Row(
        context.item(name), context.reference.has_page(name), inline(table_text(context, name))
    )


def table_text(context: Context, name: str) -> str:
    """What the overall table says beside the category: an alias, a reason, a package."""
    entry = context.reference.published[name]
    if entry.alias_of:
        return context.words["alias"].format(f"`{name}`", f"`{entry.alias_of}`")
    said = []
    for variant in entry.state.variants:
        if variant.outside:
            said.append(f"{context.words['install']} `{variant.outside.install}`")
        text = variant.missing or variant.summary
        if text:
            said.append(text.get(context.language))
    return context.words["blank"].join(said)
