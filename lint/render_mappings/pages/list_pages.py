"""Pages that list entries: by category, by module, and the overall mapping table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from mapping_model.categories import Category
from render_mappings.pages.page import Area, SitePage
from render_mappings.pages.search_entries import page_search
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context, Item, filled


def list_pages(context: Context) -> Iterator[SitePage]:
    """All pages that list entries."""
    yield _simple(context, "categories", categories=_counted(context))
    for category, _ in _counted(context):
        yield _category_page(context, category)
    modules = [(name, len(names)) for name, names in context.reference.modules.items()]
    yield _simple(context, "modules", modules=modules)
    for module in context.reference.modules:
        yield _module_page(context, module)
    yield _table_page(context)


def members(context: Context, category: Category) -> list[Item]:
    """The entries of a category, in order."""
    names = context.reference.entries
    return [context.item(name) for name in names if context.reference.category(name) is category]


def _counted(context: Context) -> list[tuple[Category, int]]:
    return [(category, len(members(context, category))) for category in Category]


def _simple(context: Context, key: str, **values: object) -> SitePage:
    url = f"{key}/"
    title, text = context.words[key], context.words[f"{key}_text"]
    return SitePage(
        url=url,
        title=title,
        area=Area.APIS,
        body=partial(context.render, f"{key}/{key}.html", url, **values),
        description=text,
        search=(page_search(context, url, title, text),),
    )


def _category_page(context: Context, category: Category) -> SitePage:
    url = f"category/{category.value}/"
    title = category.info.name.get(context.language)
    meaning = category.info.meaning.get(context.language)

    def body() -> str:
        items = members(context, category)
        return context.render("categories/category.html", url, category=category, items=items)

    search = page_search(context, url, title, meaning)
    return SitePage(url, title, Area.APIS, body, description=meaning, search=(search,))


def _module_page(context: Context, module: str) -> SitePage:
    url = f"module/{module}/"
    title = context.words["module_title"].format(module)

    def body() -> str:
        items = [context.item(name) for name in context.reference.modules[module]]
        return context.render("modules/module.html", url, name=module, items=items)

    return SitePage(url, title, Area.APIS, body, description=title)


@dataclass(frozen=True, slots=True)
class _Row:
    item: Item
    linked: bool
    remark: Markup


@dataclass(frozen=True, slots=True)
class _Module:
    name: str
    rows: list[_Row]


def _table_page(context: Context) -> SitePage:
    url, words = "table/", context.words
    modules = context.reference.modules

    def body() -> str:
        rows = [_Module(m, [_row(context, name) for name in modules[m]]) for m in modules]
        return context.render("table/table.html", url, modules=rows)

    return SitePage(
        url=url,
        title=words["table"],
        area=Area.APIS,
        body=body,
        description=words["table_text"],
        search=(page_search(context, url, words["table"], words["table_text"]),),
    )


def _row(context: Context, name: str) -> _Row:
    return _Row(context.item(name), context.reference.has_page(name), table_remark(context, name))


def table_remark(context: Context, name: str) -> Markup:
    """What the overall table says beside the category: an alias, a reason, a package."""
    alias_of = context.reference.entries[name].alias_of
    if alias_of:
        return filled(context.words["alias"], name, alias_of)
    said = []
    for variant in context.reference.variants(name):
        if variant.outside:
            said.append(filled(context.words["install"] + " {0}", variant.outside.install))
        text = variant.missing or variant.summary
        if text:
            said.append(inline(text.get(context.language)))
    return Markup("" if context.language == "zh" else " ").join(said)
