"""Contributed text as HTML: everything is escaped, and backticks are the only markup.

And signatures."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from mapping_model.calls.operators import spelled
from mapping_model.snapshots import Signature
from published.sides import PublishedSide

_CODE = re.compile(r"`([^`\n]+)`")
# A line break between two of these is no blank: CJK characters and full-width punctuation.
_WIDE = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_WIDE_BREAK = re.compile(rf"(?<={_WIDE})[ \t]*\n[ \t]*(?={_WIDE})")
# How a sentence ends that a table is to follow.
_LEADING = re.compile(r"(?:，具体如下)?(?P<colon>[:：])\Z")
_BLANK_LINES = re.compile(r"\n\s*\n")


def inline(text: str) -> Markup:
    """One run of text; what stands in backticks becomes code."""
    parts = _CODE.split(text)
    pieces = [
        f"<code>{escape(part)}</code>" if index % 2 else escape(part)
        for index, part in enumerate(parts)
    ]
    return Markup("".join(pieces))


def paragraphs(text: str) -> Markup:
    """Text with blank lines between its paragraphs."""
    blocks = (_one_line(block) for block in _BLANK_LINES.split(text.strip()))
    return Markup("\n").join(Markup("<p>{}</p>").format(inline(block)) for block in blocks)


def opening(text: str) -> tuple[Markup, bool]:
    """The first paragraph of a text, and whether there are more."""
    first, *more = _BLANK_LINES.split(text.strip(), maxsplit=1)
    return paragraphs(first), bool(more)


def _one_line(block: str) -> str:
    return " ".join(_WIDE_BREAK.sub("", block).split("\n"))


def plain(text: str) -> str:
    """The text without its backticks, not escaped."""
    return _CODE.sub(r"\1", text)


def closed(text: str) -> str:
    """The text as a sentence that nothing need follow: it ends in no colon."""
    return _LEADING.sub(lambda found: {":": ".", "：": "。"}[found["colon"]], text.strip())


def without_stop(text: str) -> str:
    """The text without its full stop or colon, as a heading takes it."""
    return closed(text).removesuffix("。").removesuffix(".")


def signature_html(side: PublishedSide, signature: Signature | None = None) -> Markup:
    """A name and its parameters, as a call is written; an operator as it is written."""
    owner, dot, last = side.name.rpartition(".")
    if operation := spelled(side.name):
        return Markup("<b>{}</b>").format(operation)
    head = Markup('<span class="pm-owner">{}{}</span><b>{}</b>').format(owner, dot, last)
    if signature is None:
        return head
    parts = (
        Markup("<mark>{}</mark>" if part.partition("=")[0] in side.differing else "{}").format(part)
        for part in signature.parts
    )
    return Markup("{}({})").format(head, Markup(", ").join(parts))
