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
from render_mappings.engine.mkdocs_plugin import Layout
from render_mappings.engine.pyodide import pyodide_files
from render_mappings.engine.shells import Shells, write_pages
from render_mappings.pages.api_files import api_files
from render_mappings.pages.converter_files import PACKED, converter_archive
from render_mappings.views.wording import LANGUAGES, Language

# Pages are written in so many parts: more than there are processes, so that all end together.
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
        with _workers(apart) as each:
            shells = each(_lay_out, range(len(LANGUAGES)))
            records = each(_write_records, ["en"])
            list(each(_write, range(_PARTS), repeat([*shells])))
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


def _lay_out(place: int) -> Shells:
    return _layouts[place].build()


def _write_records(language: Language) -> None:
    """Write the files for programs: they hold both languages, so only one site has them."""
    layout = _layouts[LANGUAGES.index(language)]
    for path, text in api_files(layout.context):
        file = layout.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def _write_converter(site: Path, python: Mapping[str, bytes], reference: Reference) -> None:
    """Write what only the page that converts code loads, once for both languages."""
    for path, content in {**python, PACKED: converter_archive(reference)}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)


def _write(part: int, shells: Sequence[Shells]) -> None:
    """Write a part of the pages in both languages: what they share is found out once."""
    for layout, own in zip(_layouts, shells, strict=True):
        write_pages(layout.out, layout.pages[part::_PARTS], own)


def _swap(new: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    new.rename(out)
