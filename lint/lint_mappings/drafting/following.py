"""Drafts of what follows from an entry that there is: another name of its API, or a form of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lint_mappings.rules.aliases import takes_the_same
from lint_mappings.subjects.lookup import Library
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.forms.deriving import derive
from mapping_model.forms.relation import Underivable, possible_bases
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


class FormDraft(NamedTuple):
    """The text of the file, and the API whose entry it follows from."""

    text: str
    base: str


def form_draft(torch: str, corpus: Corpus) -> FormDraft | None:
    """A draft for an API that is a form of one with an entry, None where it is of none."""
    for name in possible_bases(torch, corpus.entries):
        entry = corpus.entries[name]
        base = entry.alias_of or entry.form_of or name
        written = corpus.written.get(base)
        if written is None or base == torch:
            continue
        try:
            faults = derive({"torch": torch, "form_of": base}, written.data).faults
        except Underivable:
            continue
        lines = [f"torch: {torch}", f"form_of: {base}"]
        for fault in faults:
            line, _ = written.position(fault.path)
            lines += [
                f"# TODO: `{fault.write}` does not follow from {written.name}:{line}:",
                f"# {fault.why}. Write it here, or `{fault.write}: ~`.",
            ]
        return FormDraft("\n".join(lines) + "\n", base)
    return None
