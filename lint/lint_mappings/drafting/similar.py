"""Entries that are similar to one that is drafted: what they say is nearer than any signature."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lint_mappings.subjects.facts import Facts
from mapping_model.entry import Entry
from mapping_model.problems import nearest
from mapping_model.snapshots import Api

_DIGITS = re.compile(r"\d+")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Similar:
    """The draft that an entry gives when the words of its name are put in place of others."""

    text: str
    of: str
    lack: tuple[str, ...]


def from_similar(torch: Api, paddle: Api, facts: Facts) -> Similar | None:
    """A draft from the entry of an API that takes the same and has a target on all releases.

    None where the target that is called like the API is on all releases itself, or no such entry.
    """
    lack = tuple(version for version, known in facts.releases.items() if not known.get(paddle.name))
    names = [signature.names for signature in torch.signatures]
    # What takes one thing or none is alike by accident.
    if not lack or len(names[:1] and names[0]) < 2:
        return None
    for name in _nearest(torch.name, _written(facts)):
        api, words = facts.torch.get(name), _other_word(name, torch.name)
        if api is None or words is None or [s.names for s in api.signatures] != names:
            continue
        if any(words[0] in parameter.split("_") for listed in names for parameter in listed):
            continue
        text = facts.corpus.written[name].text
        if not _is_everywhere(facts.corpus.entries[name], facts) or words[0] not in text:
            continue
        return Similar(_put(text, *words), name, lack)
    return None


def _written(facts: Facts) -> list[str]:
    """The entries that say all themselves."""
    entries = facts.corpus.entries.items()
    written = facts.corpus.written
    return [n for n, e in entries if e.alias_of is None and e.form_of is None and n in written]


def _nearest(name: str, others: list[str]) -> list[str]:
    """Those that are called alike, owner and all, the nearest first."""
    near = difflib.get_close_matches(name, [one for one in others if one != name], 20, 0.6)
    last = name.rpartition(".")[2]
    return [one for one in near if nearest(last, [one.rpartition(".")[2]]) is not None]


def _is_everywhere(entry: Entry, facts: Facts) -> bool:
    targets = [variant.paddle for variant in entry.variants]
    return all(
        target is not None and known.get(target) is not None
        for target in targets
        for known in facts.releases.values()
    )


def _other_word(old: str, new: str) -> tuple[str, str] | None:
    """The only word in which two names differ, and what stands there in the second."""
    ours, theirs = re.split(r"[._]", old), re.split(r"[._]", new)
    if len(ours) != len(theirs):
        return None
    other = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    return other[0] if len(other) == 1 else None


def _put(text: str, old: str, new: str) -> str:
    """A text with one word for another, be it alone or part of a name."""
    return re.sub(rf"(?<![A-Za-z0-9]){re.escape(old)}(?![A-Za-z0-9])", new, text)


@dataclass(frozen=True, slots=True)
class Siblings:
    """Entries of APIs that do the same in other dimensions.

    `descs` are what they say of parameters, `gotchas` what concerns them.
    """

    names: tuple[str, ...]
    descs: dict[str, Any]
    gotchas: tuple[str, ...]


def siblings(name: str, facts: Facts) -> Siblings:
    """Those whose names differ in digits alone, as `lp_pool1d` and `lp_pool3d`."""
    plain = _DIGITS.sub("", name)
    entries = facts.corpus.entries
    names = [
        one
        for one in entries
        if one != name and _DIGITS.sub("", one) == plain and entries[one].alias_of is None
    ][:_SHOWN]
    gotchas = dict.fromkeys(gotcha for one in names for gotcha in entries[one].gotchas)
    descs = dict(pair for one in reversed(names) for pair in _descs(facts, one))
    return Siblings(tuple(names), descs, tuple(gotchas))


def _descs(facts: Facts, name: str) -> Iterator[tuple[str, Any]]:
    document = facts.corpus.written.get(name)
    for row in (document.data.get("params") or ()) if document else ():
        if "torch" in row and "desc" in row:
            yield row["torch"], row["desc"]
