"""A problem: something wrong at one place of one file, said so that a person can fix it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """What is wrong, where, and how to fix it.

    `path` is relative to the directory that holds `mappings`; `line` and `column` count from 1,
    columns in characters. `hint` is one sentence that says what to do.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    hint: str = ""

    def __reduce__(self) -> tuple[type[Problem], tuple[str, int, int, str, str, str]]:
        """How processes pass it on; several times as fast as what dataclasses do by themselves."""
        fields = (self.path, self.line, self.column, self.code, self.message, self.hint)
        return Problem, fields


def nearest(word: str, candidates: Iterable[str], likeness: float = 0.6) -> str | None:
    """The candidate most like `word`, None when none is alike enough (0 to 1) to be meant."""
    return _nearest(word, tuple(candidates), likeness)


@lru_cache(maxsize=1024)  # several rules ask the same of one row
def _nearest(word: str, candidates: tuple[str, ...], likeness: float) -> str | None:
    found = difflib.get_close_matches(word, candidates, n=1, cutoff=likeness)
    return found[0] if found else None


def did_you_mean(word: str, candidates: Iterable[str], likeness: float = 0.6) -> str:
    """ " Did you mean `x`?" with the nearest candidate, or the empty string."""
    found = nearest(word, candidates, likeness)
    return f" Did you mean `{found}`?" if found else ""
