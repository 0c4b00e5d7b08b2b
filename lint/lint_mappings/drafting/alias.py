"""The draft of an entry for another name of an API that has one: two lines, nothing to decide."""

from __future__ import annotations

from collections.abc import Mapping

from lint_mappings.rules.aliases import takes_the_same
from lint_mappings.subjects.lookup import Library
from mapping_model.entry import Entry
from mapping_model.snapshots import Api


def aliased(name: str, entries: Mapping[str, Entry], library: Library) -> str | None:
    """The API with an entry that `name` is another name of, None where there is none."""
    here = library.get(name)
    for other, entry in entries.items():
        there = library.get(other)
        if here is None or there is None or other == name or entry.alias_of is not None:
            continue
        if _first(here) == _first(there) and takes_the_same(here, there):
            return other
    return None


def alias_draft(name: str, target: str) -> str:
    """The text of the file."""
    return f"torch: {name}\nalias_of: {target}\n"


def _first(api: Api) -> str:
    """The name that all names of one thing refer to."""
    return api.same[0] if api.same is not None else api.name
