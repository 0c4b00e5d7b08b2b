"""The site of a preview: each file is made when it is asked for, from the data as it is then.

A language is laid out when its first page is asked for. What MkDocs lays out, the handwritten pages
and those of the navigation, is laid out again when one of these is asked for after the data has
changed; other pages need only the data.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mapping_model.naming import GLOSSARY, GOTCHAS, RESULTS, path_for
from render_mappings.data.reference import Reference, load_reference
from render_mappings.data.rereading import Rereader
from render_mappings.engine.made_files import Made, made_files, write_file
from render_mappings.engine.mkdocs_plugin import Layout
from render_mappings.engine.pyodide import pyodide_files
from render_mappings.engine.shells import kind_of
from render_mappings.pages.all_pages import all_pages
from render_mappings.pages.api_files import ROOT, api_files
from render_mappings.pages.converter_files import PACKED, RUNTIME, converter_archive
from render_mappings.views.looks import LOOKS
from render_mappings.views.page_context import Context
from render_mappings.views.wording import Language

UNKNOWN = "404.html"
# What MkDocs writes of handwritten pages, and what lists all pages.
_LAID_OUT = (".html", ".md", ".xml")
# Where the published site begins, as the theme's scripts are told.
_BASE = re.compile(r'"base": "([^"]+)"')


@dataclass(frozen=True, slots=True)
class Source:
    """What the site is made from: the repository, its data, and the entries to show (or all)."""

    root: Path
    mappings: Path
    only: tuple[str, ...] = ()

    def load(self) -> Reference:
        """Read the data; raises what `load_reference` does."""
        return load_reference(self.mappings, self.only)

    def handwritten(self) -> tuple[Path, ...]:
        """The files and folders that pages are laid out with, beside the data."""
        written = (self.root / "docs", self.root / "examples")
        there = (path for path in written if path.is_dir())
        return (LOOKS, *there, *self.root.glob("mkdocs*.yml"))

    def watched(self, reference: Reference) -> Iterator[Path]:
        """The files and folders that the site changes with."""
        yield from self.handwritten()
        if not self.only:
            yield self.mappings
            return
        parts = {path_for(name).parent for name in reference.entries} | {Path(GOTCHAS)}
        folders = [base / part for base in (Path(), Path(RESULTS)) for part in parts]
        for path in (Path(GLOSSARY), *folders):
            if (self.mappings / path).exists():
                yield self.mappings / path


class LiveSite:
    """The site of `source` in the folder `out`, as far as it was asked for."""

    def __init__(self, source: Source, out: Path) -> None:
        self._source, self._out = source, out
        reader = Rereader(source.mappings)
        self._read = source.load if source.only else reader.reference
        self.reference = self._read()
        self._written = _stamps(source.handwritten())
        self._languages: dict[Language, _OneLanguage] = {}
        # What is the same for both languages, or large, and seldom asked for; what is there of it.
        self._shared: set[str] = set()

    def renew(self) -> None:
        """Take in what has changed; raises what reading does, and is then as it was."""
        self.reference = self._read()
        written = _stamps(self._source.handwritten())
        if written != self._written:
            self._written, self._languages = written, {}
        for one in self._languages.values():
            one.renew(self.reference)
        self._shared.clear()

    def lay(self, path: str) -> None:
        """Make the file at a path of the site, where the site has one."""
        language: Language = "zh" if path.startswith("zh/") else "en"
        if "en" not in self._languages and language == "zh":
            self.lay("")  # which the other language lies in
        if language not in self._languages:
            folder = self._out / "zh" if language == "zh" else self._out
            self._languages[language] = _OneLanguage(
                self._source.root, folder, language, self.reference
            )
        self._languages[language].lay(path.removeprefix("zh/"))
        for prefix in (f"{ROOT}/", RUNTIME, PACKED):
            # What was there goes when English is laid out again.
            there = prefix in self._shared and (self._out / path).exists()
            if path.startswith(prefix) and not there:
                self._shared.add(prefix)
                for name, content in self._content(prefix):
                    write_file(self._out / name, content)

    def _content(self, prefix: str) -> Iterable[tuple[str, str | bytes]]:
        if prefix == RUNTIME:
            return pyodide_files(self._source.root).items()
        if prefix == PACKED:
            return [(PACKED, converter_archive(self.reference))]
        return api_files(self._languages["en"].context)


class _OneLanguage:
    """The site of one language in `folder`; the English one has the other in it."""

    def __init__(self, root: Path, folder: Path, language: Language, reference: Reference) -> None:
        self._root, self._folder, self._language = root, folder, language
        self._made: Made = {}
        self._of_kinds: set[str] = set()
        self._there: set[str] = set()
        self._reference = reference
        self._lay_out()

    def renew(self, reference: Reference) -> None:
        """Make files from other data from now on."""
        self._reference, self._behind = reference, True
        self._take(Context(reference, self._language, self.context.repository))

    def lay(self, path: str) -> None:
        """Make the file at a path of this language, or the page that it is short for."""
        page = f"{path}/index.html".lstrip("/")
        if path not in self._made and page in self._made:
            path = page
        if self._behind and path.endswith(_LAID_OUT) and path not in self._of_kinds:
            self._lay_out()
        if path in self._made and path not in self._there:
            write_file(self._folder / path, self._made[path]())
            self._there.add(path)

    def _lay_out(self) -> None:
        work = Path(tempfile.mkdtemp(dir=self._folder.parent, prefix=f".{self._language}-"))
        new, chinese = work / "new", self._folder / "zh"
        try:
            layout = Layout(self._root, new, self._language, self._reference)
            self._laid_out = layout.build()
            self._take(layout.context)
            bring_home(new)
            if self._language == "en" and chinese.exists():
                chinese.rename(new / "zh")
            if self._folder.exists():
                self._folder.rename(work / "old")
            new.rename(self._folder)
        finally:
            shutil.rmtree(work)
        self._behind = False

    def _take(self, context: Context) -> None:
        pages = list(all_pages(context))
        self.context, self._there = context, set()
        self._made = made_files(context, pages, self._laid_out)
        self._of_kinds = {
            f"{page.url}index{ending}" for page in pages if kind_of(page) for ending in _LAID_OUT
        }


def bring_home(site: Path) -> None:
    """Let a page for unknown addresses, whose links are absolute, link to this machine."""
    page = site / UNKNOWN
    text = page.read_text("utf-8")
    if base := _BASE.search(text):
        page.write_text(text.replace(f'"{base[1].removesuffix("zh/")}', '"/'), "utf-8")


def _stamps(paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """What changes when any of these files, or of those below these folders, is written."""
    files = (file for path in paths for file in (path, *path.rglob("*")) if file.is_file())
    return {file: (file.stat().st_mtime_ns, file.stat().st_size) for file in files}
