"""All generated pages of one language, and the data files beside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

from lint_mappings.reporters.json_array import SCHEMA as PROBLEMS_SCHEMA
from lint_mappings.showing.command import SCHEMA as SHOW_SCHEMA
from mapping_model.shape import SCHEMA_DIRECTORY
from render_mappings.pages.claimed_page import claimed_page
from render_mappings.pages.claims_page import claims_page
from render_mappings.pages.conformance_page import conformance_page
from render_mappings.pages.converter_page import converter_page
from render_mappings.pages.entry_pages import entry_pages
from render_mappings.pages.gotcha_pages import gotcha_pages
from render_mappings.pages.index_page import index_page, index_rows
from render_mappings.pages.list_pages import list_pages, table_rows
from render_mappings.pages.lookup_pages import UNMAPPED, lookup_pages, unmapped_rows
from render_mappings.pages.names_file import names_file
from render_mappings.pages.packages_page import packages_page
from render_mappings.pages.page import SitePage
from render_mappings.pages.release_pages import release_pages
from render_mappings.pages.reports_page import reports_page
from render_mappings.pages.reverse_pages import reverse_pages
from render_mappings.pages.robot_files import llms_txt, objects_inv, robots_txt
from render_mappings.pages.rule_pages import rule_pages
from render_mappings.pages.statistics_page import statistics_page
from render_mappings.pages.truth_page import truth_page
from render_mappings.pages.vocabulary_page import vocabulary_page
from render_mappings.pages.worst_page import worst_page
from render_mappings.views.looks import assets
from render_mappings.views.page_context import Context
from render_mappings.views.wording import Language

# What stands at the address of a page that is now a part of the index.
_MOVED = (
    '<!doctype html><meta charset="utf-8"><title>→</title><meta name="robots" content="noindex">'
    '<meta http-equiv="refresh" content="0; url=../apis/#{0}"><a href="../apis/#{0}">→</a>\n'
)


def all_pages(context: Context) -> Iterator[SitePage]:
    """Every page that is made from the data."""
    yield index_page(context)
    yield converter_page(context)
    yield from list_pages(context)
    yield from reverse_pages(context)
    yield statistics_page(context)
    yield truth_page(context)
    yield conformance_page(context)
    yield packages_page(context)
    yield from gotcha_pages(context)
    yield from lookup_pages(context)
    yield from release_pages(context)
    yield from rule_pages(context)
    yield vocabulary_page(context)
    yield worst_page(context)
    yield claims_page(context)
    yield claimed_page(context)
    yield reports_page(context)
    yield from entry_pages(context)


def data_files(context: Context, site_url: str) -> dict[str, Callable[[], str | bytes]]:
    """What makes the small files beside the pages from the data, by path.

    Those that hold both languages only one site has.
    """
    files: dict[str, Callable[[], str | bytes]] = {
        "apis.json": partial(index_rows, context),
        "table.json": partial(table_rows, context),
        "names.json": partial(names_file, context),
        "objects.inv": partial(objects_inv, context),
        "llms.txt": partial(llms_txt, context, site_url),
    }
    if context.language == "en":
        files[UNMAPPED] = partial(unmapped_rows, context)
    return files


def fixed_files(language: Language, site_url: str) -> dict[str, str]:
    """The small files that do not depend on the data, by path."""
    moved = {f"{page}/index.html": _MOVED.format(page) for page in ("modules", "categories")}
    robots = {"robots.txt": robots_txt(site_url)} if language == "en" else {}
    return {**moved, **_schemas(), **assets(), **robots}


def _schemas() -> dict[str, str]:
    """The schemas of entries for editors, and those of the linter's output for programs."""
    paths = [*SCHEMA_DIRECTORY.glob("*.json"), PROBLEMS_SCHEMA, SHOW_SCHEMA]
    found = {f"schema/{path.name}": path.read_text("utf-8") for path in sorted(paths)}
    return found | {f"schema/{old}": json.dumps({"$ref": new}) for old, new in _RENAMED.items()}


# What schemas were called by those who have fetched them.
_RENAMED = {"limits.schema.json": "cases.schema.json"}
