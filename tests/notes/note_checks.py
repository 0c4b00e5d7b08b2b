"""What is checked of the notes of entries: the files beside this one, and the notes themselves.

A file `torch.nn.yaml` has checks by API, or by several that share a note, separated by commas. Each
check names what it is of: `says` is a note, or a part of its English text. `paddle` and `torch` are
code that runs if it is true, with the API of that side as `api`. `since` and `until` are the first
and the last Paddle release on which `paddle` must run; on the others `otherwise` runs, if it is
there. What cannot be run has `unchecked` instead, with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from mapping_model.snapshots import PADDLE, number_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
UNREAD = HERE / "unread.txt"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KEYS = {"says", "paddle", "torch", "since", "until", "otherwise", "unchecked"}


class Wrong(Exception):
    """A file of checks is not as it must be."""


@dataclass(frozen=True)
class Check:
    """One statement of a note of an entry, and code that shows it."""

    name: str
    number: int
    says: str
    paddle: str = ""
    torch: str = ""
    since: str = PADDLE[0]
    until: str = PADDLE[-1]
    otherwise: str = ""
    unchecked: str = ""

    @property
    def title(self) -> str:
        """What it is called where it fails."""
        return f"{self.name} #{self.number}: {self.says}"

    def code(self, release: str) -> str:
        """What is to run on a Paddle release; nothing where it says nothing of that one."""
        since, until = _lines(self.since), _lines(self.until)
        # 3.2 and 3.2.2 are one here: of each line the newest release is supported.
        within = since <= _lines(release) <= until
        return self.paddle if within else self.otherwise


def _lines(release: str) -> tuple[int, ...]:
    return number_of(release)[:2]


@cache
def entries() -> dict[str, dict[str, Any]]:
    """The data of each entry by its API, as they are written."""
    found = {}
    for path in sorted((ROOT / "mappings").glob("torch*/**/*.yaml")):
        data = yaml.load(path.read_text("utf-8"), _LOADER)
        found[data["torch"]] = data
    return found


def notes_of(name: str) -> list[str]:
    """The notes of an entry, in English; those that it takes from another are checked there."""
    return [note["en"] for note in _notes_in(entries().get(name, {}))]


def _notes_in(data: Any) -> Iterator[dict[str, str]]:
    """The notes of an entry or of a part of one, such as a variant."""
    if isinstance(data, dict):
        yield from data.get("notes") or ()
        for key in data.keys() - {"notes"}:
            yield from _notes_in(data[key])
    elif isinstance(data, list):
        for one in data:
            yield from _notes_in(one)


def all_notes() -> Iterator[tuple[str, str]]:
    """Each API with each of its notes."""
    for name in entries():
        for note in notes_of(name):
            yield name, note


def paddle_name(name: str) -> str:
    """The API of Paddle that an entry leads to; nothing if there is no single one."""
    found = entries().get(name, {}).get("paddle")
    return found if isinstance(found, str) and re.fullmatch(r"paddle[\w.]*", found) else ""


def read(folder: Path = HERE) -> list[Check]:
    """All checks; Wrong, with the place, for one that is not as it must be."""
    found: list[Check] = []
    numbers: Counter[str] = Counter()
    for path in sorted(folder.glob("*.yaml")):
        for names, data in yaml.load(path.read_text("utf-8"), _LOADER).items():
            for name in names.split(", "):
                for one in data:
                    numbers[name] += 1
                    found.append(_check(f"{path.name}: {name}", name, numbers[name], one))
    return found


def _check(place: str, name: str, number: int, data: dict[str, str]) -> Check:
    if unknown := data.keys() - _KEYS:
        raise Wrong(f"{place}: {', '.join(sorted(unknown))} is no key of a check")
    if not all(isinstance(value, str) and value.strip() for value in data.values()):
        raise Wrong(f"{place}: every value is a text with something in it")
    if "says" not in data:
        raise Wrong(f"{place}: `says` is missing")
    run = data.keys() & {"paddle", "torch"}
    if bool(run) == ("unchecked" in data):
        raise Wrong(f"{place}: a check has code, or a reason for having none")
    if "paddle" not in data and data.keys() & {"since", "until", "otherwise"}:
        raise Wrong(f"{place}: releases are those of `paddle`")
    for code in ("paddle", "torch", "otherwise"):
        if code in data and not re.search(r"\b(assert|raises|ends|hangs)\b", data[code]):
            raise Wrong(f"{place}: `{code}` asserts nothing")
    return Check(name, number, **data)


def without(checks: Iterable[Check]) -> list[tuple[str, str]]:
    """The APIs and notes of which no check is."""
    of = {(check.name, note) for check in checks for note in _notes(check)}
    return [pair for pair in all_notes() if pair not in of]


def uncovered(checks: Iterable[Check]) -> list[tuple[str, str, str]]:
    """The APIs and notes of which some text is in no check, with that text."""
    told: dict[tuple[str, str], list[str]] = {}
    for check in checks:
        for note in _notes(check):
            told.setdefault((check.name, note), []).append(check.says)
    found = []
    for (name, note), parts in told.items():
        left = [False] * len(note)
        for part in parts:
            start = note.index(part)
            left[start : start + len(part)] = [True] * len(part)
        rest = "".join(one for one, seen in zip(note, left, strict=True) if not seen)
        if re.search(r"\w", rest):
            found.append((name, note, rest.strip()))
    return found


def unfound(checks: Iterable[Check]) -> list[str]:
    """The checks whose `says` is in no note of the entry."""
    return [check.title for check in checks if not _notes(check)]


def _notes(check: Check) -> list[str]:
    return [note for note in notes_of(check.name) if check.says in note]


def unread(path: Path = UNREAD) -> list[tuple[str, str]]:
    """The APIs and notes that nobody has read against the libraries yet."""
    lines = path.read_text("utf-8").splitlines()
    pairs = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    return [(name, note) for name, note in pairs]
