"""An answer as text for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TextIO

from lint_mappings.showing.answer import Answer, Converted, Way
from mapping_model.outcomes import DropIn
from mapping_model.printable import printable
from mapping_model.usages import Verdict

_WIDTH = 100
_SILENT = DropIn.DIFFERS.word
_COMPAT = Verdict.COMPAT.value


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


def print_answer(answered: Answer, out: TextIO) -> None:
    """Everything about one API."""
    for line in _lines(answered):
        out.write(f"{printable(line)}\n")


def _lines(answered: Answer) -> Iterator[str]:
    alias = f", another name of {answered.alias_of}" if answered.alias_of else ""
    form = f", a form of {answered.form_of}" if answered.form_of else ""
    yield f"{answered.torch}{alias}{form}"
    for way in answered.ways:
        yield ""
        yield from _way(way)
    if answered.usages:
        yield ""
        yield from _usages(answered)
    if answered.tried:
        yield ""
        yield from _wrapped(" ".join(answered.tried))
    if answered.gotchas:
        yield ""
        yield "Gotchas"
    for gotcha in answered.gotchas:
        yield from _wrapped(f"{gotcha.name}: {gotcha.text}")


def _usages(answered: Answer) -> Iterator[str]:
    """A row per usage, a column per release; `!` where unchanged code silently differs."""
    several = len(answered.ways) > 1
    names = [
        f"{f'{usage.variant}: ' if several else ''}{usage.param or 'the call'}"
        for usage in answered.usages
    ]
    width = max(map(len, names))
    head = "".join(f"  {release:11}" for release in _releases(answered))
    yield f"{'Paddle':{width}}{head}".rstrip()
    for name, usage in zip(names, answered.usages, strict=True):
        cells = (
            f"  {verdict + ('!' if usage.unchanged[release] == _SILENT else ''):11}"
            for release, verdict in usage.verdicts.items()
        )
        yield f"{name:{width}}{''.join(cells)}".rstrip()
    for name, usage in zip(names, answered.usages, strict=True):
        for reason in dict.fromkeys(usage.reasons.values()):
            where = [release for release, said in usage.reasons.items() if said == reason]
            some = f", {', '.join(where)}" if len(where) < len(usage.verdicts) else ""
            yield from _wrapped(f"{name}{some}: {reason}")
    if any(_COMPAT in usage.verdicts.values() for usage in answered.usages):
        yield "compat: unchanged torch code, after `paddle.enable_compat()`."
    if any(_SILENT in usage.unchanged.values() for usage in answered.usages):
        yield "! Unchanged torch code gives other results there, without an error."


def _releases(answered: Answer) -> list[str]:
    return list(answered.usages[0].verdicts)


def _way(way: Way) -> Iterator[str]:
    yield f"{way.paddle or '-'}   [{way.category}]"
    if way.when is not None:
        yield from _wrapped(way.when)
    for text in way.summary:
        yield from _wrapped(text)
    if way.example is not None:
        for name, code in (("torch ", way.example.torch), ("paddle", way.example.paddle)):
            for index, line in enumerate(code.splitlines()):
                yield f"  {name if index == 0 else '      '}  {line}"
    width = max((len(p.torch or "-") for p in way.params), default=0)
    other = max((len(p.paddle or "-") for p in way.params), default=0)
    for p in way.params:
        head = f"  {p.torch or '-':{width}}  {p.paddle or '-':{other}}  "
        yield from textwrap.wrap(
            p.remark, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head)
        ) or [head.rstrip()]
    for case in way.write:
        yield from _wrapped(f"{case.when} {case.advice or case.paddle or ''}".rstrip())
        yield from (f"      {line}" for line in (case.code or "").splitlines())
    for name, code in way.fields.items():
        yield f"  .{name}: {code.strip()}"
    for limit in way.limits:
        yield from _wrapped(f"- {limit.remark}")
        yield from (f"      {line}" for line in (limit.instead or "").splitlines())
    for note in way.notes:
        yield from _wrapped(f"- {note}")
    for newer in way.newer:
        yield from _wrapped(f"- {newer.name}: {newer.text}")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ")
