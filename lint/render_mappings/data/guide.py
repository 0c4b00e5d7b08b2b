"""The steps of the porting guide, read from its handwritten pages, which alone say them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_TITLE = re.compile(r"# (\d+)\. (.+)")
# "**Do:** rewrite …", in one paragraph with others.
_PART = re.compile(r"\*\*([^*\n]+?)[:：]\*\*")
_LINK = re.compile(r"\[([^][]+)\]\([^()]*\)")
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_GOTCHA = re.compile(r"\.\./gotcha/([a-z0-9-]+)\.md")


@dataclass(frozen=True, slots=True)
class Step:
    """A step: what is done, compared and allowed, each with its name, and the traps on the way."""

    number: int
    title: str
    url: str
    parts: tuple[tuple[str, str], ...]
    gotchas: tuple[str, ...]


def steps(pages: Iterable[tuple[str, str]]) -> tuple[Step, ...]:
    """The steps among pages, given by address and Markdown, in their order."""
    found = (_step(url, text) for url, text in pages)
    return tuple(sorted((step for step in found if step), key=lambda step: step.number))


def _step(url: str, text: str) -> Step | None:
    title = _TITLE.match(text)
    if title is None:
        return None
    paragraph = next(block for block in text.split("\n\n")[1:] if block.strip())
    _, *parts = _PART.split(_LINK.sub(r"\1", " ".join(paragraph.split("\n"))))
    texts = (_EMPHASIS.sub(r"\1", part).strip() for part in parts[1::2])
    named = zip(parts[::2], texts, strict=True)
    gotchas = dict.fromkeys(_GOTCHA.findall(text))
    return Step(int(title[1]), title[2].strip(), url, tuple(named), tuple(gotchas))
