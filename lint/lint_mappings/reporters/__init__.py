"""How a report is printed: functions `(problems, summary, stream) -> None`, by format name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TextIO

from lint_mappings.reporters.json_array import json_array
from lint_mappings.reporters.junit import junit
from lint_mappings.reporters.lines import concise, github
from lint_mappings.reporters.sarif_log import sarif
from lint_mappings.reporters.summary import Summary
from lint_mappings.reporters.terminal import text
from mapping_model.problems import Problem

Reporter = Callable[[Sequence[Problem], Summary, TextIO], None]

REPORTERS: dict[str, Reporter] = {
    "text": text,
    "concise": concise,
    "json": json_array,
    "github": github,
    "sarif": sarif,
    "junit": junit,
}
AUTO = "auto"
FORMATS = (AUTO, *REPORTERS)
# Whatever else is printed beside these makes them unreadable for programs.
FOR_PROGRAMS = frozenset({"json", "sarif", "junit"})


def chosen_format(name: str) -> str:
    """The format meant by a name: "auto" is "github" inside GitHub Actions, else "text"."""
    if name != AUTO:
        return name
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
