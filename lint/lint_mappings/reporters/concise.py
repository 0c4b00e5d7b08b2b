"""One line per problem, for editors and `grep`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from lint_mappings.reporters.summary import Summary
from mapping_model.problems import Problem


def concise(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """`path:line:column: CODE message`, nothing where nothing is wrong."""
    for p in problems:
        message = " ".join(p.message.split())
        stream.write(f"{p.path}:{p.line}:{p.column}: {p.code} {message}\n")
