"""What people call things whose names they do not know, and what they look for: files of words.

`synonyms.yaml` has what they look for, `everyday.yaml` what functions compute, in plain words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

_FILES = tuple(Path(__file__).with_name(f"{name}.yaml") for name in ("synonyms", "everyday"))


@dataclass(frozen=True, slots=True)
class Asked:
    """Words for one thing, in both languages, and where they lead, see the head of the file."""

    words: tuple[str, ...]
    leads: tuple[str, ...]


@cache
def synonyms() -> tuple[Asked, ...]:
    """All of them, in the order of the files."""
    told = [one for path in _FILES for one in yaml.safe_load(path.read_text("utf-8"))]
    return tuple(Asked(tuple(one["asked"]), tuple(one["leads"])) for one in told)
