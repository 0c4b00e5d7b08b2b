"""How far Paddle is torch: what is counted as what, and which calls are counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mapping_model.categories import Category
from mapping_model.conformance import frozen as frozen_sets
from mapping_model.conformance.frozen import (
    Frozen,
    Part,
    calls_of,
    digest_of,
    examples_of,
    freeze,
    frozen,
    newest,
    numbers,
    parts_of,
    save,
)
from mapping_model.conformance.samples import FOLDER, read_samples, rendered, sample
from mapping_model.conformance.states import (
    MAPPING,
    Conformance,
    State,
    Way,
    conformance_of,
    worst,
)
from mapping_model.ending import UsageError
from mapping_model.entry import CannotRun, Entry, Example, Variant
from mapping_model.modes import UNCHANGED
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import NO_BACKWARD, Applied, Result, Seen
from mapping_model.snapshots import PADDLE, paddle_releases

MAPPINGS = Path(__file__).parents[2] / "mappings"
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
    "what is written has no backward pass": (
        {"applied": Applied.DIFFERS, "applied_detail": f"{NO_BACKWARD}RuntimeError: no kernel"},
        *(State.NOT_RUN, State.NOT_RUN, State.REFUSED),
    ),
    "a person's code has no API": (
        {"outcome": Outcome.MISSING, "applied": Applied.UNWRITTEN},
        *(State.NOT_RUN, State.NOT_RUN, State.REFUSED),
    ),
    "a person's code is not there": (
        {"outcome": Outcome.NOT_EXECUTABLE, "applied": Applied.UNWRITTEN},
        *(State.NOT_RUN, State.NOT_RUN, State.UNWRITTEN),
    ),
    "what cannot be run": (
        {"outcome": Outcome.NOT_EXECUTABLE},
        *(State.NOT_RUN, State.NOT_RUN, State.NOT_RUN),
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
    examples = examples_of([entry(ONE, TWO)])
    return conformance_of(calls, examples, releases, lambda _, __, key: results.get(key))


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
    found = freeze(examples_of([entry(ONE, ONE, still), alias, entry(still, name="torch.cos")]))
    assert found == {"torch.abs": (digest_of(ONE),)}
    calls = dict(calls_of(dict(entry(TWO, ONE).examples())))
    assert calls == {digest_of(TWO): "1", digest_of(ONE): "2"}


def test_sets_stay_as_they_are() -> None:
    """Their sizes, by which figures are told: an edited set would be seen."""
    assert numbers() == list(SIZES)
    told = {n: {p.part.value: (len(p.calls), p.total) for p in parts_of(n)} for n in numbers()}
    assert told == SIZES
    assert newest() is frozen(numbers()[-1])


SIZES: dict[int, dict[str, tuple[int, int]]] = {
    1: {"examples": (1933, 5653)},
    2: {"examples": (1933, 5663), "samples": (1033, 2554)},
}


def test_samples_of_sets_are_there() -> None:
    """A sample that is edited would be another call, and no longer of its set."""
    samples = read_samples(MAPPINGS)
    for number in numbers():
        for name, calls in frozen(number, Part.SAMPLES).calls.items():
            assert set(calls) <= dict(calls_of(samples[name])).keys()


def test_parts_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frozen_sets, "_SETS", tmp_path)
    frozen.cache_clear()
    save(1, {Part.EXAMPLES: {"torch.abs": ("00",)}, Part.SAMPLES: {"torch.abs": ("11", "22")}})
    assert [(one.part, dict(one.calls)) for one in parts_of(1)] == [
        (Part.EXAMPLES, {"torch.abs": ("00",)}),
        (Part.SAMPLES, {"torch.abs": ("11", "22")}),
    ]
    frozen.cache_clear()


def test_samples_come_back_as_they_were(tmp_path: Path) -> None:
    inputs = {"x0": [[0.1, float("-inf")]], "x1": {"tensor": 2, "dtype": "int32"}}
    abs_of, other = sample("torch.abs(x0)", inputs), sample("torch.sign(x1)", {"x1": [1]})
    (tmp_path / FOLDER).mkdir()
    text = rendered({"torch.abs": [abs_of], "torch.sign": [other, abs_of]})
    # Inputs that both have stand once.
    assert text.count("\n") == 2
    (tmp_path / FOLDER / "2.jsonl").write_text(text, "utf-8")
    (tmp_path / FOLDER / "10.jsonl").write_text(rendered({"torch.sign": [other]}), "utf-8")
    assert read_samples(tmp_path) == {
        "torch.abs": {"2.1": abs_of},
        "torch.sign": {"2.1": abs_of, "2.2": other, "10.1": other},
    }
    assert abs_of.paddle == ""


@pytest.mark.parametrize("line", ["{", '{"calls": {}}', '{"calls": [], "inputs": {}}', "1"])
def test_a_file_of_samples_that_is_none(line: str, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "2.jsonl").write_text(f"{line}\n", "utf-8")
    with pytest.raises(UsageError, match=r"2\.jsonl: these are no samples"):
        read_samples(tmp_path)
