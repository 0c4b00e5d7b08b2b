"""Whether the record of single calls said that an API would stop a package in a mode.

The question: a package's tests broke at an API. Does the record, of calls of that API in that mode
on that release, have any that is not equal? Of a module that is not there as a whole: none in it
that is equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mapping_model.conformance.states import Conformance, State, Way
from mapping_model.packages.record import Measured, Run


class Said(StrEnum):
    """What the record says of an API at which tests broke."""

    RIGHT = "right"  # that it is not equal
    WRONG = "wrong"  # that all its calls are equal
    NOTHING = "nothing"  # it has no entry, or none of its calls was run


@dataclass(frozen=True, slots=True)
class Predicted:
    """What was said of the APIs at which packages broke, each once for each package.

    `first` counts those that were met first; `usual` is how many APIs of how `many` that were run
    are not equal in the same ways, which is what a guess would have.
    """

    all: Counter[Said]
    first: Counter[Said]
    usual: int
    many: int


Resolve = Callable[[str], str | None]


def said_of(api: str, way: Way, found: Conformance, resolve: Resolve) -> Said:
    """What the record says of one API; `resolve` gives the name of the entry that counts."""
    name = resolve(api)
    states = [found.state(way, name)] if name else _inside(api, way, found)
    ran = [state for state in states if state is not State.NOT_RUN]
    if not ran:
        return Said.NOTHING
    return Said.WRONG if State.EQUAL in ran else Said.RIGHT


def _inside(module: str, way: Way, found: Conformance) -> list[State]:
    names = (name for name in found.frozen.calls if name.startswith(f"{module}."))
    return [found.state(way, name) for name in names]


def predicted(all_measured: Iterable[Measured], found: Conformance, resolve: Resolve) -> Predicted:
    """What was said of all that stopped packages."""
    ways = dict[Way, None]()
    said, first = Counter[Said](), Counter[Said]()
    for run in _runs(all_measured):
        way = Way(run.paddle, run.mode)
        if way not in found.ways:
            continue
        ways[way] = None
        apis = dict.fromkeys(str(one.api) for one in run.apis)
        answers = [said_of(api, way, found, resolve) for api in apis]
        said.update(answers)
        first.update(answers[:1])
    ran = [s for way in ways for s in found.apis(way).elements() if s is not State.NOT_RUN]
    return Predicted(said, first, sum(s is not State.EQUAL for s in ran), len(ran))


def _runs(all_measured: Iterable[Measured]) -> Iterator[Run]:
    return (run for one in all_measured for run in one.runs)
