"""Builds both languages side by side and puts the result in place at once."""

from __future__ import annotations

import multiprocessing
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from render_mappings.engine.language_build import Job, build_language
from render_mappings.views.wording import LANGUAGES, Language

_CONFIG: dict[Language, str] = {"en": "mkdocs.yml", "zh": "mkdocs.zh.yml"}


def build_site(root: Path, out: Path, mappings: Path, only: Sequence[str] = ()) -> None:
    """Build the whole site from the repository at `root` into `out`.

    Nothing of an earlier site is touched before everything is built. Raises CorpusProblems when
    the data cannot be read.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        jobs = [
            Job(root / _CONFIG[language], work / language, language, mappings.resolve(), only)
            for language in LANGUAGES
        ]
        # Fresh processes: MkDocs and its plugins keep state of a build in their modules.
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(len(jobs), mp_context=spawn) as pool:
            list(pool.map(build_language, jobs))
        (work / "zh").rename(work / "en" / "zh")
        _swap(work / "en", out, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _swap(new: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    new.rename(out)
