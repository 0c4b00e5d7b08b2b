"""The index of all APIs: a table with filters, the rows it fetches, and plain lists below it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from mapping_model.categories import Category
from mapping_model.coverage import by_use
from mapping_model.naming import owner_of
from mapping_model.outcomes import Status
from published.marks import SAME
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.entry_view import MARKS
from render_mappings.views.list_markdown import entry_links
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context

# So many rows are in the page before its script has run: a screen of them.
_FIRST = 40
# What a usage may be on a release; the other marks are of limits.
_SHOWN = tuple(MARKS)[: list(MARKS).index(SAME)]


def index_page(context: Context) -> SitePage:
    """The page of filters; without a script it has plain links."""
    return named_page(
        context,
        "apis",
        Area.APIS,
        "apis/apis.html",
        lambda: _values(context),
        links=lambda: entry_links(context, context.reference.entries),
    )


def _values(context: Context) -> dict[str, Any]:
    """What each filter offers, with the number of entries; none that no entry has.

    Of verdicts the number is that on the newest release; the script has those of the others.
    """
    reference, words = context.reference, context.words
    published = reference.published.values()
    counted = Counter(one.state.category for one in published)
    statuses = Counter(one.state.status for one in published)
    verdicts = Counter(one.marks[-1] for one in published)
    met = {mark for one in published for mark in one.marks}
    modules = [(name, len(names)) for name, names in reference.modules.items()]
    named = [(c, c.info.name.get(context.language)) for c in Category]
    return {
        "modules": [(name, name, number) for name, number in modules],
        "categories": [(c.value, said, counted[c]) for c, said in named if counted[c]],
        "statuses": [(s, words[f"status_{s}"], statuses[s]) for s in Status if statuses[s]],
        "verdicts": [
            (word, f"{sign} {plain(said)}", verdicts[word])
            for word, sign, said in _marks(context)
            if word in met
        ],
        "newest": reference.paddle.version,
        "silent": len(reference.silent),
        "columns": json.dumps({key: words[key] for key in ("category", "gotchas")}),
        "total": len(reference.entries),
        "first": [context.item(name) for name in by_use(reference.entries)[:_FIRST]],
        "marks": _marks(context),
        "cards": [(category, counted[category]) for category in Category],
        "own_modules": modules,
    }


def _marks(context: Context) -> list[tuple[str, str, str]]:
    return [(mark, MARKS[mark], context.words[f"mark_{mark}"]) for mark in _SHOWN]


def index_rows(context: Context) -> str:
    """The rows as JSON: an array each, in the order in which `apis.js` takes them apart.

    What is used most comes first. Module, category and status are places in the lists that stand
    beside the rows, marks such a place per release; `category` is null for an alias of nothing. The
    lists hold what a script shows, in this language.
    """
    reference = context.reference
    modules = {name: place for place, name in enumerate(reference.modules)}
    categories = {category: place for place, category in enumerate(Category)}
    statuses = {status: place for place, status in enumerate(Status)}
    rows: list[list[Any]] = []
    for name in by_use(reference.entries):
        entry, item = reference.published[name], context.item(name)
        category = categories[item.category] if item.category else None
        place = modules[owner_of(name)], category, statuses[item.status]
        marks = [_SHOWN.index(mark) for mark in entry.marks]
        gotchas = len((entry.source or entry.state.entry).gotchas)
        rows.append([name, item.target, *place, item.url, marks, gotchas, int(item.silent)])
    data = {
        "modules": list(modules),
        "categories": [[c.value, c.info.name.get(context.language)] for c in Category],
        "statuses": list(Status),
        "releases": list(reference.releases),
        "someSilent": context.words["some_silent"],
        "marks": _marks(context),
        "rows": rows,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
