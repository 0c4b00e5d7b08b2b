"""The adapter to MkDocs: the only module that knows the engine's pages and events.

It builds the handwritten pages. Of the generated ones it lays out those of the navigation, without
their bodies, and a stand-in for each kind of the others, which stay out of the navigation, since
its cost grows with the square of its length; they are given a parent there so that tab and sidebar
stay.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import escape
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import get_relative_url
from mkdocs.utils.meta import get_data
from mkdocs.utils.templates import TemplateContext

from mapping_model.files import read_ordinary
from render_mappings.data.reference import Reference
from render_mappings.engine.common_parts import CommonParts, unmarked
from render_mappings.engine.shells import BODY, Kind, Shell, Shells, kind_of, shell_of, stand_in
from render_mappings.pages.all_pages import all_pages, fixed_files
from render_mappings.pages.fragments import fill_fragments
from render_mappings.pages.page import Area, SearchEntry, SitePage
from render_mappings.views.looks import SCRIPT, STYLE, THEME, compiled
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import Language

# The page of the navigation beside which the pages of an area belong.
_BESIDE = {Area.APIS: "apis.md", Area.GOTCHAS: "gotchas.md", Area.CONTRIBUTE: "rules.md"}

# Of the theme's files those that no page of ours loads: what leads back to the sources of scripts,
# and the search.
_UNUSED = re.compile(r"assets/(.*\.map|javascripts/lunr/.*|javascripts/workers/search\..*)")

# Where the pages of the porting guide are.
_GUIDE = "porting/"
# So many bytes a handwritten page has at most.
_MOST_OF_A_PAGE = 1_000_000

_SETTINGS: dict[Language, str] = {"en": "mkdocs.yml", "zh": "mkdocs.zh.yml"}

# Stands for the body of a generated page while the theme lays the page out. The theme looks for
# an h1 in it, and adds one where there is none.
_BODY = "<h1 hidden>body</h1>"
_GOTCHA_LINK = re.compile(r"\[(?P<words>[^][]+)\]\((?:\.\./)?gotcha/(?P<id>[a-z0-9-]+)\.md\)")
_BLANK = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What MkDocs has found out, beside the files that it has written.

    `sections` are those of the handwritten pages, `symptoms` what people type who look for one, by
    its address.
    """

    site_url: str
    shells: Shells
    sections: tuple[SearchEntry, ...]
    symptoms: dict[str, list[str]]


class Layout:
    """One language of the site of the repository at `root`, to be built into `out`."""

    def __init__(self, root: Path, out: Path, language: Language, reference: Reference) -> None:
        os.environ["NO_MKDOCS_2_WARNING"] = "1"  # the theme's banner, printed when it is loaded
        self._config = load_config(str(root / _SETTINGS[language]), site_dir=str(out))
        logging.getLogger("jieba").setLevel(logging.WARNING)  # the theme's search loads it
        self._plugin = MappingsPlugin(Context(reference, language, _repository(self._config)))
        self._config.plugins["mappings"] = self._plugin
        self.out, self.context, self.pages = out, self._plugin.context, self._plugin.pages

    def build(self) -> LaidOut:
        """Write the handwritten pages and what does not depend on the data."""
        build(self._config)
        found, site_url = self._plugin, self._config.site_url or ""
        return LaidOut(site_url, found.shells, found.sections, found.symptoms)


