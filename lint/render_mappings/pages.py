"""All generated pages of one language, and the data files beside them."""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.reporters.json_array import SCHEMA as PROBLEMS_SCHEMA
from mapping_model.shape import SCHEMA_DIRECTORY
from render_mappings.context import Context
from render_mappings.entry_pages import entry_pages
from render_mappings.figures import statistics_page
from render_mappings.gotcha_pages import gotcha_pages
from render_mappings.index_page import index_page, index_rows
from render_mappings.list_pages import list_pages
from render_mappings.page import SearchEntry, SitePage
from render_mappings.published import published
from render_mappings.rule_pages import rule_pages
from render_mappings.search_entries import entry_search
from render_mappings.truth_page import truth_page


def all_pages(context: Context) -> Iterator[SitePage]:
    """Every page that is made from the data."""
    yield index_page(context)
    yield from list_pages(context)
    yield statistics_page(context)
    yield truth_page(context)
    yield from gotcha_pages(context)
    yield from rule_pages(context)
    yield from entry_pages(context)


def listed_only(context: Context) -> Iterator[SearchEntry]:
    """Search entries of APIs that have no page: they lead to a row of the overall table (C6)."""
    for name in context.reference.entries:
        if not context.reference.has_page(name):
            yield entry_search(context, name)


def data_files(context: Context) -> dict[str, str]:
    """Files for scripts, by path. The records hold both languages, so only one site has them."""
    files = {"apis.json": index_rows(context), **_schemas()}
    if context.language == "en":
        files["mappings.json"] = published(context)
    return files


def _schemas() -> dict[str, str]:
    """The schemas of entries for editors, and that of the linter's output for programs."""
    paths = [*SCHEMA_DIRECTORY.glob("*.json"), PROBLEMS_SCHEMA]
    return {f"schema/{path.name}": path.read_text("utf-8") for path in sorted(paths)}
