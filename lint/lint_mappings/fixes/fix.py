"""What a fix is: edits of a file's text, and what they are meant to do to its data.

The second is there to check the first: a file is written only if it reads back as meant.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from mapping_model.reading import Path_

Kind = Literal["splice", "set", "remove", "order", "none"]


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `start` to `end` of a file's text become `text`.

    The text is that of a `Document`, without a byte order mark; the mark itself is at -1.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of the data: the value at `path` is spliced, set, removed or put in order.

    `value` is the new value, or for "order" the old indices in their new order. For "splice" the
    characters `start` to `end` of a string become `value`. With "none" the data stays as it is.
    """

    kind: Kind
    path: Path_ = ()
    value: Any = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to fix one problem of one file, certain enough to be taken without a person."""

    edits: tuple[Edit, ...]
    changes: tuple[Change, ...]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits that do not overlap; `text` may begin with a byte order mark."""
    shift = 1 if text.startswith("\ufeff") else 0
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start + shift] + edit.text + text[edit.end + shift :]
    return text


def changed(data: Any, changes: Iterable[Change]) -> Any:
    """A copy of the data with all changes made; paths are those of the data as it is."""
    root = [copy.deepcopy(data)]
    # From the end to the beginning, so that no change moves what another one means.
    for change in sorted(changes, key=_from_the_end, reverse=True):
        *way, last = (0, *change.path)
        holder: Any = root
        for step in way:
            holder = holder[step]
        _make(holder, last, change)
    return root[0]


def _from_the_end(change: Change) -> tuple[bool, list[tuple[bool, int, str]], int]:
    steps = [(isinstance(s, str), s if isinstance(s, int) else 0, str(s)) for s in change.path]
    return change.kind != "remove", steps, change.start


def _make(holder: Any, last: str | int, change: Change) -> None:
    if change.kind == "remove":
        del holder[last]
    elif change.kind == "set":
        holder[last] = change.value
    elif change.kind == "splice":
        text = holder[last]
        holder[last] = text[: change.start] + change.value + text[change.end :]
    elif change.kind == "order":
        holder[last] = [holder[last][index] for index in change.value]
