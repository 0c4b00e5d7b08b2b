"""The draft of an entry for another name of an API that has one: two lines, nothing to decide."""

from __future__ import annotations

from collections.abc import Mapping

from mapping_model.entry import Entry
from mapping_model.snapshots import Snapshot


def aliased(name: str, entries: Mapping[str, Entry], library: Snapshot) -> str | None:
    """The API with an entry that `name` is another name of, None where there is none."""
    first = _first(name, library)
    for other, entry in entries.items():
        if entry.alias_of is None and other != name and _first(other, library) == first:
            return other
    return None


def alias_draft(name: str, target: str) -> str:
    """The text of the file."""
    return f"torch: {name}\nalias_of: {target}\n"


def _first(name: str, library: Snapshot) -> str:
    """The name that all names of one thing refer to."""
    api = library.get(name)
    return api.same[0] if api is not None and api.same is not None else name
