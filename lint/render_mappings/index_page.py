"""The index of all APIs: a page with filters, and the rows it fetches."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from mapping_model.categories import Category
from mapping_model.naming import owner_of
from render_mappings.context import Context
from render_mappings.execution import Status
from render_mappings.page import Area, SitePage
from render_mappings.search_entries import page_search


def index_page(context: Context) -> SitePage:
    """The page of filters; without a script it leads to pages of plain links."""
    url, words, reference = "apis/", context.words, context.reference
    categories = Counter(reference.category(name) for name in reference.entries)
    statuses = Counter(reference.statuses.values())

    def body() -> str:
        return context.render(
            "apis.html",
            url,
            modules=[(name, len(names)) for name, names in reference.modules.items()],
            categories=[(c, categories[c]) for c in Category if categories[c]],
            statuses=[(s, statuses[s]) for s in Status if statuses[s]],
        )

    search = page_search(context, url, words["apis"], words["apis_text"])
    return SitePage(
        url, words["apis"], Area.APIS, body, description=words["apis_text"], search=(search,)
    )


def index_rows(context: Context) -> str:
    """The rows as JSON: `[name, target, module, category, status, url]`.

    Module, category and status are places in the lists that stand beside the rows; `category` is
    null for an alias of nothing. The lists hold what a script shows, in this language.
    """
    reference = context.reference
    modules = {name: place for place, name in enumerate(reference.modules)}
    categories = {category: place for place, category in enumerate(Category)}
    statuses = {status: place for place, status in enumerate(Status)}
    rows: list[list[Any]] = []
    for name in reference.entries:
        item = context.item(name)
        category = categories[item.category] if item.category else None
        place = modules[owner_of(name)], category, statuses[item.status]
        rows.append([name, item.target, *place, item.url])
    data = {
        "modules": list(modules),
        "categories": [[c.value, c.info.name.get(context.language)] for c in Category],
        "statuses": [[s.value, context.words[f"status_{s.value}"]] for s in Status],
        "rows": rows,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
