"""The files for programs below `api/v1/`: lists, single entries, their schema, a table.

They hold both languages, so only one site has them. What they look like is in `api_schema`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from io import StringIO
from typing import Any

from mapping_model.categories import Category, Text
from mapping_model.conformance.frozen import Part
from mapping_model.naming import owner_of, slug_of
from render_mappings.data.ranking import ranked
from render_mappings.data.reverse import Mapped
from render_mappings.pages.api_schema import API, LICENCE, api_schema
from render_mappings.pages.conformance_files import badge, conformance_data
from render_mappings.pages.published import entry_data, entry_summary
from render_mappings.pages.published_gotchas import gotcha_data, source_data
from render_mappings.views.page_context import Context

ROOT = f"api/v{API}"


def entry_file(name: str) -> str:
    """The path of the file of one entry, below the root of the English site."""
    return f"{ROOT}/entries/{slug_of(name)}.json"


def _both(text: Text) -> dict[str, str]:
    """A text in both languages."""
    return {"en": text.en, "zh": text.zh}


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_both).encode


def api_files(context: Context) -> Iterator[tuple[str, str]]:
    """Each file with its path."""
    reference, head = context.reference, _head(context)
    published = [(one, context.url_of(name)) for name, one in reference.published.items()]
    summaries = {one.name: entry_summary(one, url) for one, url in published}

    def listed(names: Sequence[str]) -> str:
        return _lines(head, "entries", [_compact(summaries[name]) for name in names])

    yield f"{ROOT}/index.json", listed(list(summaries))
    for module, names in reference.modules.items():
        yield f"{ROOT}/modules/{reference.module_slugs[module]}.json", listed(names)
    for category in Category:
        own = [name for name, one in summaries.items() if one["category"] == category.value]
        yield f"{ROOT}/categories/{category.value}.json", listed(own)
    for name, mapped in reference.reverse.items():
        lines = [_compact(_mapped(one)) for one in mapped]
        path = f"{ROOT}/paddle/{reference.paddle_slugs[name]}.json"
        yield path, _lines({**head, "paddle_api": name}, "mapped", lines)
    entries = {one.name: _compact(entry_data(one, url)) for one, url in published}
    yield f"{ROOT}/full.json", _lines(head, "entries", list(entries.values()))
    for name, entry in entries.items():
        yield entry_file(name), f'{_compact(head)[:-1]},"entry":{entry}}}\n'
    gotchas = [_compact(gotcha_data(context, one)) for one in ranked(reference)]
    yield f"{ROOT}/gotchas.json", _lines(head, "gotchas", gotchas)
    sources = [_compact(source_data(context, source)) for source in reference.claims.values()]
    yield f"{ROOT}/claims.json", _lines(head, "documents", sources)
    found = [reference.conformance(part) for part in Part]
    yield f"{ROOT}/conformance.json", _compact({**head, **conformance_data(*found)}) + "\n"
    yield f"{ROOT}/conformance.svg", badge(found, reference.paddle.version)
    yield f"{ROOT}/schema.json", json.dumps(api_schema(), indent=1) + "\n"
    yield f"{ROOT}/mappings.csv", _table(context, summaries)


def _head(context: Context) -> dict[str, Any]:
    """What every file begins with; the date is that of the newest run, as the data is from then."""
    reference = context.reference
    dates = [results.latest.date for results in reference.results]
    return {
        "api": API,
        "version": version("lint-mappings"),
        "date": max(dates, default=""),
        "licence": LICENCE,
        "torch": reference.torch.version,
        "paddle": reference.paddle.version,
        "releases": list(reference.releases),
    }


def _lines(head: dict[str, Any], key: str, lines: Sequence[str]) -> str:
    """One object of JSON with a list, an item per line."""
    return f'{_compact(head)[:-1]},"total":{len(lines)},"{key}":[\n' + ",\n".join(lines) + "\n]}\n"


def _mapped(one: Mapped) -> dict[str, Any]:
    return {
        "torch": one.name,
        "category": one.variant.category.value,
        "as": one.way.value,
        "when": one.when,
        "releases": list(one.releases),
    }


def _table(context: Context, summaries: dict[str, dict[str, Any]]) -> str:
    """The list as a table: a column per release, with what becomes of unchanged code."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    releases = list(context.reference.releases)
    columns = ["torch", "paddle", "module", "category", "status", "gotchas"]
    writer.writerow([*columns, *(f"unchanged on {release}" for release in releases)])
    for name, one in summaries.items():
        gotchas = len(context.reference.entries[name].gotchas)
        row = [name, " ".join(one["targets"]), owner_of(name), one["category"], one["status"]]
        writer.writerow([*row, gotchas, *(standing["drop_in"] for standing in one["releases"])])
    return out.getvalue()
