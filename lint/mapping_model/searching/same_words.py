"""Words that mean the same to those who search: a file of them, in both languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

_FILE = Path(__file__).with_suffix(".yaml")


@cache
def same_words() -> tuple[tuple[str, ...], ...]:
    """Each meaning's words, the one that stands for them first."""
    return tuple(tuple(map(str, words)) for words in yaml.safe_load(_FILE.read_text("utf-8")))
