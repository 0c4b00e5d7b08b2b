"""How far Paddle is torch: what is counted as what, and which calls are counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mapping_model.categories import Category
from mapping_model.conformance.frozen import (
    Frozen,
    calls_of,
    digest_of,
    freeze,
    frozen,
    newest,
    numbers,
)
from mapping_model.conformance.states import (
    MAPPING,
    Conformance,
    State,
    Way,
    conformance_of,
    worst,
)
from mapping_model.entry import CannotRun, Entry, Example, Variant
from mapping_model.modes import UNCHANGED
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import Applied, Result, Seen
from mapping_model.snapshots import PADDLE, paddle_releases

NEWEST = PADDLE[-1]
ONE = Example("result = torch.abs(x)", "result = paddle.abs(x)", (("x", "float32[2]"),))
TWO = replace(ONE, torch="result = torch.abs(input=x)")
PLAIN = Result(Outcome.EQUAL, True, "0")


def entry(*examples: Example, name: str = "torch.abs") -> Entry:
    return Entry(name, None, (Variant(Category.SAME_PARAMS, "paddle.abs", examples=examples),))


# What a result says of the unchanged code, of it in a mode, and of the mapping.
STATES: dict[str, tuple[dict[str, object], State, State, State]] = {
    "all equal": (
        {"drop_in": DropIn.EQUAL, "applied": Applied.EQUAL},
        *(State.EQUAL, State.EQUAL, State.EQUAL),
    ),
    "equal in the mode": (
        {"drop_in": DropIn.REFUSED, "modes": {"compat": Seen(DropIn.EQUAL)}},
        *(State.REFUSED, State.EQUAL, State.EQUAL),
    ),
    "no longer equal in the mode": (
        {"drop_in": DropIn.EQUAL, "modes": {"compat": Seen(DropIn.DIFFERS, "result: 1")}},
        *(State.EQUAL, State.SILENT, State.EQUAL),
    ),
    "another gradient": (
        {"drop_in": DropIn.DIFFERS, "drop_in_detail": "gradient of x: 1 of 2 values differ"},
        *(State.GRADIENT, State.NOT_RUN, State.EQUAL),
    ),
    "the end of the process": (
        {"drop_in": DropIn.REFUSED, "drop_in_detail": "Crash: the process was ended by SIGSEGV"},
        *(State.CRASH, State.NOT_RUN, State.EQUAL),
    ),
    "what is written is wrong": (
        {"applied": Applied.DIFFERS, "applied_detail": "result: 1"},
        *(State.NOT_RUN, State.NOT_RUN, State.SILENT),
    ),
    "a person's code has no API": (
        {"outcome": Outcome.MISSING, "applied": Applied.UNWRITTEN},
        *(State.NOT_RUN, State.NOT_RUN, State.REFUSED),
    ),
}


@pytest.mark.parametrize("what", STATES)
def test_states(what: str) -> None:
    fields, unchanged, compat, mapping = STATES[what]
    result = replace(PLAIN, **fields)  # type: ignore[arg-type]
    found = conformance({"1": result})
    assert found.state(Way(NEWEST, UNCHANGED), "torch.abs") is unchanged
    assert found.state(Way(NEWEST, "compat"), "torch.abs") is compat
    assert found.state(Way(NEWEST, MAPPING), "torch.abs") is mapping


def conformance(results: dict[str, Result], on: tuple[str, ...] = (NEWEST,)) -> Conformance:
    """Of one API with two calls, of which those in `results` were run."""
    releases = {release: paddle_releases()[release] for release in on}
    calls = Frozen(1, {"torch.abs": (digest_of(ONE), digest_of(TWO), "00000000")})
    return conformance_of(
        calls, {"torch.abs": entry(ONE, TWO)}, releases, lambda _, __, key: results.get(key)
    )


def test_the_worst_call_tells_of_an_api() -> None:
    refused = replace(PLAIN, drop_in=DropIn.REFUSED)
    found = conformance({"1": replace(PLAIN, drop_in=DropIn.EQUAL), "2": refused})
    way = Way(NEWEST, UNCHANGED)
    assert found.state(way, "torch.abs") is State.REFUSED
    # The third is of no example any more.
    assert found.calls(way) == {State.EQUAL: 1, State.REFUSED: 1, State.NOT_RUN: 1}
    assert found.apis(way) == {State.REFUSED: 1}
    assert worst(()) is State.NOT_RUN
    assert worst((State.SILENT, State.CRASH, State.GRADIENT, State.EQUAL)) is State.SILENT


def test_modes_are_of_releases_that_have_them() -> None:
    found = conformance({}, PADDLE)
    assert found.modes == [UNCHANGED, "compat", MAPPING]
    assert found.releases_with("compat") == [NEWEST]
    assert found.releases_with(MAPPING) == list(PADDLE)


def test_what_became_equal_and_what_stopped() -> None:
    way = [Way(release, UNCHANGED) for release in PADDLE[:3]]
    equal, refused = (State.EQUAL,), (State.REFUSED,)
    calls = Frozen(1, dict.fromkeys(("a", "b", "c", "d"), ("0",)))
    states = [
        {"a": refused, "b": equal, "c": equal, "d": equal},
        {"a": equal, "b": equal, "c": refused, "d": (State.NOT_RUN,)},
        {"a": equal, "b": equal, "c": equal, "d": refused},
    ]
    found = Conformance(calls, dict(zip(way, states, strict=True)))
    assert list(found.turns(UNCHANGED)) == [
        (PADDLE[1], ["a"], ["c"]),
        (PADDLE[2], ["c"], []),
    ]


def test_a_call_is_its_code_and_inputs() -> None:
    assert digest_of(replace(ONE, paddle="result = x.abs()", param="input")) == digest_of(ONE)
    for change in ({"torch": "result = x"}, {"inputs": ()}, {"call": ("x",)}, {"processes": 2}):
        assert digest_of(replace(ONE, **change)) != digest_of(ONE)  # type: ignore[arg-type]


def test_what_is_frozen() -> None:
    still = replace(TWO, cannot_run=CannotRun("gpu"))
    alias = Entry("torch.absolute", "torch.abs", ())
    found = freeze([entry(ONE, ONE, still), alias, entry(still, name="torch.cos")])
    assert found == {"torch.abs": (digest_of(ONE),)}
    assert dict(calls_of(entry(TWO, ONE))) == {digest_of(TWO): "1", digest_of(ONE): "2"}


def test_sets_stay_as_they_are() -> None:
    """Their sizes, by which figures are told: an edited set would be seen."""
    assert numbers() == list(SIZES)
    assert {n: (len(frozen(n).calls), frozen(n).total) for n in numbers()} == SIZES
    assert newest() is frozen(numbers()[-1])


SIZES = {1: (1933, 5653)}
