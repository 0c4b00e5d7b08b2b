"""An answer as text for people."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import TextIO

from lint_mappings.showing.answer import Answer, Converted, Shown, Way
from mapping_model.outcomes import Departure, DropIn
from mapping_model.printable import printable
from mapping_model.usages import Verdict

_WIDTH = 100
# As much of a usage's title as leaves room for five releases.
_TITLE = 40
_SILENT = DropIn.DIFFERS.word
_COMPAT = Verdict.COMPAT.value
# What one of both libraries says itself.
_LOUD = (Departure.REFUSED, Departure.ACCEPTED)


def print_converted(converted: Converted, out: TextIO, remarks: TextIO) -> None:
    """The code alone, so that it can be piped; what is left to a person on the other stream.

    A terminal obeys some characters of strings, so it gets no such ones.
    """
    lines = converted.code.split("\n")
    for line in map(printable, lines) if out.isatty() else lines:
        out.write(f"{line}\n")
    for one in converted.undecided:
        remarks.write(printable(f"line {one.line}: {one.api} is left as it is. {one.why}") + "\n")
    for condition in converted.assumed:
        remarks.write(printable(f"assumed not to hold: {condition}") + "\n")
    loud = Counter(limit.api for limit in converted.limits if limit.then in _LOUD)
    for limit in converted.limits:
        if limit.then not in _LOUD:
            remarks.write(printable(f"{limit.api}: {limit.remark}") + "\n")
    for api in dict.fromkeys((*loud, *converted.gotchas)):
        ids, count = converted.gotchas.get(api, ()), loud[api]
        more = [f"{count} further limit{'s' if count > 1 else ''}, not silent"] if count else []
        more += [f"gotchas {', '.join(ids)}"] if ids else []
        told = f"{api}: {'; '.join(more)}. See lint-mappings show {api}"
        remarks.write(printable(told) + "\n")


def print_answer(answered: Answer, out: TextIO) -> None:
    """Everything about one API, as wide as the terminal."""
    width = shutil.get_terminal_size().columns if out.isatty() else _WIDTH
    for line in _lines(answered, width):
        out.write(f"{printable(line)}\n")


def _lines(answered: Answer, width: int) -> Iterator[str]:
    alias = f", another name of {answered.alias_of}" if answered.alias_of else ""
    form = f", a form of {answered.form_of}" if answered.form_of else ""
    yield f"{answered.torch}{alias}{form}"
    for way in answered.ways:
        yield ""
        yield from _way(way, width)
    if answered.usages:
        yield ""
        yield from _usages(answered, width)
    if answered.tried:
        yield ""
        yield from _wrapped(" ".join(answered.tried), width)
    if answered.gotchas:
        yield ""
        yield "Gotchas"
    for gotcha in answered.gotchas:
        yield from _wrapped(f"{gotcha.name}: {gotcha.text}", width)


def _usages(answered: Answer, wide: int) -> Iterator[str]:
    """A row per usage, a column per release; `!` where unchanged code silently differs."""
    several = len(answered.ways) > 1
    names = [
        f"{f'{usage.variant}: ' if several else ''}{_name(usage)}" for usage in answered.usages
    ]
    width = max(map(len, ("Paddle", *names)))
    rows = [_releases(answered), *map(_cells, answered.usages)]
    column = max(len(cell) for row in rows for cell in row)
    for name, row in zip(("Paddle", *names), rows, strict=True):
        cells = "".join(f"  {cell:{column}}" for cell in row)
        yield f"{name:{width}}{cells}".rstrip()
    for name, usage in zip(names, answered.usages, strict=True):
        for reason in dict.fromkeys(usage.reasons.values()):
            where = [release for release, said in usage.reasons.items() if said == reason]
            some = f", {', '.join(where)}" if len(where) < len(usage.verdicts) else ""
            yield from _wrapped(f"{name}{some}: {reason}", wide)
    yield "Measured on the CPU."
    if any(_COMPAT in usage.verdicts.values() for usage in answered.usages):
        yield "compat: unchanged torch code, after `paddle.enable_compat()`."
    if any(_SILENT in usage.unchanged.values() for usage in answered.usages):
        yield "! Unchanged torch code gives other results there, without an error."


def _name(usage: Shown) -> str:
    named = (usage.title or usage.param or "the call").rstrip(".。")
    return textwrap.shorten(named, _TITLE, placeholder=" …")


def _cells(usage: Shown) -> list[str]:
    return [
        verdict + ("!" if usage.unchanged[release] == _SILENT else "")
        for release, verdict in usage.verdicts.items()
    ]


def _releases(answered: Answer) -> list[str]:
    return list(answered.usages[0].verdicts)


def _way(way: Way, wide: int) -> Iterator[str]:
    yield f"{way.paddle or '-'}   [{way.category}]"
    if way.when is not None:
        yield from _wrapped(way.when, wide)
    for text in way.summary:
        yield from _wrapped(text, wide)
    if way.example is not None:
        for name, code in (("torch ", way.example.torch), ("paddle", way.example.paddle)):
            for index, line in enumerate(code.splitlines()):
                yield f"  {name if index == 0 else '      '}  {line}"
    width = max((len(p.torch or "-") for p in way.params), default=0)
    other = max((len(p.paddle or "-") for p in way.params), default=0)
    for p in way.params:
        head = f"  {p.torch or '-':{width}}  {p.paddle or '-':{other}}  "
        yield from textwrap.wrap(
            p.remark, wide, initial_indent=head, subsequent_indent=" " * len(head)
        ) or [head.rstrip()]
    for case in way.write:
        yield from _wrapped(f"{case.when} {case.advice or case.paddle or ''}".rstrip(), wide)
        yield from (f"      {line}" for line in (case.code or "").splitlines())
    for name, code in way.fields.items():
        yield f"  .{name}: {code.strip()}"
    for limit in way.limits:
        yield from _wrapped(f"- {limit.remark}", wide)
        yield from (f"      {line}" for line in (limit.instead or "").splitlines())
    for note in way.notes:
        yield from _wrapped(f"- {note}", wide)
    for newer in way.newer:
        yield from _wrapped(f"- {newer.name}: {newer.text}", wide)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
