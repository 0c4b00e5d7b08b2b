"""What a rule yields, and how it becomes a problem at a line and a column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import yaml

from lint_mappings.fixes.fix import Fix
from mapping_model.problems import Problem
from mapping_model.reading import Document, Path_

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong at one node of a document; the engine adds the rule's code.

    `path` leads from the root of the document to the value meant, or with `key` to its key.
    `offset` is a line and a column, from 0, inside the text at `path`: for code and sentences.
    Without a path it is one of the file itself.
    `fix` fixes it, where that takes no person. `again` tells that nothing is wrong but that a
    record is missing or stale, so that something is to be run again.
    """

    document: Document
    message: str
    hint: str = ""
    path: Path_ = ()
    key: bool = False
    offset: tuple[int, int] | None = None
    fix: Fix | None = None
    again: bool = False

    def problem(self, code: str) -> Problem:
        """The problem, at its line and column."""
        if self.offset is None:
            line, column = self.document.position(self.path, self.key)
        else:
            line, column = _inside(self.document, self.path, self.offset)
        message = self.message + self.document.remark(self.path)
        return Problem(self.document.name, line, column, code, message, self.hint)


def _inside(document: Document, path: Path_, offset: tuple[int, int]) -> tuple[int, int]:
    """Where line and column of a string stand in the file; its start where that is not certain."""
    if not path:
        return offset[0] + 1, offset[1] + 1
    node = document.node(path)
    if not isinstance(node, yaml.ScalarNode):
        return document.position(path)
    lines = document.lines
    row, column = node.start_mark.line, node.start_mark.column
    if node.style == "|":
        return _in_block(lines, node, offset)
    if offset[0] == 0 and node.start_mark.line == node.end_mark.line and "\n" not in node.value:
        quote = 1 if node.style in ("'", '"') else 0
        written = lines[row][column + quote : node.end_mark.column - quote]
        if written == node.value:
            return row + 1, column + quote + offset[1] + 1
    return _of_word(lines, node, offset) or (row + 1, column + 1)


def _of_word(
    lines: list[str], node: yaml.ScalarNode, offset: tuple[int, int]
) -> tuple[int, int] | None:
    """The place of a word in a string whose lines are joined, or that has escapes.

    Neither changes words: the third `axis` of the string is the third one that is written.
    """
    before = node.value.split("\n")
    index = sum(len(line) + 1 for line in before[: offset[0]]) + offset[1]
    word = _WORD.match(node.value, index)
    if word is None:
        return None
    number = node.value[:index].count(word[0])
    first, last = node.start_mark, node.end_mark
    written = lines[first.line : last.line + 1]
    if last.line < len(lines):  # a folded text ends where the next line would begin
        written[-1] = written[-1][: last.column]
    written[0] = " " * first.column + written[0][first.column :]
    places = _places("\n".join(written), word[0])
    if number >= len(places):
        return None
    row, column = places[number]
    return first.line + row + 1, column + 1


@lru_cache(maxsize=16)  # many findings may be in one text, of the same word
def _places(text: str, word: str) -> list[tuple[int, int]]:
    """Line and column, from 0, of each place where a word stands in a text."""
    found: list[tuple[int, int]] = []
    for row, line in enumerate(text.split("\n")):
        found += ((row, match.start()) for match in re.finditer(re.escape(word), line))
    return found


def _in_block(lines: list[str], node: yaml.ScalarNode, offset: tuple[int, int]) -> tuple[int, int]:
    """A place in a literal block: its text starts on the line that follows the `|`."""
    first = node.start_mark.line + 1
    block = lines[first : first + node.value.count("\n") + 1]
    written = node.value.split("\n")
    indent = next(
        (len(line) - len(text) for line, text in zip(block, written, strict=False) if text), 0
    )
    row, column = offset
    return first + row + 1, indent + column + 1
