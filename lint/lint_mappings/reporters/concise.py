"""One line per problem, for editors and `grep`."""

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
