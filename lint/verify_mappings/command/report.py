"""Printing what a run showed: for people, or as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mapping_model.results import Outcome
from verify_mappings.runs.tasks import Verified

_STYLES = {
    Outcome.EQUAL: "green",
    Outcome.DIFFERS: "yellow",
    Outcome.RAISES: "red",
    Outcome.MISSING: "magenta",
    Outcome.NOT_EXECUTABLE: "dim",
}


def print_text(
    verified: Sequence[Verified], torch: str, release: str, verbose: bool, console: Console
) -> None:
    """A table of what is not as expected (of everything, if `verbose`), and a summary."""
    print_unexpected(verified, console, verbose)
    console.print(summary(verified, torch, release))


def print_unexpected(verified: Sequence[Verified], console: Console, verbose: bool = False) -> None:
    """A table of what is not as expected; of everything, if `verbose`."""
    shown = [one for one in verified if verbose or not one.result.as_expected]
    if shown:
        console.print(_table(shown))


def _table(shown: Sequence[Verified]) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="bold", pad_edge=False)
    for heading in ("name", "example"):
        table.add_column(heading, no_wrap=True)
    for heading in ("outcome", "max diff"):
        table.add_column(heading)
    table.add_column("gradient", overflow="fold", max_width=24)
    table.add_column("detail", overflow="fold", min_width=24)
    for one in shown:
        result = one.result
        style = _STYLES[result.outcome] if result.as_expected else "bold red"
        mark = "" if result.as_expected else " (unexpected)"
        difference = "" if result.max_diff is None else f"{result.max_diff:.2g}"
        texts = (one.case.name, one.case.key)
        more = (difference, result.gradient or "", result.detail or "")
        table.add_row(*map(Text, texts), Text(result.outcome.value + mark, style), *map(Text, more))
    return table


def summary(verified: Sequence[Verified], torch: str, release: str) -> Text:
    """One line: what ran on what, how many as expected, how many of each outcome."""
    counts = Counter(one.result.outcome.value for one in verified)
    parts = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    wrong = sum(not one.result.as_expected for one in verified)
    verdict = f"{wrong} not as expected" if wrong else "all as expected"
    plural = "" if len(verified) == 1 else "s"
    return Text(
        f"{len(verified)} example{plural} on torch {torch} and Paddle {release}: "
        f"{verdict}{f' ({parts})' if parts else ''}",
        "bold red" if wrong else "bold green",
    )


def to_json(verified: Sequence[Verified], torch: str) -> str:
    """An array with one object per example and release, always with the same keys."""
    rows = [
        {
            "name": one.case.name,
            "example": one.case.key,
            "torch": torch,
            "paddle": one.release,
            "outcome": one.result.outcome.value,
            "as_expected": one.result.as_expected,
            "max_diff": one.result.max_diff,
            "gradient": one.result.gradient,
            "detail": one.result.detail,
            "drop_in": one.result.drop_in,
            "drop_in_detail": one.result.drop_in_detail,
            "hash": one.result.hash,
            "seconds": one.seconds,
        }
        for one in verified
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False)