class GeneratedPage(Page):
    """A page rendered by us; Markdown and the search plugin's parser never see it."""

    def __init__(self, site_page: SitePage, file: File, config: MkDocsConfig) -> None:
        super().__init__(str(escape(site_page.title)), file, config)
        self.site_page = site_page
        if site_page.source:
            self.edit_url = _repository(config).edit_url(site_page.source)

    def read_source(self, config: MkDocsConfig) -> None:
        """Set what the theme reads from a page's head."""
        self.markdown = ""
        self.meta = {
            "search": {"exclude": True},
            "description": str(escape(self.site_page.description)),
            "hide": [*self._hidden()],
        }

    def _hidden(self) -> Iterator[str]:
        if not self.site_page.headings:
            yield "toc"
        if self.site_page.wide:
            yield "navigation"

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Lay out headings; the body follows when the page is written."""
        top = AnchorLink(str(self.title), "top", 1)
        headings = self.site_page.headings() if self.site_page.headings else ()
        top.children = [AnchorLink(h.title, h.id, 2) for h in headings]
        self.toc = TableOfContents([top])
        self.present_anchor_ids = {"top", *(h.id for h in headings)}
        self.links_to_anchors = {}
        self.content = _BODY


class MappingsPlugin(BasePlugin):
    """Adds what is made from the data to one build in one language."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.pages = list(all_pages(context))
        self.shells: dict[Kind | str, Shell] = {}
        self.sections: tuple[SearchEntry, ...] = ()
        self.symptoms: dict[str, list[str]] = {}
        self._common = CommonParts()

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Lay our looks over the theme's."""
        config.theme.dirs.insert(0, str(THEME))
        config.extra_css.append(STYLE)
        config.theme.static_templates.add("opensearch.xml")
        config.extra_javascript.append(SCRIPT)
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the generated pages and files; of pages of a kind just the addresses."""
        for file in [file for file in files if _UNUSED.fullmatch(file.src_uri)]:
            files.remove(file)
        kinds: dict[Kind, SitePage] = {}
        for page in self.pages:
            if kind := kind_of(page):
                kinds[kind] = stand_in(kind)
                files.append(_file(config, page, InclusionLevel.EXCLUDED))
            else:
                files.append(_laid_out(config, page))
        for page in kinds.values():
            files.append(_laid_out(config, page))
        for file in [*_english_only(config, files.src_uris)]:
            files.append(file)
        for path, content in fixed_files(self.context.language, config.site_url or "").items():
            files.append(File.generated(config, path, content=content))
        if self.context.reference.partial:
            config.nav = _found(config.nav, files.src_uris)
            config.validation.links.not_found = logging.DEBUG
        return files

    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Give pages outside of the navigation the parent of the page that leads to them."""
        beside = {area: files.get_file_from_path(path) for area, path in _BESIDE.items()}
        for file in files.documentation_pages():
            page = file.page
            if not isinstance(page, GeneratedPage) or file.inclusion.is_in_nav():
                continue
            leading = beside[page.site_page.area]
            parent: Any = leading and leading.page and (leading.page.parent or leading.page)
            page.parent = parent
        return nav

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        """Tell the templates our words and where a page is in each language; compile them once."""
        env.bytecode_cache = compiled(self.context.language)
        # The theme's words as they are: escaped, Chinese takes six characters for one.
        env.policies["json.dumps_kwargs"] = {"sort_keys": True, "ensure_ascii": False}
        env.globals["words"] = self.context.words
        env.globals["versions"] = partial(_versions, config)
        pages = [file.page for file in files.documentation_pages() if file.page]
        written = [page.url for page in pages if not isinstance(page, GeneratedPage)]
        env.globals["addresses"] = [*written, *(page.url for page in self.pages)]
        env.globals["has_twin"] = _has_twin
        return env

    def on_page_markdown(
        self, markdown: str, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Say below the title of a page that it is not translated.

        A preview has few of the gotchas that handwritten pages lead to: of the others it shows the
        words without the link.
        """
        if isinstance(page, GeneratedPage):
            return markdown
        known = self.context.reference.gotchas
        markdown = _GOTCHA_LINK.sub(lambda m: m[0] if m["id"] in known else m["words"], markdown)
        if _is_own(config, page.file):
            return markdown
        title, _, text = markdown.partition("\n")
        return f'{title}\n\n!!! note ""\n    {self.context.words["english_only"]}\n{text}'

    @event_priority(100)
    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> None:
        """Fill in what comes from the data, before the search plugin sees it."""
        if not isinstance(page, GeneratedPage):
            if symptoms := [*_symptoms(config, page.file)]:
                self.symptoms[page.url] = symptoms
            guide = [(p.url, p.markdown or "") for p in nav.pages if p.url.startswith(_GUIDE)]
            page.content = fill_fragments(self.context, page.content or "", page.url, guide)

    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """Lay a handwritten page as Markdown beside it; keep the theme's page of a generated one.

        Of that we drop the many blank lines. It is not written here, as it has no body.
        """
        if isinstance(page, GeneratedPage):
            of_a_kind = kind_of(page.site_page) is not None
            output = _BLANK.sub("\n", output)
            output = self._common.taken_out(output, _root(page), parts=of_a_kind)
            self.shells[shell_of(page.site_page)] = Shell.of(output.replace(_BODY, BODY))
            return ""
        twin = Path(config.site_dir, page.url, "index.md")
        twin.parent.mkdir(parents=True, exist_ok=True)
        twin.write_text(page.markdown or "", "utf-8")
        return unmarked(output)

    @event_priority(100)
    def _take_sections(self, config: MkDocsConfig) -> None:
        """Take the sections of handwritten pages from the theme's search, and leave it nothing.

        What it knows would be loaded on every page.
        """
        search: Any = config.plugins["material/search"]
        index = search.search_index
        self.sections = tuple(
            SearchEntry(s["location"], s["title"], s["text"]) for s in index.entries
        )
        index.entries = []

    @event_priority(0)
    def _write_common_parts(self, config: MkDocsConfig) -> None:
        self._common.write(Path(config.site_dir))

    on_post_build = CombinedEvent(_take_sections, _write_common_parts)


def _has_twin(page: Page) -> bool:
    """Whether a page is also there as Markdown."""
    return not isinstance(page, GeneratedPage) or page.site_page.twin is not None


def _root(page: Page) -> str:
    """What leads from a page to the site it is of."""
    return get_relative_url(".", page.url).removesuffix("/")


def _file(config: MkDocsConfig, page: SitePage, inclusion: InclusionLevel) -> File:
    """A page of ours under the path that links to it name."""
    path = page.url.removesuffix("/") + ".md"
    return File.generated(config, path, content="", inclusion=inclusion)


def _laid_out(config: MkDocsConfig, page: SitePage) -> File:
    in_nav = "/" not in page.url.removesuffix("/") and page.in_navigation
    file = _file(config, page, InclusionLevel.INCLUDED if in_nav else InclusionLevel.NOT_IN_NAV)
    file.page = GeneratedPage(page, file, config)
    return file


def _repository(config: MkDocsConfig) -> Repository:
    return Repository(config.repo_url or "", config.extra["branch"])


def _versions(config: MkDocsConfig, url: str) -> dict[str, str]:
    """The addresses of a page by language, as `hreflang` takes them."""
    root = (config.site_url or "").removesuffix("zh/")
    folders = {"en": "", "zh": "zh/"}
    found = {name: f"{root}{folder}{url}" for name, folder in folders.items()}
    return {**found, "x-default": found["en"]}


def _is_own(config: MkDocsConfig, file: File) -> bool:
    return file.src_dir is None or Path(file.src_dir) == Path(config.docs_dir)


def _symptoms(config: MkDocsConfig, file: File) -> Iterator[str]:
    """What people type who look for a handwritten page, in any language."""
    for language in ("en", "zh"):
        path = Path(config.docs_dir).parent / language / file.src_uri
        if path.is_file():
            text = read_ordinary(path, _MOST_OF_A_PAGE).decode("utf-8")
            yield from get_data(text)[1].get("symptoms", ())


def _english_only(config: MkDocsConfig, known: Collection[str]) -> Iterator[File]:
    """The handwritten pages that this language has not: they are there in English."""
    english = Path(config.docs_dir).parent / "en"
    for path in sorted(english.glob("*.md")):
        if path.name not in known:
            file = File(path.name, str(english), config.site_dir, config.use_directory_urls)
            file.edit_uri = f"../en/{path.name}"
            yield file


def _found(item: Any, known: Collection[str]) -> Any:
    """A part of the navigation without the pages that are not there; empty if none is."""
    if isinstance(item, str):
        return item if item in known else ""
    if isinstance(item, list):
        return [kept for part in item if (kept := _found(part, known))]
    return {title: kept for title, part in item.items() if (kept := _found(part, known))}
