"""The files of a site that are made from the data: what makes each, for it to be called or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from render_mappings.engine.mkdocs_plugin import LaidOut
from render_mappings.engine.shells import shell_of
from render_mappings.pages.all_pages import data_files
from render_mappings.pages.page import SitePage
from render_mappings.pages.words_file import words_file
from render_mappings.views.page_context import Context

Made = dict[str, Callable[[], str | bytes]]


def made_files(context: Context, pages: Sequence[SitePage], laid_out: LaidOut) -> Made:
    """Every page and every file beside them, by its path in the site of one language."""

    def words() -> str:
        others = [page.search() for page in pages if page.search]
        return words_file(context, [*laid_out.sections, *others], laid_out.symptoms)

    files: Made = {"words.json": words, **data_files(context, laid_out.site_url)}
    for page in pages:
        files[f"{page.url}index.html"] = partial(laid_out.shells[shell_of(page)].filled, page)
        if page.twin:
            files[f"{page.url}index.md"] = page.twin
    return files


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file that was made, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
