"""What executing the examples has shown; `mapping_model.records` is how it is kept.

The hash of a result covers exactly what was run, so that the result is known to be stale when the
example, its inputs, its comparison or the tolerances have changed since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from json.encoder import encode_basestring
from operator import attrgetter

from mapping_model.entry import Entry, Example, Newer, Variant
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.processors import Processor
from mapping_model.tolerances import TOLERANCES, applied

# Raise it when a change of the harness can change an outcome: all results are then stale.
HARNESS = 2
# As a result tells of an error where a gradient is wanted.
NO_BACKWARD = "with inputs that require gradients Paddle raises "
_encode = json.JSONEncoder(sort_keys=True, ensure_ascii=False, default=str).encode
_TABLE = _encode(TOLERANCES)
_encode_number = lru_cache(maxsize=64, typed=True)(_encode)  # there are some dozen tolerances


class Gradient(StrEnum):
    """What comparing gradients showed, or why there was nothing to compare."""

    EQUAL = "equal"
    DIFFERS = "differs"
    NO_INPUT = "no-input"  # no input can have a gradient
    NO_GRADIENT = "no-gradient"  # the result has none
    TORCH_FAILS = "torch-fails"  # when inputs require gradients
    SKIPPED = "skipped"  # the example says so


class Applied(StrEnum):
    """What the Paddle code shows that a program writes for the torch code of an example."""

    EQUAL = "equal"
    DIFFERS = "differs"
    RAISES = "raises"
    UNWRITTEN = "unwritten"  # none was written: the mapping leaves it to a person
    ELSEWHERE = "elsewhere"  # only for other APIs that the example uses none was written

    @classmethod
    def of(cls, outcome: Outcome) -> Applied:
        """What an outcome is called here."""
        return {Outcome.EQUAL: cls.EQUAL, Outcome.DIFFERS: cls.DIFFERS}.get(outcome, cls.RAISES)


@dataclass(frozen=True, slots=True)
class Stamp:
    """When and with what a result was found; `python` is that of the Paddle side.

    `processors` are the kinds of processors that have shown it, in the order of their class.
    """

    date: str = ""
    torch: str = ""
    python: str = ""
    harness: int = HARNESS
    processors: tuple[Processor, ...] = ()

    def on(self, processors: Collection[Processor]) -> Stamp:
        """The same of other kinds of processors."""
        return replace(self, processors=tuple(one for one in Processor if one in processors))


@dataclass(frozen=True, slots=True)
class Seen:
    """What unchanged code has shown, and the difference or the error."""

    status: DropIn
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one example on one Paddle release.

    `as_expected` tells whether that is what the example claims (a gotcha may claim "differs").
    `gradient` is None where the comparison did not get that far. `detail` is the difference or
    error. `drop_in` is None where the torch code was not run on Paddle or says nothing;
    `drop_in_detail` is the difference, or the error with which Paddle refused it. `modes` has the
    same of each of `mapping_model.modes` that the release has, but for code that is equal both with
    the mode and without. `applied` is what the mapping with the hash `mapping` gave,
    `applied_detail` the difference, the error, or why no code was written; all three are None where
    the mapping was not applied. The example of a limit has no other code than the mapping's: there
    `mapping` alone is a hash, of what that code is written from. `newer` and `newer_detail` are
    those of the closer targets that newer releases have, None where these make no other code.

    Not recorded are `max_diff`, the largest absolute difference of values, which depends on the
    processor (None where nothing was compared), `gradient_detail`, why gradients were not, and
    `first`, how a process ended that did not when it was run again, alone.

    `elsewhere` are the results of kinds of processors on which it comes out otherwise.
    """

    outcome: Outcome
    as_expected: bool
    hash: str
    max_diff: float | None = None
    gradient: Gradient | None = None
    detail: str | None = None
    drop_in: DropIn | None = None
    drop_in_detail: str | None = None
    gradient_detail: str | None = None
    first: str | None = None
    modes: Mapping[str, Seen] = field(default_factory=dict)
    mapping: str | None = None
    applied: Applied | None = None
    applied_detail: str | None = None
    newer: Applied | None = None
    newer_detail: str | None = None
    stamp: Stamp = Stamp()
    elsewhere: tuple[Result, ...] = ()

    def on(self, processor: Processor) -> Result | None:
        """What a kind of processors has shown; None where none of it has run the example."""
        lines = (self, *self.elsewhere)
        return next((line for line in lines if processor in line.stamp.processors), None)

    def after(self, mode: str) -> Seen | None:
        """What unchanged code gives in a mode of the release; None where it was not run."""
        usual = Seen(DropIn.EQUAL) if self.drop_in is DropIn.EQUAL else None
        return self.modes.get(mode, usual)

    def is_from(self, mapping: str) -> bool:
        """Whether the present harness has run what was written from this mapping."""
        return self.mapping == mapping and self.stamp.harness == HARNESS

    def is_of(self, digest: str) -> bool:
        """Whether this is what the present harness gives for the example with this hash."""
        return self.hash == digest and self.stamp.harness == HARNESS


