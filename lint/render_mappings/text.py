"""Contributed text as HTML: everything is escaped, and backticks are the only markup."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`\n]+)`")
_BLANK_LINES = re.compile(r"\n\s*\n")


def inline(text: str) -> Markup:
    """One run of text; what stands in backticks becomes code."""
    parts = _CODE.split(text)
    pieces = [
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(parts)
    ]
    return Markup("").join(pieces)


def paragraphs(text: str) -> Markup:
    """Text with blank lines between its paragraphs."""
    blocks = (" ".join(block.split("\n")) for block in _BLANK_LINES.split(text.strip()))
    return Markup("\n").join(Markup("<p>{}</p>").format(inline(block)) for block in blocks)


def plain(text: str) -> str:
    """The text without its backticks, not escaped."""
    return _CODE.sub(r"\1", text)


def without_stop(text: str) -> str:
    """The text without its full stop, as a heading takes it."""
    return text.strip().removesuffix("。").removesuffix(".")
