"""How a report is printed: functions `(problems, summary, stream) -> None`, by format name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TextIO

from lint_mappings.reporters.concise import concise
from lint_mappings.reporters.json_array import json_array
from lint_mappings.reporters.text import text
from lint_mappings.summary import Summary
from mapping_model.problems import Problem

Reporter = Callable[[Sequence[Problem], Summary, TextIO], None]

REPORTERS: dict[str, Reporter] = {"text": text, "concise": concise, "json": json_array}