@dataclass(frozen=True, slots=True)
class Results:
    """All results on one Paddle release; `entries` maps name -> example key -> result."""

    paddle: str
    entries: dict[str, dict[str, Result]]

    def current(self, name: str, key: str, example: Example) -> Result | None:
        """The result of an example as it is now; None where there is none, or a stale one."""
        result = self.entries.get(name, {}).get(key)
        return result if result is not None and result.is_of(example_hash(example)) else None

    @property
    def latest(self) -> Stamp:
        """With what the newest of them were found."""
        found = (result.stamp for results in self.entries.values() for result in results.values())
        return max(found, key=lambda stamp: stamp.date, default=Stamp())


def example_hash(example: Example) -> str:
    """A short hash of all that decides the outcome of an example: code, inputs, comparison."""
    compare = example.compare
    content: dict[str, object] = {
        "inputs": example.inputs,
        "paddle": example.paddle,
        "call": example.call,
        "expect": example.expect.value,
        "random": compare.property or compare.random,
        "raises": compare.raises is not None and astuple(compare.raises),
        "gradient": compare.gradient_skip is None,
        "dtype": compare.dtype_ignore is None,
        "cannot_run": example.cannot_run and example.cannot_run.reason,
    }
    if example.processes > 1:
        content["processes"] = example.processes
    # In the order of the keys, the table encoded once: it takes longer than all the rest.
    tolerances = ", ".join(
        _TABLE if t is TOLERANCES else _encode_number(t) for t in applied(compare)
    )
    code = encode_basestring(example.torch)
    text = f'{_encode(content)[:-1]}, "tolerances": [{tolerances}], "torch": {code}}}'
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def mapping_hash(entry: Entry) -> str:
    """A short hash of what decides the code that a program writes: of no text, of no example.

    The code may also depend on entries of other APIs that an example uses; that shows where it is
    written again.
    """
    content = [_written(variant) for variant in entry.variants]
    return hashlib.sha256(_encode(content).encode()).hexdigest()[:8]


_ROW = attrgetter(*("torch", "paddle", "action", "set", "same_default", "value", "form", "in_code"))
_CASE = attrgetter("when", "code", "paddle", "since", "until")


def _written(variant: Variant) -> tuple[object, ...]:
    returns = variant.returns
    return (
        variant.category,
        variant.paddle,
        variant.when,
        variant.fields,
        returns and (returns.action, returns.value),
        *_rows_and_cases(variant),
        [(new.paddle, new.since, new.when, *_rows_and_cases(new)) for new in variant.newer],
    )


def _rows_and_cases(way: Variant | Newer) -> tuple[object, ...]:
    return (
        [_ROW(row) for row in way.params],
        [(*_CASE(case), case.advice is None) for case in way.write],
    )
