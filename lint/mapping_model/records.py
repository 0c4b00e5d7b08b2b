"""The record of runs: results as committed files, written by `verify-mappings`, read by all.

`mappings/results` mirrors `mappings`: one file per entry and per gotcha, in it one line per example
and Paddle release, without what goes without saying: what is usual, and all of a result
that is as on an older release. Where kinds of processors come out otherwise, a line each follows.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapping_model.files import conflict, read_ordinary
from mapping_model.modes import all_modes
from mapping_model.naming import (
    GOTCHAS,
    MAX_RECORD,
    RECORD,
    RESULTS,
    api_of,
    named_below,
    record_of,
)
from mapping_model.outcomes import RUN, DropIn, Outcome
from mapping_model.printable import printable
from mapping_model.processors import Processor
from mapping_model.results import Applied, Gradient, Result, Results, Seen, Stamp

if TYPE_CHECKING:
    from mapping_model.stores import Store

GOTCHA = "gotcha:"
LIMITS_OF, SAMPLES_OF = "limits:", "samples:"
# The folders with the results of limits, and of samples of torch's own tests.
_FOLDERS = {"limits": LIMITS_OF, "samples": SAMPLES_OF}
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
    **{name: str for mode in all_modes() for name in (mode.name, f"{mode.name}_detail")},
    "applied": str,
    "applied_detail": str,
    "newer": str,
    "newer_detail": str,
    "hash": str,
    "source": str,
    "run": str,
}
_json = json.JSONEncoder(ensure_ascii=False).encode
# Names a release below that has shown the same. What was run, and when, each line says itself: so
# it may be stale alone, and means the same whatever git merges it with.
_AS = "as"
_OWN = ("hash", "source", "run")
_KEY = re.compile(r"[1-9][0-9]{0,3}(\.[1-9][0-9]{0,3})?")
_RELEASE = re.compile(r"[0-9]+(\.[0-9a-z+]+)+")
# A release, or one kind of processors on it.
_LINE = re.compile(rf"{_RELEASE.pattern}( ({'|'.join(Processor)}))?")


class BrokenRecord(ValueError):
    """A file below `mappings/results` that is no record; the message names file and line."""

    OF = "runs"

    def __init__(self, path: Path, line: int, reason: str) -> None:
        self.path, self.line = path, line
        self.reason = f"not a record of {self.OF}: {reason}"
        super().__init__(printable(f"{path}:{line}: {self.reason}"))


def subject_of(name: str) -> str:
    """The entry whose limits or samples results are of; other names as they are."""
    return name.removeprefix(LIMITS_OF).removeprefix(SAMPLES_OF)


def record_path(mappings: Path, name: str) -> Path:
    """Where the results of an entry, `gotcha:<id>`, `limits:<api>` or `samples:<api>` are kept."""
    if name.startswith(GOTCHA):
        inside = f"{GOTCHAS}/{name.removeprefix(GOTCHA)}{RECORD}"
    else:
        folders = (f"{folder}/" for folder, of in _FOLDERS.items() if name.startswith(of))
        inside = f"{next(folders, '')}{record_of(subject_of(name))}"
    return Path(f"{mappings}/{RESULTS}/{inside}")


def record_files(mappings: Path) -> Iterator[tuple[str, Path]]:
    """Every record below `mappings`, by the name of what it is about; hidden files are none."""
    for file in named_below(mappings / RESULTS, RECORD):
        path = mappings / RESULTS / file
        if path.parent.name == GOTCHAS:
            yield f"{GOTCHA}{path.stem}", path
        else:
            yield f"{_FOLDERS.get(path.parent.parent.name, '')}{api_of(path.stem)}", path


def placed_records(mappings: Path) -> Iterator[tuple[str, Path]]:
    """As `record_files`; raises BrokenRecord for a file that is not where its results belong."""
    for name, path in record_files(mappings):
        if path != record_path(mappings, name):
            place = record_path(mappings, name).relative_to(mappings)
            raise BrokenRecord(path, 1, f"results of `{name}` belong in {place}")
        yield name, path


def read_results(mappings: Path, names: Iterable[str] | None = None) -> tuple[Results, ...]:
    """Everything that is recorded, newest Paddle release first; raises BrokenRecord.

    Samples are not among it, of which nobody reads but who counts calls. With `names`, only what
    is recorded of these.
    """
    files: Iterable[tuple[str, Path]]
    files = (one for one in placed_records(mappings) if not one[0].startswith(SAMPLES_OF))
    if names is not None:
        files = ((name, record_path(mappings, name)) for name in names)
    return as_results((name, read_record(path)) for name, path in files)


def kept_results(store: Store, names: Iterable[str]) -> tuple[Results, ...]:
    """What a store has of some entries or gotchas, as `read_results`."""
    paths = {name: record_path(store.root, name) for name in names}
    inside = {name: path.relative_to(store.root).as_posix() for name, path in paths.items()}
    return as_results(
        (name, read_record(path, partial(store.record, inside[name])))
        for name, path in paths.items()
    )


def as_results(records: Iterable[tuple[str, Record]]) -> tuple[Results, ...]:
    """Records, by what they are about, as results by release, the newest first."""
    found: dict[str, dict[str, dict[str, Result]]] = {}
    for name, record in records:
        for key, results in record.items():
            for release, result in results.items():
                found.setdefault(release, {}).setdefault(name, {})[key] = result
    return tuple(Results(release, found[release]) for release in sorted_releases(found)[::-1])


def sorted_releases(releases: Iterable[str]) -> list[str]:
    """Releases from old to new: 3.9.1 before 3.10.0."""

    def order(release: str) -> list[tuple[int, str]]:
        parts = release.split(".")
        return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]

    return sorted(releases, key=order)


def read_record(path: Path, read: Callable[[], bytes] | None = None) -> Record:
    """Read the record of one entry or gotcha, empty where there is none; raises BrokenRecord.

    With `read`, its bytes come from there, and `path` is what it is called.
    """
    try:
        raw = read_ordinary(path, MAX_RECORD) if read is None else read()
        text = raw.decode("utf-8")
        # Pairs, because a dict would hide a key that is there twice.
        data = json.loads(text, object_pairs_hook=tuple)
    except FileNotFoundError:
        return {}
    except json.JSONDecodeError as error:
        if line := conflict(text):
            raise BrokenRecord(path, line, "a conflict of git is left in it") from error
        raise BrokenRecord(path, error.lineno, error.msg) from error
    except OSError as error:
        raise BrokenRecord(path, 1, error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BrokenRecord(path, 1, str(error)) from error
    record: Record = {}
    place: tuple[str, ...] = ()
    try:
        for key, results in _fields(data).items():
            place = (key,)
            if not _is(_KEY, key):
                raise ValueError(f"`{key}` is no example")
            whole: dict[str, dict[str, Any]] = {}
            found: dict[str, Result] = {}
            for release, fields in reversed(_fields(results).items()):
                place = (key, release)
                if not _is(_LINE, release):
                    raise ValueError(f"`{release}` is no release")
                said = _fields(fields)
                older = said.get(_AS, "")
                whole[release] = _whole(said, whole)
                # Most of those that are as an older one are of the same run, too.
                same = older != "" and whole[release] == whole[older]
                found[release] = found[older] if same else _result(whole[release])
            record[key] = dict(_by_release(dict(reversed(found.items()))))
    except (ValueError, RecursionError) as error:
        if isinstance(error, _Twice):
            place = (*place, error.key)
        raise BrokenRecord(path, _line_of(text, place), printable(str(error))) from error
    return record


def _by_release(lines: dict[str, Result]) -> Iterator[tuple[str, Result]]:
    """The results of each release; those of single kinds of processors with what leads them."""
    for release, line in lines.items():
        if " " in release:
            if release.split(" ")[0] not in lines:
                raise ValueError(f"`{release}` has no line without a processor")
            continue
        others = (
            [name for name in lines if name.startswith(f"{release} ")] if len(lines) > 1 else ()
        )
        result = replace(line, elsewhere=tuple(lines[name] for name in others)) if others else line
        kinds = [kind for one in (result, *result.elsewhere) for kind in one.stamp.processors]
        if len(kinds) > len(set(kinds)):
            raise ValueError(f"of `{release}` two lines are of the same kind of processors")
        first = [one.stamp.processors[0] for one in (result, *result.elsewhere)]
        for name, kind in zip(others, first[1:], strict=True):
            if name != f"{release} {kind}":
                raise ValueError(f"`{name}` is a line of `{kind}`")
        if others and first != [kind for kind in Processor if kind in first]:
            raise ValueError(f"of `{release}` lines are not in the order {', '.join(Processor)}")
        yield release, result


class _Twice(ValueError):
    """A key that is there twice, as a merge by hand may leave it."""

    def __init__(self, key: str) -> None:
        super().__init__(f"`{key}` is there twice")
        self.key = key


def _fields(data: object) -> dict[str, Any]:
    """An object of the file, which comes as a tuple of pairs."""
    if not isinstance(data, tuple):
        raise ValueError(f"expected `{{...}}`, not `{json.dumps(data)[:40]}`")
    found: dict[str, Any] = {}
    for key, value in data:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def _line_of(text: str, place: tuple[str, ...]) -> int:
    """The line on which the keys `place` stand, one below the other."""
    at = 0
    for key in place:
        for written in (json.dumps(key), json.dumps(key, ensure_ascii=False)):
            at = max(at, text.find(f"{written}:", at))
    return text.count("\n", 0, at) + 1


def _whole(fields: dict[str, Any], below: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A line with what it takes from another."""
    for name in ("hash", "run"):
        if name not in fields:
            raise ValueError(f"`{name}` is missing")
    if _AS not in fields:
        return fields
    named = fields.pop(_AS)
    if not isinstance(named, str) or named not in below:
        raise ValueError(f"`{_AS}: {json.dumps(named)[:40]}` is no release below it")
    return {name: value for name, value in below[named].items() if name not in _OWN} | fields


