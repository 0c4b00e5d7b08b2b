"""An array of objects of one fixed shape, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from lint_mappings.reporters.summary import Summary
from mapping_model.about import rule_url
from mapping_model.printable import whole
from mapping_model.problems import Problem

# What is printed is promised in there.
SCHEMA = Path(__file__).parents[1] / "schema" / "problems.schema.json"


def json_array(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """Write all problems, one to a line; always the same keys, values of one kind."""
    # ASCII, so that any stream can carry it.
    lines = [json.dumps(_record(problem, summary)) for problem in problems]
    stream.write("[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n")


def _record(problem: Problem, summary: Summary) -> dict[str, str | int | bool]:
    return {
        "path": whole(problem.path),
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "name": summary.name(problem.code),
        "severity": summary.severity(problem.code),
        "message": whole(problem.message),
        "hint": whole(problem.hint),
        "url": rule_url(problem.code),
        "fixable": problem in summary.fixable,
    }
