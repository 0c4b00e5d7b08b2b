"""Builds both languages side by side and puts the result in place at once."""

from __future__ import annotations

import multiprocessing
import shutil
import signal
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config.defaults import MkDocsConfig

from render_mappings.data.answers import answers_of, others_of
from render_mappings.data.reference import Reference
from render_mappings.engine.mkdocs_plugin import configuration
from render_mappings.views.highlighting import highlighted
from render_mappings.views.wording import LANGUAGES


def build_site(root: Path, out: Path, reference: Reference, *, apart: bool = True) -> None:
    """Build the whole site from the repository at `root` into `out`.

    Nothing of an earlier site is touched before everything is built. With `apart`, each language
    has a process, forked with what both share; else, and without fork, one follows the other.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        configs = [configuration(root, work / name, name, reference) for name in LANGUAGES]
        if apart and "fork" in multiprocessing.get_all_start_methods():
            _build_apart(configs, reference)
        else:
            for config in configs:
                build(config)
        (work / "zh").rename(work / "en" / "zh")
        _swap(work / "en", out, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def prepare(reference: Reference) -> None:
    """Do what both languages share and takes long: compare releases, write and colour code."""
    reference.changes()
    for name in reference.entries:
        for answer in answers_of(reference, name).values():
            for code in (answer.torch, *(one.code for one in answer.written)):
                highlighted(code or "", "python")
        for others in others_of(reference, name).values():
            for one in others:
                highlighted(one.code or "", "python")
    for example in reference.examples():
        highlighted(example.torch, "python")
        highlighted(example.paddle, "python")
    for name, entry in reference.entries.items():
        for number, variant in enumerate(entry.variants, 1):
            shown = (limit.example.torch for limit in reference.limits_of(name, number))
            for code in (*variant.codes, *shown):
                highlighted(code, "python")


def _build_apart(configs: Sequence[MkDocsConfig], reference: Reference) -> None:
    prepare(reference)
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(len(configs), fork, _begin, (configs,)) as pool:
        list(pool.map(_build, range(len(configs))))


_configs: Sequence[MkDocsConfig]


def _begin(configs: Sequence[MkDocsConfig]) -> None:
    """In a new process: what there is to build; and end without a word when interrupted."""
    global _configs
    _configs = configs
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _build(place: int) -> None:
    build(_configs[place])


def _swap(new: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    new.rename(out)
