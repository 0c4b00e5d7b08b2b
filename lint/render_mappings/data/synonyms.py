"""What people call things whose names they do not know, and what they look for: a file of words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

_FILE = Path(__file__).with_suffix(".yaml")


@dataclass(frozen=True, slots=True)
class Asked:
    """Words for one thing, in both languages, and where they lead, see the head of the file."""

    words: tuple[str, ...]
    leads: tuple[str, ...]


@cache
def synonyms() -> tuple[Asked, ...]:
    """All of them, in the order of the file."""
    told = yaml.safe_load(_FILE.read_text("utf-8"))
    return tuple(Asked(tuple(one["asked"]), tuple(one["leads"])) for one in told)
