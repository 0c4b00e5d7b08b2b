"""Printing what a matrix run showed: a row of counts per release, and what is to be fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

from mapping_model.outcomes import RUN, DropIn
from mapping_model.results import Applied
from mapping_model.snapshots import PADDLE
from verify_mappings.command.report import plain_table, print_applied, print_unexpected, verdict
from verify_mappings.runs.tasks import Verified


def print_matrix(found: Sequence[Verified], releases: Sequence[str], console: Console) -> None:
    """What is not as expected on the newest release, and the counts of each release."""
    newest = [one for one in found if one.release == PADDLE[-1]]
    print_unexpected(newest, console)
    print_applied(newest, console)
    outcomes = [outcome.value for outcome in RUN]
    table = _table("Examples", [*outcomes, "not as expected", "just run"])
    for release in releases:
        table.add_row(release, *_counts(found, release))
    console.print(table)
    table = _table("What the mapping makes of torch code", list(Applied))
    for release in releases:
        count = Counter(one.result.applied for one in found if one.release == release)
        table.add_row(release, *(str(count[outcome]) for outcome in Applied))
    console.print(table)
    known = [status for status in DropIn if status is not DropIn.UNKNOWN]
    table = _table("Examples, if only the import changes", [status.word for status in known])
    for release in releases:
        unchanged = Counter(one.result.drop_in for one in found if one.release == release)
        table.add_row(release, *(str(unchanged[status]) for status in known))
    console.print(table)
    if newest:
        what = f"{len(newest)} examples on the newest release, Paddle {PADDLE[-1]}"
        console.print(verdict(what, newest))


def _table(title: str, headings: Iterable[str]) -> Table:
    """A table with a row for each release."""
    table = plain_table(title)
    table.add_column("Paddle", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", overflow="fold")
    return table


def _counts(found: Sequence[Verified], release: str) -> list[str]:
    here = [one for one in found if one.release == release]
    outcomes = Counter(one.result.outcome for one in here)
    unexpected = sum(not one.result.as_expected for one in here)
    run = sum(one.seconds is not None for one in here)
    return [*(str(outcomes[outcome]) for outcome in RUN), str(unexpected), str(run)]
