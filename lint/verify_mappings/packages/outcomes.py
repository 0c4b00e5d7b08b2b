"""What the process that ran tests has written down, read with suspicion: it is strangers' text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapping_model.files import read_ordinary
from mapping_model.packages.record import Why
from mapping_model.printable import printable
from mapping_model.snapshots import torch_snapshot
from verify_mappings.job import Answer

MOST_BYTES = 64 << 20
_API = re.compile(r"torch(\.[A-Za-z_]\w*){1,8}")
_PARTS = ("passed", "failed", "skipped")
_LONGEST = 300
_ALARM = 14


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a test did not pass, the API it is put down to, and the error."""

    why: Why
    api: str | None
    error: str


@dataclass(slots=True)
class Seen:
    """What is known of tests by their names, in the order in which they ended.

    `ended` are those that ended with their process, `uncollected` the files that could not be
    imported, with "" for all. Whether `all` tests were reached, and how many are
    `listed`.
    """

    outcomes: dict[str, str] = field(default_factory=dict)
    causes: dict[str, Cause] = field(default_factory=dict)
    ended: dict[str, str] = field(default_factory=dict)
    uncollected: dict[str, Cause] = field(default_factory=dict)
    all: bool = False
    listed: int = 0

    @property
    def done(self) -> list[str]:
        """What need not be run any more."""
        return [*self.outcomes, *self.ended]

    def add(self, lines: Iterable[dict[str, Any]], answer: Answer) -> bool:
        """Take in what one process has left; whether it got any further."""
        before = len(self.done)
        under_way = None
        for line in lines:
            if "begins" in line:
                under_way = str(line["begins"])
            elif "ends" in line and line.get("outcome") in _PARTS:
                name, under_way = str(line["ends"]), None
                self.outcomes[name] = line["outcome"]
                if line["outcome"] == "failed":
                    self.causes[name] = cause_of(line)
            elif isinstance(line.get("listed"), int):
                self.listed = line["listed"]
            elif "collecting" in line:
                self.uncollected.setdefault(str(line["collecting"]), cause_of(line))
        if under_way is not None and answer.status != "done":
            self.ended[under_way] = _how(answer)
        return len(self.done) > before


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines that are what they should be; none where there is no ordinary file."""
    try:
        text = read_ordinary(path, MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return []
    return [data for line in text.splitlines() if isinstance(data := _data(line), dict)]


def _data(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def cause_of(line: dict[str, Any]) -> Cause:
    """The cause that a line tells; a name that torch has not is none where it was assumed."""
    told, api = str(line.get("why")), line.get("api")
    why = Why(told) if told in list(Why) else Why.OTHER
    known = isinstance(api, str) and _API.fullmatch(api)
    if not known or (line.get("assumed") and torch_snapshot().get(str(api)) is None):
        api, why = None, Why.OTHER if why in (Why.MISSING, Why.RAISES) else why
    return Cause(why, api, printable(str(line.get("error", ""))[:_LONGEST]))


def _how(answer: Answer) -> str:
    if answer.status == "timeout" or (answer.status == "signal" and answer.code == _ALARM):
        return "took too long"
    ended = f"signal {answer.code}" if answer.status == "signal" else f"exit code {answer.code}"
    return f"ended the process ({ended})"
