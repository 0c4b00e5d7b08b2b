"""The record of runs: results as committed files, written by `verify-mappings`, read by all.

`mappings/results` mirrors `mappings`: one file per entry and per gotcha, in it one line per example
and Paddle release, without what goes without saying.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mapping_model.corpus import GOTCHAS, RESULTS
from mapping_model.naming import api_of, path_for
from mapping_model.outcomes import RUN, DropIn, Outcome
from mapping_model.results import Gradient, Result, Results, Stamp

GOTCHA = "gotcha:"
# The results of one entry or gotcha: by example key ("1", or "2.1"), then by Paddle release.
Record = dict[str, dict[str, Result]]

# What a line may say, and of which type.
_FIELDS = {
    "outcome": str,
    "as_expected": bool,
    "gradient": str,
    "detail": str,
    "drop_in": str,
    "drop_in_detail": str,
    "hash": str,
    "run": str,
}


class BrokenRecord(ValueError):
    """A file below `mappings/results` that is no record; the message names file and line."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        self.path, self.line = path, line
        self.reason = f"not a record of runs: {reason}"
        super().__init__(f"{path}:{line}: {self.reason}")


def record_path(mappings: Path, name: str) -> Path:
    """Where the results of an entry, or of `gotcha:<id>`, are kept."""
    if name.startswith(GOTCHA):
        return mappings / RESULTS / GOTCHAS / f"{name.removeprefix(GOTCHA)}.json"
    return mappings / RESULTS / path_for(name).with_suffix(".json")


def record_files(mappings: Path) -> Iterator[tuple[str, Path]]:
    """Every record below `mappings`, by the name of what it is about; hidden files are none."""
    for folder, folders, files in os.walk(mappings / RESULTS):
        folders.sort()
        for file in sorted(files):
            path = Path(folder, file)
            if path.suffix == ".json" and not file.startswith("."):
                gotcha = path.parent.name == GOTCHAS
                yield f"{GOTCHA}{path.stem}" if gotcha else api_of(path.stem), path


def read_results(mappings: Path, names: Iterable[str] | None = None) -> tuple[Results, ...]:
    """Everything that is recorded, newest Paddle release first; raises BrokenRecord.

    With `names`, only what is recorded of these.
    """
    found: dict[str, dict[str, dict[str, Result]]] = {}
    files = record_files(mappings)
    if names is not None:
        files = ((name, record_path(mappings, name)) for name in names)
    for name, path in files:
        for key, results in read_record(path).items():
            for release, result in results.items():
                found.setdefault(release, {}).setdefault(name, {})[key] = result
    return tuple(Results(release, found[release]) for release in sorted_releases(found)[::-1])


def sorted_releases(releases: Iterable[str]) -> list[str]:
    """Releases from old to new: 3.9.1 before 3.10.0."""

    def order(release: str) -> list[tuple[int, str]]:
        parts = release.split(".")
        return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]

    return sorted(releases, key=order)


def read_record(path: Path, only: str | None = None) -> Record:
    """Read the record of one entry or gotcha, empty where there is none; raises BrokenRecord.

    With `only` just the results on that release, which costs a fraction.
    """
    try:
        text = path.read_text("utf-8")
        data = json.loads(text)
    except FileNotFoundError:
        return {}
    except json.JSONDecodeError as error:
        raise BrokenRecord(path, error.lineno, error.msg) from error
    except (OSError, ValueError, RecursionError) as error:
        raise BrokenRecord(path, 1, str(error)) from error
    record: Record = {}
    place: tuple[str, ...] = ()
    try:
        for key, results in data.items():
            place = (key,)
            record[key] = {}
            _order(key)
            for release, fields in results.items():
                place = (key, release)
                if only in (None, release):
                    record[key][release] = _result(fields)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BrokenRecord(path, _line_of(text, place), str(error)) from error
    return record


def _line_of(text: str, place: tuple[str, ...]) -> int:
    """The line on which the keys `place` stand, one below the other."""
    at = 0
    for key in place:
        at = max(at, text.find(f"{json.dumps(key)}:", at))
    return text.count("\n", 0, at) + 1


def _result(fields: dict[str, Any]) -> Result:
    for name, value in fields.items():
        if not isinstance(value, _FIELDS.get(name, ())):
            raise ValueError(f"`{name}: {json.dumps(value)}` means nothing here")
    date, torch, python, harness = fields["run"].split()
    outcome = Outcome(fields.get("outcome", Outcome.EQUAL))
    drop_in = DropIn(fields["drop_in"]) if "drop_in" in fields else None
    if outcome not in RUN or drop_in is DropIn.UNKNOWN:
        raise ValueError("it says nothing that a run can show")
    return Result(
        outcome,
        fields.get("as_expected", True),
        fields["hash"],
        gradient=Gradient(fields["gradient"]) if "gradient" in fields else None,
        detail=fields.get("detail"),
        drop_in=drop_in,
        drop_in_detail=fields.get("drop_in_detail"),
        stamp=Stamp(date, torch, python, int(harness)),
    )


def _order(key: str) -> list[int]:
    """A key that sorts the keys of examples; raises ValueError for what is none."""
    return [int(part) for part in key.split(".")]


def render_record(record: Record) -> str:
    """The text of a record: one line per example and release, the same for the same results.

    A new release comes first, so that it adds lines and changes none; examples lie two lines
    apart, so that git merges changes of neighbours.
    """
    blocks = []
    for key in sorted(record, key=_order):
        newest_first = sorted_releases(record[key])[::-1]
        lines = [f"{json.dumps(r)}: {_line(record[key][r])}" for r in newest_first]
        blocks.append(f"{json.dumps(key)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _line(result: Result) -> str:
    """All of a result but what is usual, and what was not found."""
    stamp = result.stamp
    fields = {
        "outcome": None if result.outcome is Outcome.EQUAL else result.outcome,
        "as_expected": None if result.as_expected else False,
        "gradient": result.gradient,
        "detail": result.detail,
        "drop_in": result.drop_in,
        "drop_in_detail": result.drop_in_detail,
        "hash": result.hash,
        "run": f"{stamp.date} {stamp.torch} {stamp.python} {stamp.harness}",
    }
    said = {key: value for key, value in fields.items() if value is not None}
    return json.dumps(said, ensure_ascii=False)
