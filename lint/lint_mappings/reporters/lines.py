"""A line for each problem: for editors and `grep`, and for GitHub Actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from lint_mappings.reporters.summary import Summary, place
from mapping_model.printable import printable
from mapping_model.problems import Problem


def concise(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """`path:line:column: CODE message`, nothing where nothing is wrong."""
    for p in problems:
        stream.write(f"{place(p)}: {p.code} {printable(p.message)}\n")


def github(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """Workflow commands, `::error` or `::warning`, and the closing sentence for the log.

    GitHub shows each problem beside the line that it is about.
    """
    for p in problems:
        meant = {"file": printable(p.path), "line": p.line, "col": p.column}
        properties = {**meant, "title": f"{p.code} {summary.name(p.code)}"}
        written = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
        # The log shows the message only, so that says the place again.
        said = f"{place(p)}: {p.code} {printable(p.message)} {printable(p.hint)}".rstrip()
        stream.write(f"::{summary.severity(p.code)} {written}::{_data(said)}\n")
    stream.write(f"{summary.closing(problems)}\n")


def _data(value: str) -> str:
    return value.replace("%", "%25")  # line ends have been escaped before


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
