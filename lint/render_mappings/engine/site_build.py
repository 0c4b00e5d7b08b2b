"""Builds both languages side by side and puts the result in place at once."""

from __future__ import annotations

import gc
import multiprocessing
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any

from mapping_model.forking import at_once, may_fork
from render_mappings.data.reference import Reference
from render_mappings.engine.made_files import made_files, write_file
from render_mappings.engine.mkdocs_plugin import LaidOut, Layout
from render_mappings.engine.pyodide import pyodide_files
from render_mappings.pages.api_files import api_files
from render_mappings.pages.converter_files import PACKED, converter_archive
from render_mappings.views.wording import LANGUAGES, Language

# Files are written in so many parts: more than there are processes, so that all end together.
_PARTS = 16


def build_site(root: Path, out: Path, reference: Reference, *, apart: bool = True) -> None:
    """Build the whole site from the repository at `root` into `out`.

    Nothing of an earlier site is touched before everything is built. With `apart`, and where fork
    is safe, the work is spread over processes; else one thing follows the other.
    """
    global _layouts
    python = pyodide_files(root)
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        _layouts = [Layout(root, work / name, name, reference) for name in LANGUAGES]
        reference.changes()  # each process would find it out again
        with _workers(apart) as each:
            laid_out = each(_lay_out, range(len(LANGUAGES)))
            records = each(_write_records, ["en"])
            list(each(_write, range(_PARTS), repeat([*laid_out])))
            list(records)
        _write_converter(work / "en", python, reference)
        (work / "zh").rename(work / "en" / "zh")
        _swap(work / "en", out, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _workers(apart: bool) -> Iterator[Callable[..., Iterator[Any]]]:
    """How a function is called for one thing after the other: in forked processes, or here."""
    if apart and may_fork():
        fork = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(mp_context=fork, initializer=_begin) as pool:
            try:
                yield pool.map
            except KeyboardInterrupt:
                for process in multiprocessing.active_children():
                    process.kill()
                raise
    else:
        yield map


# What is built; forked processes have it from the one that they come from.
_layouts: Sequence[Layout] = ()


def _begin() -> None:
    """In a new process: end without a word when interrupted; what was read stays."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    at_once()
    gc.freeze()
    gc.enable()


def _lay_out(place: int) -> LaidOut:
    return _layouts[place].build()


def _write_records(language: Language) -> None:
    """Write the files for programs: they hold both languages, so only one site has them."""
    layout = _layouts[LANGUAGES.index(language)]
    for path, text in api_files(layout.context):
        write_file(layout.out / path, text)


def _write_converter(site: Path, python: Mapping[str, bytes], reference: Reference) -> None:
    """Write what only the page that converts code loads, once for both languages."""
    for path, content in {**python, PACKED: converter_archive(reference)}.items():
        write_file(site / path, content)


def _write(part: int, laid_out: Sequence[LaidOut]) -> None:
    """Write a part of the files in both languages.

    What is in one folder, such as a page and the same as Markdown, is in one part, as both
    languages are: what they share is found out once.
    """
    for layout, own in zip(_layouts, laid_out, strict=True):
        made = made_files(layout.context, layout.pages, own)
        folders = {path: path.rpartition("/")[0] for path in made}
        mine = set([*dict.fromkeys(folders.values())][part::_PARTS])
        for path, make in made.items():
            if folders[path] in mine:
                write_file(layout.out / path, make())


def _swap(new: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    new.rename(out)
