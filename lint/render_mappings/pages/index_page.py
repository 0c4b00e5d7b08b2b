"""The index of all APIs: a page with filters, and the rows it fetches."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from mapping_model.categories import Category
from mapping_model.naming import owner_of
from mapping_model.outcomes import DropIn, Outcome, Status
from render_mappings.pages.named_page import named_page
from render_mappings.pages.page import Area, SitePage
from render_mappings.views.page_context import Context


def index_page(context: Context) -> SitePage:
    """The page of filters; without a script it leads to pages of plain links."""
    return named_page(context, "apis", Area.APIS, "apis/apis.html", lambda: _choices(context))


def _choices(context: Context) -> dict[str, Any]:
    """What each filter offers, with the number of entries; none that no entry has."""
    reference = context.reference
    states = reference.states.values()
    categories = Counter(reference.category(name) for name in reference.entries)
    statuses = Counter(state.status for state in states)
    drop_ins = Counter(state.newest.drop_in.status for state in states)
    standings = (standing for state in states for standing in state.releases)
    works = Counter(s.release for s in standings if s.outcome is Outcome.EQUAL)
    return {
        "modules": [(name, len(names)) for name, names in reference.modules.items()],
        "categories": [(c, categories[c]) for c in Category if categories[c]],
        "statuses": [(s, statuses[s]) for s in Status if statuses[s]],
        "drop_ins": [(s, drop_ins[s]) for s in DropIn if drop_ins[s]],
        "works": [(r, works[r]) for r in reference.releases if works[r]],
    }


def index_rows(context: Context) -> str:
    """The rows as JSON: `[name, target, module, category, status, url, drop-in, fates]`.

    Module, category, status and drop-in are places in the lists that stand beside the rows, fates
    such a place per release; `category` is null for an alias of nothing. The lists hold what a
    script shows, in this language.
    """
    reference = context.reference
    modules = {name: place for place, name in enumerate(reference.modules)}
    categories = {category: place for place, category in enumerate(Category)}
    statuses = {status: place for place, status in enumerate(Status)}
    drop_ins = {status: place for place, status in enumerate(DropIn)}
    outcomes = {outcome: place for place, outcome in enumerate(Outcome)}
    rows: list[list[Any]] = []
    for name in reference.entries:
        item = context.item(name)
        category = categories[item.category] if item.category else None
        place = modules[owner_of(name)], category, statuses[item.status]
        state = reference.states[name]
        by_release = [outcomes[standing.outcome] for standing in state.releases]
        last = drop_ins[state.newest.drop_in.status], by_release
        rows.append([name, item.target, *place, item.url, *last])
    data = {
        "modules": list(modules),
        "categories": [[c.value, c.info.name.get(context.language)] for c in Category],
        "statuses": [[s.value, context.words[f"status_{s.value}"]] for s in Status],
        "releases": list(reference.releases),
        "dropIns": [[s.word, context.words[f"drop_in_{s.word}"]] for s in DropIn],
        "fates": [[o.value, context.words[f"fate_{o.value}"]] for o in Outcome],
        "rows": rows,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
