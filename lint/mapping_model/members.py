"""What becomes of the members of torch's classes that have an entry, and of which nobody says it.

Which members a class has, its snapshot tells. What is said of one that has no entry of its own is
asked of the code that is written for a use of it, so that nothing counts that readers do not meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum

from mapping_model.applying.code import RewrittenTree, rewrite_tree
from mapping_model.applying.typing import SHAPE
from mapping_model.categories import Text
from mapping_model.shelf import Shelf
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import parsed
from mapping_model.types import Type

# Classes of which the types of snapshots have a word of their own.
_KINDS = {"torch.dtype": Type("dtype"), "torch.device": Type("device"), "torch.Size": SHAPE}


class Answer(StrEnum):
    """What a reader is told of a member; the first that holds counts.

    It has an entry; code is written by that of another name; the entry of its class tells it; a
    use of it is said to be left to a person; or nothing is told.
    """

    ENTRY = "entry"
    ELSEWHERE = "elsewhere"
    CLASS = "class"
    LEFT = "left"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a class that has an entry, by its full name."""

    name: str
    answer: Answer


def members(shelf: Shelf, torch: Snapshot, release: Snapshot) -> tuple[Member, ...]:
    """Every member of each class that has an entry, by name, and what is told of it."""
    found: dict[str, list[str]] = {}
    for name in torch.names():
        owner = name.rpartition(".")[0]
        api = torch.get(owner) if owner in torch else None
        if api is not None and api.kind == "class" and shelf.entry(owner) is not None:
            found.setdefault(owner, []).append(name)
    return tuple(one for owner in found for one in _of(owner, found[owner], shelf, release))


def _of(owner: str, names: list[str], shelf: Shelf, release: Snapshot) -> Iterator[Member]:
    without = [name for name in names if shelf.entry(name) is None]
    entry = shelf.source(owner)
    quoted = frozenset(_quoted(entry))
    told = _told(owner, without, shelf, release)
    for name in names:
        answer = told.get(name, Answer.ENTRY)
        if answer in (Answer.LEFT, Answer.NONE) and name.rpartition(".")[2] in quoted:
            answer = Answer.CLASS
        yield Member(name, answer)


def _told(owner: str, names: list[str], shelf: Shelf, release: Snapshot) -> dict[str, Answer]:
    """What is told of each where an object of the class has it."""
    lines = [f"x.{name.rpartition('.')[2]}" for name in names]
    code = parsed("\n".join(lines))
    kind = _KINDS.get(owner, Type(owner))
    written = rewrite_tree(code, shelf.source, release, {"x": kind}, inferring=True, mending=True)
    return {name: _at(line, written) for line, name in enumerate(names, start=1)}


def _at(line: int, written: RewrittenTree) -> Answer:
    if any(one.line == line for one in written.undone):
        return Answer.LEFT
    return Answer.ELSEWHERE if any(one.line == line for one in written.used) else Answer.NONE


def _quoted(part: object) -> Iterator[str]:
    """The names between backticks in all texts of an entry, each part of dotted ones."""
    if isinstance(part, Text):
        for piece in part.en.split("`")[1::2]:
            yield from "".join(c if c.isalnum() or c == "_" else " " for c in piece).split()
    elif is_dataclass(part):
        for one in fields(part):
            yield from _quoted(getattr(part, one.name))
    elif isinstance(part, Sequence) and not isinstance(part, str):
        for inner in part:
            yield from _quoted(inner)
