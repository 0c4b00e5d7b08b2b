"""The code between backticks in texts: names, calls, arguments, each with its place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from lint_mappings.subjects.sentences import Sentence
from mapping_model.syntax import nodes_of

_SPAN = re.compile(r"`([^`\n]+)`")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
# What is no Python by itself, but is with something around it: `.sum()`, `axis=0, keepdim=True`,
# `axis=`, `@paddle.no_grad()`, `if x:`.
_FORMS = ("{}", "_{}", "_({})", "_({}_)", "{}\ndef _(): pass", "{} pass")
# What is written just before a name that does not exist: "there is no `paddle.relu`".
_DENIALS = (" no", "No", "没有")


class Span(NamedTuple):
    """What stands between two backticks; `start` is its place in the sentence."""

    sentence: Sentence
    start: int
    text: str

    @property
    def nodes(self) -> list[ast.AST]:
        """The syntax tree, also of what is only a part of an expression; empty if it is none."""
        return _nodes(self.text)

    @property
    def denied(self) -> bool:
        """Whether the words before say that there is no such thing."""
        return self.sentence.text[: self.start - 1].rstrip().endswith(_DENIALS)

    def place(self, name: str) -> int:
        """Where in the sentence a name stands that the span has."""
        found = re.search(rf"\b{re.escape(name)}\b", self.text)
        return self.start + (found.start() if found else 0)


def spans(sentences: Iterable[Sentence]) -> Iterator[Span]:
    """All of them, in the order of the file."""
    for sentence in sentences:
        if "`" in sentence.text:
            for found in _SPAN.finditer(sentence.text):
                yield Span(sentence, found.start(1), found[1])


@lru_cache(maxsize=4096)  # several rules look at each, and both languages have the same
def _nodes(text: str) -> list[ast.AST]:
    for form in _FORMS:
        try:
            return nodes_of(form.format(text))
        except SyntaxError:
            continue
    return []


def code_words(data: object) -> set[str]:
    """Every name in the code, the inputs and the tables of a file's data, not in its texts."""
    return set(_NAME.findall("\n".join(_code(data))))


def _code(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for item in data:
            yield from _code(item)
    elif isinstance(data, dict):
        yield from map(str, data)
        for key, value in data.items():
            if key not in ("en", "zh"):
                yield from _code(value)
