"""Drafts of what follows from an entry that there is: another name of its API, or a form of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lint_mappings.drafting.overwriting import overwriting
from lint_mappings.rules.aliases import takes_the_same
from lint_mappings.subjects.lookup import Library
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.forms.deriving import derive
from mapping_model.forms.relation import Underivable, possible_bases, relation
from mapping_model.forms.targets import target_of
from mapping_model.sides import is_member
from mapping_model.snapshots import Api, paddle_snapshot


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


# A comment that the linter reports while it is there.
_WRITTEN_BACK = (
    "# TODO: Paddle has no in-place form of it on all releases, so that the result is written back."
    "\n# Check the code; call it with all that it takes, also by keyword."
)


def _written_back(torch: str, base: str, corpus: Corpus) -> list[str]:
    """What an in-place form writes that Paddle has not; empty where it is something else."""
    related, (variant, *others) = relation(torch, base), corpus.entries[base].variants
    target = paddle_snapshot().get(variant.paddle or "")
    if not related.in_place or others or target is None or is_member(target, target.name):
        return []
    return [] if target_of(target.name, related) else list(overwriting(related, variant))


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
        written_back = _written_back(torch, base, corpus) if faults else []
        if written_back:
            lines += [_WRITTEN_BACK, *written_back]
            faults = []
        for fault in faults:
            line, _ = written.position(fault.path)
            lines += [
                f"# TODO: `{fault.write}` does not follow from {written.name}:{line}:",
                f"# {fault.why}. Write it here, or `{fault.write}: ~`.",
            ]
        return FormDraft("\n".join(lines) + "\n", base)
    return None