def _result(fields: dict[str, Any]) -> Result:
    for name, value in fields.items():
        if not isinstance(value, _FIELDS.get(name, ())):
            raise ValueError(f"`{name}: {json.dumps(value)[:40]}` means nothing here")
        if isinstance(value, str) and not value.isprintable():
            raise ValueError(f"`{name}` has characters that nobody sees, or half ones")
    outcome = Outcome(fields.get("outcome", Outcome.EQUAL))
    drop_in = DropIn(fields["drop_in"]) if "drop_in" in fields else None
    names = [mode.name for mode in all_modes() if mode.name in fields]
    modes = {name: DropIn(fields[name]) for name in names}
    if outcome not in RUN or DropIn.UNKNOWN in (drop_in, *modes.values()):
        raise ValueError("it says nothing that a run can show")
    digest, _, mapping = fields["hash"].partition(" ")
    usual = Applied.EQUAL if mapping else None
    applied = Applied(fields["applied"]) if "applied" in fields else usual
    return Result(
        outcome,
        fields.get("as_expected", True),
        digest,
        gradient=Gradient(fields["gradient"]) if "gradient" in fields else None,
        detail=fields.get("detail"),
        drop_in=drop_in,
        drop_in_detail=fields.get("drop_in_detail"),
        modes={
            name: Seen(
                status,
                fields.get(
                    f"{name}_detail", fields.get("drop_in_detail") if status is drop_in else None
                ),
            )
            for name, status in modes.items()
        },
        mapping=mapping or fields.get("source"),
        applied=applied,
        applied_detail=fields.get(
            "applied_detail", fields.get("detail") if applied is Applied.of(outcome) else None
        ),
        newer=Applied(fields["newer"]) if "newer" in fields else None,
        newer_detail=fields.get("newer_detail"),
        stamp=_stamp(fields["run"]),
    )


