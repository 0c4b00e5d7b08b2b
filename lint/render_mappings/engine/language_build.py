"""Builds the site of one language with MkDocs; meant to run in a process of its own."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from render_mappings.views.wording import Language


@dataclass(frozen=True, slots=True)
class Job:
    """What to build: configuration file, output directory, data, and the part of it to show."""

    config: Path
    out: Path
    language: Language
    mappings: Path
    only: Sequence[str] = ()


def build_language(job: Job) -> None:
    """Build one language; raise CorpusProblems when the data cannot be read."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # the theme's banner, printed when it is imported
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.basicConfig(
        level=logging.WARNING, format="%(levelname)s %(message)s", stream=sys.stderr
    )
    logging.getLogger("jieba").setLevel(logging.ERROR)
    config = load_config(str(job.config), site_dir=str(job.out))
    config.extra["mappings"] = str(job.mappings)
    config.extra["only"] = list(job.only)
    build(config)
