"""Results in files: keeping what a run shows, and holding it against what is recorded.

Files are replaced as a whole while a run goes on, so that a run that is killed loses only its last
seconds and the next one goes on where it ended.
"""

from __future__ import annotations

import contextlib
import datetime
import fcntl
import os
import re
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mapping_model.ending import UsageError
from mapping_model.files import write_atomically
from mapping_model.naming import RESULTS
from mapping_model.outcomes import DropIn
from mapping_model.processors import Processor
from mapping_model.records import (
    LIMITS_OF,
    SAMPLES_OF,
    BrokenRecord,
    Record,
    read_record,
    record_files,
    record_path,
    render_record,
)
from mapping_model.results import Result, Stamp
from mapping_model.snapshots import PADDLE
from verify_mappings.runs.cases import ExampleCase, Verified
from verify_mappings.runs.pool import Versions
from verify_mappings.runs.verifier import TEXTS, TORCH

LONGEST = 120
# What no processor changes: what was run, and with what.
_SAME_EVERYWHERE = ("hash", "mapping", "harness", "torch")
_CUT = " ..."
# What is left of a text that was cut, whose last word may have been a space before.
_LEAST = LONGEST // 2
_EXACT = (
    *("hash", "outcome", "as_expected", "gradient"),
    *("drop_in", "mapping", "applied", "newer"),
)
# Numbers in them depend on the processor, and addresses on the run. So does the signal that ends a
# process after memory was overwritten: whether the system notices first, or malloc.
_NUMBER = re.compile(
    r"0x[0-9a-f]+|[-+]?\b(?:nanj?|infj?|\d[\w.]*(?:(?<=e)[-+]\d+j?)?)\b|\bSIG(?:ABRT|BUS|SEGV)\b"
)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A value of a result that is not the recorded one; `field` "result" is the whole of it.

    It is `open` where only other kinds of processors have been recorded: then nothing is wrong.
    """

    name: str
    key: str
    release: str
    field: str
    recorded: object
    seen: object
    open: bool = False


def disagreements(recorded: Result, seen: Result) -> dict[str, tuple[object, object]]:
    """The recorded and the seen value of each field in which two results do not agree."""
    seen = as_recorded(seen)
    pairs = {name: (getattr(recorded, name), getattr(seen, name)) for name in _EXACT}
    pairs["harness"] = (recorded.stamp.harness, seen.stamp.harness)
    found = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    texts = {name: (getattr(recorded, name), getattr(seen, name)) for name in TEXTS}
    for mode in dict.fromkeys((*recorded.modes, *seen.modes)):
        one, other = recorded.after(mode), seen.after(mode)
        if (one and one.status) != (other and other.status):
            found[mode] = one and one.status, other and other.status
        texts[f"{mode}_detail"] = one and one.detail, other and other.detail
    return found | {name: pair for name, pair in texts.items() if not _alike(*pair)}


def _alike(recorded: str | None, seen: str | None) -> bool:
    """Whether two texts say the same but for numbers, as far as both go where one was cut."""
    if recorded is None or seen is None:
        return recorded is seen
    # A shorter one that ends so says it itself; as a cut one it would agree with everything.
    cut = [len(text) > _LEAST and text.endswith(_CUT) for text in (recorded, seen)]
    texts = (
        text.removesuffix(_CUT) if c else text
        for text, c in zip((recorded, seen), cut, strict=True)
    )
    ours, theirs = (_NUMBER.sub("#", text).rstrip() for text in texts)
    if cut[0] and theirs.startswith(ours):
        return True
    return ours == theirs or (cut[1] and ours.startswith(theirs))


def as_recorded(result: Result) -> Result:
    """What a record keeps: no largest difference, which is the processor's, and texts of a line.

    Nor what goes without saying: that code which is equal anyway is so in a mode.
    """
    texts: dict[str, Any] = {name: _cut(getattr(result, name)) for name in TEXTS}
    usual = {DropIn.EQUAL} & {result.drop_in}
    modes = {
        name: replace(seen, detail=_cut(seen.detail))
        for name, seen in result.modes.items()
        if seen.status not in usual
    }
    return replace(result, max_diff=None, gradient_detail=None, first=None, modes=modes, **texts)


def _cut(text: str | None) -> str | None:
    if text is None or len(text) <= LONGEST:
        return text
    return text[: LONGEST - len(_CUT)].rstrip() + _CUT


def held_against(
    records: Mapping[str, Record], verified: Sequence[Verified], torch: str, processor: Processor
) -> Iterator[Disagreement]:
    """Where results, found with `torch`, are not as recorded, or have no record at all."""
    for one in verified:
        if one.left_out:
            continue
        case, release = one.case, one.release
        kept = records[case.name].get(case.key, {}).get(release)
        told: dict[str, tuple[object, object]] = {"result": (None, one.result.outcome)}
        free = False
        if kept:
            own = _line_of(kept, processor)
            line = own or kept
            told = disagreements(line, one.result)
            if line.stamp.torch != torch:
                told["torch"] = (line.stamp.torch, torch)
            free = own is None and told.keys().isdisjoint(_SAME_EVERYWHERE)
        for field, pair in told.items():
            yield Disagreement(case.name, case.key, release, field, *pair, open=free)


def ported(record: Record) -> Record:
    """A record without what the unchanged code has shown."""
    return {
        key: {release: _ported(result) for release, result in results.items()}
        for key, results in record.items()
    }


def _ported(result: Result) -> Result:
    elsewhere = tuple(map(_ported, result.elsewhere))
    return replace(result, drop_in=None, drop_in_detail=None, modes={}, elsewhere=elsewhere)


def is_settled(records: Mapping[str, Record], one: Verified, processor: Processor) -> bool:
    """Whether it is known that on this kind of processors an example fares otherwise, or open."""
    kept = records.get(one.case.name, {}).get(one.case.key, {}).get(one.release)
    return kept is not None and _line_of(kept, processor) is not kept


def _line_of(kept: Result, processor: Processor) -> Result | None:
    """What is recorded for a kind of processors, else for its emulation."""
    own, stand_in = kept.on(processor), processor.stand_in
    return own or (kept.on(stand_in) if stand_in else None)


def left_over(
    records: Mapping[str, Record], cases: Iterable[ExampleCase], releases: Collection[str]
) -> Iterator[Disagreement]:
    """Recorded results of examples that are not there, or of releases that are not supported.

    Of those that are, `releases` are looked at.
    """
    there: dict[tuple[str, str], list[ExampleCase]] = {}
    for case in cases:
        there.setdefault((case.name, case.key), []).append(case)
    for name, record in records.items():
        for key, found in record.items():
            for release, result in found.items():
                own = there.get((name, key), ())
                if release in PADDLE and release not in releases:
                    continue
                if release not in PADDLE or not any(case.is_for(release) for case in own):
                    yield Disagreement(name, key, release, "result", result.outcome, None)


SECONDS = 10.0


def read_records(mappings: Path, names: Iterable[str]) -> dict[str, Record]:
    """The records of some entries and gotchas; raises UsageError for a file that is none."""
    try:
        return {name: read_record(record_path(mappings, name)) for name in dict.fromkeys(names)}
    except BrokenRecord as error:
        told = "Restore it with git, or delete it and run `verify-mappings matrix` for its entry."
        raise UsageError(f"{error}. {told}") from error


class Keeper:
    """Adds results to the records below `mappings`, now and then and at the end.

    `cases` are all of some entries and gotchas: results of examples that are no longer there are
    dropped from the records of these, and with `whole` from all. `versions` are those of torch and
    of each Paddle release, by name of the crew; `processor` is of the kind that runs them. May be
    used by several threads.
    """

    def __init__(
        self,
        mappings: Path,
        cases: Iterable[ExampleCase],
        whole: bool,
        processor: Processor,
        versions: dict[str, Versions],
    ) -> None:
        self._mappings = mappings
        self._processor = processor
        self._versions = versions
        self._cases: dict[str, list[ExampleCase]] = {}
        for case in cases:
            self._cases.setdefault(case.name, []).append(case)
        self._whole = whole
        self._new: dict[str, list[tuple[str, str, Result]]] = {}
        self._lock = threading.Lock()
        self._saved = time.monotonic()

    def add(self, verified: Verified) -> None:
        """Take a result; it reaches its file within some seconds."""
        stamp = Stamp(
            datetime.datetime.now(datetime.UTC).date().isoformat(),
            self._versions[TORCH].library,
            self._versions[verified.release].python,
            processors=(self._processor,),
        )
        case, result = verified.case, replace(as_recorded(verified.result), stamp=stamp)
        with self._lock:
            self._new.setdefault(case.name, []).append((case.key, verified.release, result))
            if time.monotonic() - self._saved > SECONDS:
                self._save(self._new)

    def save(self) -> None:
        """Write all that is new to the files. Raises UsageError as `read_records` does."""
        with self._lock:
            self._save({name: [] for name in self._left_over()} | self._new)

    def _left_over(self) -> Iterable[str]:
        """Records with results that may all be of examples that are gone."""
        if self._whole:
            return dict(record_files(self._mappings))
        entries = [name for name in self._cases if ":" not in name]
        return [
            *self._cases,
            *(f"{of}{name}" for of in (LIMITS_OF, SAMPLES_OF) for name in entries),
        ]

    def _save(self, new: dict[str, list[tuple[str, str, Result]]]) -> None:
        try:
            self._write(new)
        except OSError as error:
            raise UsageError(f"Results cannot be kept: {error}") from error
        self._new = {}
        self._saved = time.monotonic()

    def _write(self, new: dict[str, list[tuple[str, str, Result]]]) -> None:
        with _alone(self._mappings / RESULTS):
            # Read anew, since another run may have added to it meanwhile.
            for name, old in read_records(self._mappings, new).items():
                path = record_path(self._mappings, name)
                record = _merged(old, new[name], self._cases.get(name, ()))
                if not record:
                    path.unlink(missing_ok=True)
                elif record != old:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    write_atomically(path, render_record(record))


def _merged(
    old: Record, new: Iterable[tuple[str, str, Result]], cases: Sequence[ExampleCase]
) -> Record:
    """A record with new results; one that has come out the same keeps its line, date and all."""
    record: Record = {}
    for key, results in old.items():
        own = [case for case in cases if case.key == key]
        left = {r: result for r, result in results.items() if any(c.is_for(r) for c in own)}
        if left:
            record[key] = left
    for key, release, result in new:
        found = record.setdefault(key, {})
        found[release] = joined(found.get(release), result)
    return record


def joined(kept: Result | None, seen: Result) -> Result:
    """What is recorded of an example on a release, with what one kind of processors has shown.

    Of other kinds that stays which is of the same code. Kinds that agree share a line.
    """
    lines = (replace(kept, elsewhere=()), *kept.elsewhere) if kept else ()
    lines = tuple(line for line in lines if _code(line) == _code(seen))
    agreeing = [line for line in lines if not disagreements(line, seen)]
    first = next((line for line in agreeing if _share(line, seen)), next(iter(agreeing), seen))
    own = seen.stamp.processors
    found = []
    for line in lines if agreeing else (*lines, seen):
        kinds = {*line.stamp.processors} - {*own} | ({*own} if line is first else set())
        if kinds:
            found.append(replace(line, stamp=line.stamp.on(kinds)))
    found.sort(key=lambda line: list(Processor).index(line.stamp.processors[0]))
    return replace(found[0], elsewhere=tuple(found[1:]))


def _code(result: Result) -> tuple[object, ...]:
    """What was run, and how."""
    return result.hash, result.mapping, result.stamp.torch, result.stamp.harness


def _share(one: Result, other: Result) -> bool:
    """Whether two results are of a common kind of processors."""
    return not {*one.stamp.processors}.isdisjoint(other.stamp.processors)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other runs from writing below a folder; a process that dies lets go."""
    folder.mkdir(exist_ok=True)
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
