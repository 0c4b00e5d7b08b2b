"""Torch APIs whose entry can be a first contribution: something that is there leads to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mapping_model.coverage import by_use, is_private
from mapping_model.forms.relation import possible_bases
from mapping_model.naming import owner_of
from mapping_model.snapshots import Snapshot


class Lead(StrEnum):
    """What leads to an entry, the easiest first."""

    ALIAS = "another name of"
    FORM = "may be a form of"
    SAME_NAME = "Paddle has"


@dataclass(frozen=True, slots=True)
class Easy:
    """A torch API without an entry, and the name of what leads to one."""

    name: str
    lead: Lead
    to: str


def easy(entries: Collection[str], torch: Snapshot, paddle: Snapshot) -> list[Easy]:
    """The documented names without an entry that something leads to, the most used first."""
    without = (name for name in torch.names() if torch.documented(name) and name not in entries)
    names = by_use(name for name in without if not is_private(name))
    found = [one for name in names if (one := _lead(name, entries, torch, paddle))]
    return sorted(found, key=lambda one: list(Lead).index(one.lead))


def _lead(name: str, entries: Collection[str], torch: Snapshot, paddle: Snapshot) -> Easy | None:
    for lead, found in (
        (Lead.ALIAS, _other_names(name, entries, torch)),
        (Lead.FORM, possible_bases(name, entries)),
        (Lead.SAME_NAME, _called_the_same(name, paddle)),
    ):
        to = next(iter(found), None)
        if to is not None:
            return Easy(name, lead, to)
    return None


def _other_names(name: str, entries: Collection[str], torch: Snapshot) -> Iterator[str]:
    """What a name is another name of, where that has an entry."""
    api = torch.get(name)
    if api is not None and api.same is not None and api.same[0] in entries:
        yield api.same[0]


def _called_the_same(name: str, paddle: Snapshot) -> Iterator[str]:
    """Paddle's API at the same place; not of classes, whose members mean little by themselves."""
    there = f"paddle{name.removeprefix('torch')}"
    api = paddle.get(there)
    if api is not None and api.kind != "attribute" and not _is_class(owner_of(name)):
        yield there


def _is_class(name: str) -> bool:
    return name.rpartition(".")[2][:1].isupper()