# What stands in a record stands in thousands of others too.
@lru_cache(maxsize=1024)
def _is(form: re.Pattern[str], text: str) -> bool:
    return form.fullmatch(text) is not None


@lru_cache(maxsize=1024)
def _stamp(run: str) -> Stamp:
    """What `run` says: the date, torch, Python, the number of the harness, and processors."""
    told = ValueError(f"`run: {run[:60]}` is no date, torch, Python, harness and processors")
    try:
        date, torch, python, harness, processors = run.split(" ")
        day = datetime.date.fromisoformat(date)
        kinds = tuple(map(Processor, processors.split(",")))
        stamp = Stamp(date, torch, python, int(harness), kinds)
    except ValueError as error:
        raise told from error
    # Nothing that is written otherwise than here: a week, `0_2`, kinds in another order.
    plain = (day.isoformat(), str(stamp.harness)) == (date, harness)
    ordered = kinds == stamp.on(kinds).processors
    if not (plain and ordered and _is(_RELEASE, torch) and _is(_RELEASE, python)):
        raise told
    return stamp


def _order(key: str) -> list[int]:
    """A key that sorts the keys of examples; raises ValueError for what is none."""
    return [int(part) for part in key.split(".")]


def render_record(record: Record) -> str:
    """The text of a record: one line per example and release, the same for the same results.

    A new release comes first and names older ones, so that it adds lines and changes none; examples
    lie two lines apart, so that git merges changes of neighbours.
    """
    blocks = []
    for key in sorted(record, key=_order):
        lines: list[str] = []
        below = ""
        older: dict[str, Any] = {}
        for release in sorted_releases(record[key]):
            for one in reversed(record[key][release].elsewhere):
                name = f"{release} {one.stamp.processors[0]}"
                lines.insert(0, f"{_json(name)}: {_json(_said(one))}")
            said = _said(record[key][release])
            own = {name: said[name] for name in _OWN if name in said}
            same = {_AS: below, **own}
            line = same if older and said == older | own else said
            lines.insert(0, f"{_json(release)}: {_json(line)}")
            below, older = release, said
        blocks.append(f"{_json(key)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _said(result: Result) -> dict[str, Any]:
    """All of a result but what is usual, what was not found, and what was said already."""
    stamp = result.stamp
    fields = {
        "outcome": None if result.outcome is Outcome.EQUAL else result.outcome,
        "as_expected": None if result.as_expected else False,
        "gradient": result.gradient,
        "detail": result.detail,
        "drop_in": result.drop_in,
        "drop_in_detail": result.drop_in_detail,
        **_said_of_modes(result),
        "applied": None if result.applied is Applied.EQUAL else result.applied,
        "applied_detail": _unlike(result.detail, result.applied_detail),
        "newer": result.newer,
        "newer_detail": result.newer_detail,
        "hash": f"{result.hash} {result.mapping}" if result.applied else result.hash,
        "source": None if result.applied else result.mapping,
        "run": " ".join(
            (stamp.date, stamp.torch, stamp.python, str(stamp.harness), ",".join(stamp.processors))
        ),
    }
    return {key: value for key, value in fields.items() if value is not None}


def _said_of_modes(result: Result) -> dict[str, str | None]:
    said: dict[str, str | None] = {}
    for name, seen in result.modes.items():
        said[name] = seen.status
        said[f"{name}_detail"] = _unlike(result.drop_in_detail, seen.detail)
    return said


def _unlike(said: str | None, detail: str | None) -> str | None:
    return None if detail == said else detail
