"""An array of objects of one fixed shape, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TextIO

from lint_mappings.links import rule_url
from lint_mappings.summary import Summary
from mapping_model.problems import Problem


def json_array(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """Write all problems as JSON; always the same keys, all of them text or whole numbers."""
    found = [
        {
            "path": problem.path,
            "line": problem.line,
            "column": problem.column,
            "code": problem.code,
            "name": summary.name(problem.code),
            "message": problem.message,
            "hint": problem.hint,
            "url": rule_url(problem.code),
        }
        for problem in problems
    ]
    json.dump(found, stream, ensure_ascii=False, indent=2)
    stream.write("\n")
