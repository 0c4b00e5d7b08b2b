"""For people: grouped by file, with the line meant, a caret under the place, and how to fix it.

`[*]` marks what `--fix` fixes by itself.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TextIO

from lint_mappings.reporters.summary import Summary
from mapping_model.printable import printable
from mapping_model.problems import Problem

_Paint = Callable[[str, str], str]
_WIDTH = 110
_STYLES = {"path": "1", "code": "1;31", "caret": "1;31", "fix": "36", "clean": "32", "count": "1"}


def text(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """The report for a terminal; coloured only if the stream is one."""
    paint = _colour if _wants_colour(stream) else _plain
    for path, group in groupby(problems, key=lambda problem: problem.path):
        stream.write(f"{paint('path', printable(path))}\n")
        lines = summary.lines(path)
        for problem in group:
            _problem(problem, summary, stream, paint)
            source = lines[problem.line - 1] if problem.line <= len(lines) else ""
            _place(problem, source, stream, paint)
        stream.write("\n")
    style = "count" if problems else "clean"
    stream.write(f"{paint(style, summary.closing(problems))}\n")


def _problem(problem: Problem, summary: Summary, stream: TextIO, paint: _Paint) -> None:
    place = f"{problem.line}:{problem.column}"
    name = summary.name(problem.code)
    mark = "[*] " if problem in summary.fixable else ""
    head = f"  {place:7} {paint('code', problem.code)} ({name}) "
    stream.write(f"{head}{paint('fix', mark) if mark else ''}{printable(problem.message)}\n")


def _place(problem: Problem, source: str, stream: TextIO, paint: _Paint) -> None:
    """The line that is meant, and what to do about it."""
    if source.strip():
        line, caret = excerpt(source, problem.column)
        stream.write(f"          | {line}\n          | {caret[:-1]}{paint('caret', '^')}\n")
    if problem.hint:
        stream.write(f"          {paint('fix', 'fix:')} {printable(problem.hint)}\n")


def excerpt(source: str, column: int) -> tuple[str, str]:
    """The part of a line around a column (from 1), and a caret under it.

    Wide characters (Chinese) take two cells of a terminal; control characters become `?`.
    """
    start = max(0, column - _WIDTH // 2) if len(source) > _WIDTH else 0
    shown = source[start : start + _WIDTH]
    shown = "".join(" " if c == "\t" else c if c.isprintable() else "?" for c in shown)
    cut = "..." if start else ""
    before = shown[: max(0, column - 1 - start)]
    cells = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in before)
    tail = "..." if start + _WIDTH < len(source) else ""
    return cut + shown + tail, " " * (len(cut) + cells) + "^"


def _wants_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _colour(style: str, value: str) -> str:
    return f"\033[{_STYLES[style]}m{value}\033[0m"


def _plain(style: str, value: str) -> str:
    return value
