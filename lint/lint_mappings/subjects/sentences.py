"""The sentences of a file, in both languages, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mapping_model.reading import Path_

# Under these keys stands code or data, not sentences.
_NOT_TEXT = frozenset({"inputs", "torch", "paddle", "formula"})
_SPAN = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True, slots=True)
class Sentence:
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


def sentences(data: Any, path: Path_ = ()) -> Iterator[Sentence]:
    """Every text of a file's data, in the order of the file."""
    if isinstance(data, dict):
        if data.keys() == {"en", "zh"}:
            for language in ("en", "zh"):
                text = data[language]
                yield Sentence((*path, language), language, text, blot(text))
            return
        for key, value in data.items():
            if isinstance(value, (dict, list)) and key not in _NOT_TEXT:
                yield from sentences(value, (*path, key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            if isinstance(item, (dict, list)):
                yield from sentences(item, (*path, index))


def blot(text: str) -> str:
    """The text with `x` for every character inside backticks."""
    if "`" not in text:
        return text
    return _SPAN.sub(lambda found: f"`{'x' * (len(found[0]) - 2)}`", text)
