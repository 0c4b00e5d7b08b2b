"""What runs have shown of a limit is what it says, on each release.

Looked at only where `mappings/results` holds results at all: the example of a limit has one for the
newest release, of the limit and the mapping as they are, and Paddle departed from torch on the
releases of the limit, in the way that it says, and on no others. The example of a limit with
`processor` has been run on such processors, and departed on them alone.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 limits:
   - when: input.dtype == int8
-    then: differs
+    then: refused
     place: cpu
     example:
       inputs: {x: {tensor: [1, 2], dtype: int8}}
       torch: result = torch.abs(x)
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```

```json
# mappings/results/torch/torch.abs.json
{"1": {"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
```

```json
# mappings/results/limits/torch/torch.abs.json
{"1.1": {"3.3.1": {"outcome": "raises", "detail": "Paddle raises RuntimeError: (NotFound)",
  "hash": "e9aaa92781e8", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.categories import Text
from mapping_model.entry import Limit
from mapping_model.limits.examples import (
    departure_of,
    departure_on,
    is_told_elsewhere,
)
from mapping_model.limits.sharing import Placed
from mapping_model.outcomes import Departure
from mapping_model.processors import Feature
from mapping_model.records import BrokenRecord, Record
from mapping_model.results import example_hash
from mapping_model.snapshots import PADDLE

SUMMARY = Text(
    "What runs have shown of a limit is what it says.", "限制所述与各版本的运行结果一致。"
)
REQUIREMENTS = ("X4",)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Hold what is recorded of each limit against it."""
    if not entry.facts.has_records or not any(v.limits for v in entry.entry.variants):
        return
    hint = f"Run: verify-mappings run {entry.entry.torch} --write"
    record, places = entry.limit_record, entry.limits.placed
    if isinstance(record, BrokenRecord):
        yield entry.finding(f"{record.path.name}:{record.line}: {record.reason}.", hint=hint)
        return
    for number, placed in enumerate(places, 1):
        otherwise = _otherwise(number, placed.limit, places, record)
        told = _stale(entry, number, record) or next(otherwise, None)
        variant = entry.variants[placed.variant]
        if told:
            yield variant.finding(told, "limits", placed.index, hint=hint)
        elif kind := _lacking(number, placed.limit, record):
            told = f"The example of this limit has no result {kind.said.en}."
            more = hint + (" --older-processor" if kind is Feature.NO_AVX512 else "")
            yield variant.finding(told, "limits", placed.index, hint=more)


def _stale(entry: EntrySubject, number: int, record: Record) -> str | None:
    """What is wrong with the results of a limit on the newest release, before they are read."""
    newest = PADDLE[-1]
    if entry.limits.is_shown(number, record, newest):
        return None
    try:
        for one in entry.limits.showings_of(number, {newest: entry.facts.releases[newest]}):
            result = record.get(one.key, {}).get(newest)
            if result is None:
                return f"The example of this limit has no result on Paddle {newest}."
            if not result.is_of(example_hash(one.example)):
                return "The limit or the mapping has changed since its result was recorded."
    except SyntaxError:
        pass  # That is PM311.
    return None


def _otherwise(
    number: int, limit: Limit, places: Sequence[Placed], record: Record
) -> Iterator[str]:
    """Where runs have shown something else than a limit says."""
    for suffix, what in ((1, "the example"), (2, "the code of `instead`")):
        for release, result in record.get(f"{number}.{suffix}", {}).items():
            if is_told_elsewhere(limit, places, release):
                continue
            for line in (result, *result.elsewhere):
                leading = result.stamp.processors[0]
                for processor in line.stamp.processors:
                    departs = departure_on(limit, release, processor) if suffix == 1 else None
                    seen = departure_of(limit.example, line)
                    if seen is not departs or not line.as_expected:
                        told = f" ({line.detail})" if line.detail else ""
                        where = "" if processor is leading else f" {processor.said.en}"
                        told = f"is {_told(seen)}, not {_told(departs)}{told}."
                        yield f"On Paddle {release}{where} {what} {told}"


def _lacking(number: int, limit: Limit, record: Record) -> Feature | None:
    """The kind of processors that a limit is about and that has no result; None where it has."""
    result = record.get(f"{number}.1", {}).get(PADDLE[-1])
    if limit.processor is None or result is None:
        return None
    run = [kind for one in (result, *result.elsewhere) for kind in one.stamp.processors]
    return None if any(map(limit.processor.is_of, run)) else limit.processor


def _told(departure: Departure | None) -> str:
    return "`equal`" if departure is None else f"`{departure}`"
