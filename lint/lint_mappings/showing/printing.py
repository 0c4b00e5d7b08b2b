"""An answer as text for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TextIO

from lint_mappings.showing.answer import Answer, Converted, Way
from mapping_model.printable import printable

_WIDTH = 100


def print_converted(converted: Converted, out: TextIO, remarks: TextIO) -> None:
    """The code alone, so that it can be piped; what is left to a person on the other stream."""
    out.write(f"{converted.code}\n")
    for one in converted.undecided:
        remarks.write(printable(f"line {one.line}: {one.api} is left as it is. {one.why}") + "\n")
    for condition in converted.assumed:
        remarks.write(printable(f"assumed not to hold: {condition}") + "\n")


def print_answer(answered: Answer, out: TextIO) -> None:
    """Everything about one API."""
    for line in _lines(answered):
        out.write(f"{printable(line)}\n")


def _lines(answered: Answer) -> Iterator[str]:
    alias = f", another name of {answered.alias_of}" if answered.alias_of else ""
    yield f"{answered.torch}{alias}"
    for way in answered.ways:
        yield ""
        yield from _way(way)
    if answered.releases:
        yield ""
        yield "Paddle     examples    unchanged torch code"
    for release in answered.releases:
        yield f"{release.paddle:10} {release.outcome:11} {release.unchanged}"
    if answered.gotchas:
        yield ""
        yield "Gotchas"
    for id_, title in answered.gotchas:
        yield from _wrapped(f"{id_}: {title}")


def _way(way: Way) -> Iterator[str]:
    yield f"{way.paddle or '-'}   [{way.category}]"
    for text in way.summary:
        yield from _wrapped(text)
    if way.example is not None:
        for name, code in zip(("torch ", "paddle"), way.example, strict=True):
            for index, line in enumerate(code.splitlines()):
                yield f"  {name if index == 0 else '      '}  {line}"
    width = max((len(p.torch or "-") for p in way.params), default=0)
    other = max((len(p.paddle or "-") for p in way.params), default=0)
    for p in way.params:
        head = f"  {p.torch or '-':{width}}  {p.paddle or '-':{other}}  "
        yield from textwrap.wrap(
            p.remark, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head)
        ) or [head.rstrip()]
    for note in way.notes:
        yield from _wrapped(f"- {note}")
    for target, note in way.newer:
        yield from _wrapped(f"- {target}: {note}")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ")
