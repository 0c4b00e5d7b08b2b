"""The faults that `mutations.py` puts into entries: each changes the data of one entry in place.

A fault gets the data of an entry as YAML gives them and a random generator, and returns whether the
entry offered a place for it. The place is chosen at random; the same seed chooses the same.
"""

from __future__ import annotations

from faults import entry_faults, example_faults, row_faults, text_faults
from faults.common import FAULTS, IN_CODE, Data, bodies

__all__ = [
    "FAULTS",
    "IN_CODE",
    "Data",
    "bodies",
    "entry_faults",
    "example_faults",
    "row_faults",
    "text_faults",
]
