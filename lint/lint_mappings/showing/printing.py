"""What is published of an API as text for people."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from typing import TextIO

from lint_mappings.showing.answer import newer_targets, slow
from mapping_model.outcomes import DropIn
from mapping_model.printable import printable
from mapping_model.usages import Usage, Verdict
from published.attributes import LayerAttributes
from published.entry import PublishedEntry
from published.variants import PublishedVariant

_WIDTH = 100
# As much of a usage's title as leaves room for five releases.
_TITLE = 40


def answer_text(entry: PublishedEntry, language: str, out: TextIO) -> str:
    """Everything about one API, as wide as the terminal that it goes to."""
    width = shutil.get_terminal_size().columns if out.isatty() else _WIDTH
    return "\n".join(map(printable, _lines(entry, language, width)))


def _lines(entry: PublishedEntry, language: str, width: int) -> Iterator[str]:
    alias = f", another name of {entry.alias_of}" if entry.alias_of else ""
    form = f", a form of {entry.form_of}" if entry.form_of else ""
    yield f"{entry.name}{alias}{form}"
    for variant in entry.variants:
        yield ""
        yield from _way(entry, variant, language, width)
    if entry.usages:
        yield ""
        yield from _usages(entry, language, width)
    if tried := entry.tried(entry.newest):
        yield ""
        yield from _wrapped(" ".join(text.get(language) for text in tried), width)
    if told := slow(entry, language):
        yield ""
        yield from (f"  {line}" for line in told["code"].splitlines())
        yield from _wrapped(told["text"], width)
    if entry.attributes:
        yield ""
        yield f"Attributes of the layer m, on Paddle {entry.newest}"
        for table in entry.attributes:
            yield from _attributes(table, language, width)
    if entry.gotchas:
        yield ""
        yield "Gotchas"
    for gotcha in entry.gotchas:
        yield from _wrapped(f"{gotcha.id}: {gotcha.title.get(language)}", width)


def _attributes(table: LayerAttributes, language: str, wide: int) -> Iterator[str]:
    if table.where:
        yield from _wrapped(table.where.get(language), wide)
    width = max((len(row.torch) for row in table.rows), default=0)
    for row in table.rows:
        yield f"  {row.torch:{width}}  {row.code or 'none'}"
        if row.text:
            yield from _wrapped(f"{' ' * width}  {row.text.get(language)}", wide)
    for note in table.notes:
        yield from _wrapped(f"- {note.get(language)}", wide)


def _usages(entry: PublishedEntry, language: str, wide: int) -> Iterator[str]:
    """A row per usage, a column per release; `!` where unchanged code silently differs."""
    several = len(entry.variants) > 1
    names = [
        f"{f'{usage.variant}: ' if several else ''}{_name(usage, language)}"
        for usage in entry.usages
    ]
    width = max(map(len, ("Paddle", *names)))
    rows = [list(entry.known.releases), *map(_cells, entry.usages)]
    column = max(len(cell) for row in rows for cell in row)
    for name, row in zip(("Paddle", *names), rows, strict=True):
        cells = "".join(f"  {cell:{column}}" for cell in row)
        yield f"{name:{width}}{cells}".rstrip()
    for name, usage in zip(names, entry.usages, strict=True):
        reasons = {one.release: one.reason.get(language) for one in usage.releases if one.reason}
        for reason in dict.fromkeys(reasons.values()):
            where = [release for release, said in reasons.items() if said == reason]
            some = f", {', '.join(where)}" if len(where) < len(usage.releases) else ""
            yield from _wrapped(f"{name}{some}: {reason}", wide)
    yield "Measured on the CPU."
    judged = [one for usage in entry.usages for one in usage.releases]
    if any(one.verdict is Verdict.COMPAT for one in judged):
        yield "compat: unchanged torch code, after `paddle.enable_compat()`."
    if any(one.unchanged is DropIn.DIFFERS for one in judged):
        yield "! Unchanged torch code gives other results there, without an error."


def _name(usage: Usage, language: str) -> str:
    title = usage.title.get(language) if usage.title else None
    named = (title or usage.param or "the call").rstrip(".。")
    return textwrap.shorten(named, _TITLE, placeholder=" …")


def _cells(usage: Usage) -> list[str]:
    silent = DropIn.DIFFERS
    return [f"{one.verdict}{'!' if one.unchanged is silent else ''}" for one in usage.releases]


def _way(entry: PublishedEntry, one: PublishedVariant, language: str, wide: int) -> Iterator[str]:
    info = one.variant.category.info
    yield f"{one.paddle.name if one.paddle else '-'}   [{info.id} {info.name.get(language)}]"
    for text in (*([one.when] if one.when else []), *one.summary):
        yield from _wrapped(text.get(language), wide)
    for example in one.examples[:1]:
        codes = example.example.torch, example.example.paddle
        for name, code in zip(("torch ", "paddle"), codes, strict=True):
            for index, line in enumerate(code.strip().splitlines()):
                yield f"  {name if index == 0 else '      '}  {line}"
    rows = one.table(language)
    width = max((len(torch or "-") for torch, _, _ in rows), default=0)
    other = max((len(paddle or "-") for _, paddle, _ in rows), default=0)
    for torch, paddle, remark in rows:
        head = f"  {torch or '-':{width}}  {paddle or '-':{other}}  "
        yield from textwrap.wrap(
            remark, wide, initial_indent=head, subsequent_indent=" " * len(head)
        ) or [head.rstrip()]
    for shown in one.writing.cases if one.writing else ():
        case = shown.case
        said = case.advice.get(language) if case.advice else case.paddle or ""
        yield from _wrapped(f"{shown.heading.get(language)} {said}".rstrip(), wide)
        yield from (f"      {line}" for line in (shown.code or "").splitlines())
    for name, code in one.variant.fields:
        yield f"  .{name}: {code.strip()}"
    for limit in one.limits:
        yield from _wrapped(f"- {limit.remark.get(language)}", wide)
        yield from (f"      {line}" for line in (limit.limit.instead or "").splitlines())
    for note in one.variant.notes:
        yield from _wrapped(f"- {note.get(language)}", wide)
    for name, text in newer_targets(entry, one):
        yield from _wrapped(f"- {name}: {text.get(language)}", wide)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
