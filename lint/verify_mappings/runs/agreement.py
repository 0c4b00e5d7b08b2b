"""Holding what a run shows against what is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mapping_model.processors import Processor
from mapping_model.records import Record
from mapping_model.results import Result
from mapping_model.snapshots import PADDLE
from verify_mappings.runs.cases import Case
from verify_mappings.runs.tasks import Verified

LONGEST = 120
# What no processor changes: what was run, and with what.
_SAME_EVERYWHERE = ("hash", "mapping", "harness", "torch")
_CUT = " ..."
# What is left of a text that was cut, whose last word may have been a space before.
_LEAST = LONGEST // 2
_EXACT = (
    *("hash", "outcome", "as_expected", "gradient"),
    *("drop_in", "compat", "mapping", "applied", "newer"),
)
# Numbers in them depend on the processor, and addresses on the run. So does the signal that ends a
# process after memory was overwritten: whether the system notices first, or malloc.
_TEXTS = ("detail", "drop_in_detail", "compat_detail", "applied_detail", "newer_detail")
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
    texts = {name: (getattr(recorded, name), getattr(seen, name)) for name in _TEXTS}
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
    """What a record keeps: no largest difference, which is the processor's, and texts of a line."""
    return replace(
        result,
        max_diff=None,
        gradient_detail=None,
        first=None,
        detail=_cut(result.detail),
        drop_in_detail=_cut(result.drop_in_detail),
        compat_detail=_cut(result.compat_detail),
        applied_detail=_cut(result.applied_detail),
        newer_detail=_cut(result.newer_detail),
    )


def _cut(text: str | None) -> str | None:
    if text is None or len(text) <= LONGEST:
        return text
    return text[: LONGEST - len(_CUT)].rstrip() + _CUT


def held_against(
    records: Mapping[str, Record], verified: Sequence[Verified], torch: str, processor: Processor
) -> Iterator[Disagreement]:
    """Where results, found with `torch`, are not as recorded, or have no record at all."""
    for one in verified:
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


def is_settled(records: Mapping[str, Record], one: Verified, processor: Processor) -> bool:
    """Whether it is known that on this kind of processors an example fares otherwise, or open."""
    kept = records.get(one.case.name, {}).get(one.case.key, {}).get(one.release)
    return kept is not None and _line_of(kept, processor) is not kept


def _line_of(kept: Result, processor: Processor) -> Result | None:
    """What is recorded for a kind of processors, else for its emulation."""
    own, stand_in = kept.on(processor), processor.stand_in
    return own or (kept.on(stand_in) if stand_in else None)


def left_over(records: Mapping[str, Record], cases: Iterable[Case]) -> Iterator[Disagreement]:
    """Recorded results of examples that are not there, or of releases that are not supported."""
    there: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        there.setdefault((case.name, case.key), []).append(case)
    for name, record in records.items():
        for key, found in record.items():
            for release, result in found.items():
                own = there.get((name, key), ())
                if release not in PADDLE or not any(case.is_for(release) for case in own):
                    yield Disagreement(name, key, release, "result", result.outcome, None)
