"""The draft of an entry that follows from another: two lines, and what does not follow."""

from __future__ import annotations

from typing import NamedTuple

from mapping_model.corpus import Corpus
from mapping_model.forms.deriving import derive
from mapping_model.forms.relation import Underivable, possible_bases


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
                f"# {fault.why}. Write it here, or name it in `without`.",
            ]
        return FormDraft("\n".join(lines) + "\n", base)
    return None
