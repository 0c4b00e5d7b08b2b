"""All entries as files of Markdown in the layout of the official documentation, in Chinese."""

from __future__ import annotations

from collections.abc import Iterator

from mapping_model.categories import Category
from mapping_model.naming import path_for
from render_mappings.pages.list_pages import table_text
from render_mappings.views.entry_markdown import entry_markdown, table
from render_mappings.views.official_markdown import folder_of, official_markdown
from render_mappings.views.page_context import Context

# Where the layout of 2025 has its pages.
_PAGES = "api_difference"
# The overall table, as the official documentation calls it.
OVERALL = "pytorch_api_mapping_cn.md"


def export_files(context: Context) -> Iterator[tuple[str, str]]:
    """Each file with its path: one per API, but for those without a counterpart (C6)."""
    reference, words = context.reference, context.words
    rows = []
    for name in reference.entries:
        entry = reference.published[name]
        category = entry.state.category
        if category is None:
            continue
        path = path_for(name).with_suffix(".md").as_posix()
        shown = f"[{name}]({path})"
        if category is Category.MISSING:
            shown = name
        else:
            yield path, entry_markdown(context, name, strict=True)
        targets = "、".join(entry.targets) or "-"
        said = table_text(context, name)
        rows.append((shown, targets, category.info.name.get(context.language), said))
    heads = ("PyTorch API", "PaddlePaddle API", words["table_category"], words["remark"])
    yield OVERALL, f"# {words['table']}\n\n{table(heads, rows)}\n"


def official_files(context: Context) -> Iterator[tuple[str, str]]:
    """The same in the layout of 2025: pages in folders by what differs, the rest in the table."""
    reference, words = context.reference, context.words
    rows = []
    for name, entry in reference.published.items():
        category, folder = entry.state.category, folder_of(entry)
        if category is None:
            continue
        shown, said = name, category.info.name.get(context.language)
        if folder:
            path = f"{_PAGES}/{folder.path}/{name}.md"
            shown, said = f"[{name}]({path})", folder.title
            yield path, official_markdown(context, name, folder)
        rows.append((shown, "、".join(entry.targets) or "-", said, table_text(context, name)))
    heads = ("PyTorch API", "PaddlePaddle API", words["table_category"], words["remark"])
    yield OVERALL, f"# {words['table']}\n\n{table(heads, rows)}\n"


LAYOUTS = {"specification": export_files, "2025": official_files}
