"""The adapter to MkDocs: the only module that knows the engine's pages and events.

`mkdocs.yml` names it under `hooks`. Entry pages stay out of the navigation, since its cost grows
with the square of its length; they are given a parent there so that tab and sidebar stay.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

from markupsafe import escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from render_mappings.data.reference import load_reference
from render_mappings.pages.all_pages import all_pages, data_files, listed_only
from render_mappings.pages.fragments import fill_fragments
from render_mappings.pages.page import Area, SearchEntry, SitePage
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import LANGUAGES

# The page of the navigation beside which the pages of an area belong.
_BESIDE = {Area.APIS: "apis.md", Area.GOTCHAS: "gotchas.md", Area.CONTRIBUTE: "rules.md"}

# Stands for the body of a generated page while the theme lays the page out. The theme looks for
# an h1 in it, and adds one where there is none.
_BODY = "<h1 hidden>body</h1>"
_BLANK = re.compile(r"\s*\n\s*")


class GeneratedPage(Page):
    """A page rendered by us; Markdown and the search plugin's parser never see it."""

    def __init__(self, site_page: SitePage, file: File, config: MkDocsConfig) -> None:
        super().__init__(str(escape(site_page.title)), file, config)
        self.site_page = site_page
        if site_page.source:
            root = Repository(config.repo_url or "", config.extra["branch"])
            self.edit_url = root.edit_url(site_page.source)

    def read_source(self, config: MkDocsConfig) -> None:
        """Set what the theme reads from a page's head."""
        self.markdown = ""
        self.meta = {
            "search": {"exclude": True},
            "description": str(escape(self.site_page.description)),
            "hide": [] if self.site_page.headings else ["toc"],
        }

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Lay out headings; the body follows when the page is written."""
        top = AnchorLink(str(self.title), "top", 1)
        top.children = [AnchorLink(h.title, h.id, 2) for h in self.site_page.headings]
        self.toc = TableOfContents([top])
        self.present_anchor_ids = {"top", *(h.id for h in self.site_page.headings)}
        self.links_to_anchors = {}
        self.content = _BODY


class Adapter:
    """The events of one build."""

    context: Context
    pages: list[SitePage]

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the data; `extra.mappings` says where it is, `extra.only` takes a part of it."""
        root = Path(config.config_file_path).parent
        mappings = root / config.extra["mappings"]
        reference = load_reference(mappings, config.extra.get("only", ()))
        language = str(config.theme["language"])
        repository = Repository(config.repo_url or "", config.extra["branch"])
        self.context = Context(reference, "zh" if language == "zh" else "en", repository)
        self.pages = list(all_pages(self.context))
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the generated pages and data files."""
        for page in self.pages:
            path = page.url.rstrip("/") + ".md"
            in_nav = "/" not in path
            level = InclusionLevel.INCLUDED if in_nav else InclusionLevel.NOT_IN_NAV
            file = File.generated(config, path, content="", inclusion=level)
            file.page = GeneratedPage(page, file, config)
            files.append(file)
        for path, content in data_files(self.context).items():
            files.append(File.generated(config, path, content=content))
        return files

    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Give pages outside of the navigation the parent of the page that leads to them."""
        for area, path in _BESIDE.items():
            beside = files.get_file_from_path(path)
            found = beside.page if beside else None
            parent: Any = found.parent or found if found else None
            for file in files.documentation_pages() if parent else ():
                page = file.page
                if not isinstance(page, GeneratedPage) or page.site_page.area is not area:
                    continue
                if not file.inclusion.is_in_nav():
                    page.parent = parent
        return nav

    @event_priority(100)
    def on_page_context(
        self, context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
    ) -> dict[str, Any]:
        """Fill in what comes from the data, before the search plugin and the template see it."""
        if not isinstance(page, GeneratedPage):
            page.content = fill_fragments(self.context, page.content or "", page.url)
        context["other_language"] = self._other_language(page, config)
        return context

    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """Put our body into the theme's page, of which we drop the many blank lines."""
        if not isinstance(page, GeneratedPage):
            return output
        return _BLANK.sub("\n", output).replace(_BODY, page.site_page.body())

    @event_priority(100)
    def on_post_build(self, config: MkDocsConfig) -> None:
        """Append our search entries before the search plugin writes its index."""
        search: Any = config.plugins["material/search"]
        own = [entry for page in self.pages for entry in page.search]
        search.search_index.entries += [
            _indexed(entry) for entry in (*own, *listed_only(self.context))
        ]

    def _other_language(self, page: Page, config: MkDocsConfig) -> str:
        """The same page in the other language, from the root of the site; else its home page."""
        other = next(name for name in LANGUAGES if name != self.context.language)
        docs = Path(config.docs_dir).parent / other
        exists = isinstance(page, GeneratedPage) or (docs / page.file.src_uri).is_file()
        return posixpath.join("zh" if other == "zh" else "", page.url if exists else "")


def _indexed(entry: SearchEntry) -> dict[str, Any]:
    return {key: value for key, value in asdict(entry).items() if value}


_adapter = Adapter()
on_config = _adapter.on_config
on_files = _adapter.on_files
on_nav = _adapter.on_nav
on_page_context = _adapter.on_page_context
on_post_page = _adapter.on_post_page
on_post_build = _adapter.on_post_build
