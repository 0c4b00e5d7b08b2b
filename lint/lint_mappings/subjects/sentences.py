"""The sentences of a file, in both languages, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from mapping_model.reading import Path_

# Under these keys stands code, data or what people type, not sentences.
_NOT_TEXT = frozenset({"inputs", "torch", "paddle", "formula", "code", "symptoms"})
_LANGUAGES = ("en", "zh")
_SPAN = re.compile(r"`[^`\n]*`")


class Sentence(NamedTuple):
    """One text in one language ("en" or "zh").

    `bare` is the text with the inside of every `code span` blotted out by as many `x`, so that
    places in one are places in the other.
    """

    path: Path_
    language: str
    text: str
    bare: str

    def offset(self, index: int) -> tuple[int, int]:
        """Line and column, from 0, of the character at `index`."""
        before = self.text[:index]
        return before.count("\n"), index - (before.rfind("\n") + 1)


def sentences(data: Any) -> list[Sentence]:
    """Every text of a file's data, in the order of the file."""
    found: list[Sentence] = []
    _collect(data, (), found)
    return found


def _collect(data: Any, path: Path_, found: list[Sentence]) -> None:
    steps: Iterable[tuple[str | int, Any]]
    steps = enumerate(data) if isinstance(data, list) else data.items()
    for step, value in steps:
        if not isinstance(value, (dict, list)) or step in _NOT_TEXT:
            continue
        if isinstance(value, dict) and "en" in value and "zh" in value:
            for key in _LANGUAGES:
                found.append(Sentence((*path, step, key), key, value[key], blot(value[key])))
        else:
            _collect(value, (*path, step), found)


def blot(text: str) -> str:
    """The text with `x` for every character inside backticks."""
    if "`" not in text:
        return text
    return _SPAN.sub(lambda found: f"`{'x' * (len(found[0]) - 2)}`", text)
