"""Tables whose names are not broken within words."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

_WIDEST = 10_000


def print_whole(table: Table, console: Console) -> None:
    """A table as wide as it is: names that are broken cannot be looked for."""
    width = Measurement.get(console, console.options.update(width=_WIDEST), table).maximum
    Console(file=console.file, width=max(width, 1)).print(table)
