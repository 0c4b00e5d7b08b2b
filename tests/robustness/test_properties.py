"""Properties: valid edits of real entries stay valid, every fault is noticed for what it is."""

from __future__ import annotations

import copy
import hashlib
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from faults import FAULTS, bodies
from fuzz import Inputs, lint
from hypothesis import given, settings
from hypothesis import strategies as st
from linting import Linter, dump
from mutants.structures import exchanged

from mapping_model.building import build_entry
from mapping_model.reading import Document, read_text
from whole import corpus

ROOT = Path(__file__).parents[2]
# Entries are many and alike; what fails is easy to see without shrinking.
few = settings(max_examples=40)
seeds = st.integers(0, 2**32)

# The rules of which at least one must notice the fault. Others may too.
NOTICED_BY = {
    "the torch API misspelt": {"PM601"},
    "the target misspelt": {"PM602"},
    "a row deleted": {"PM605", "PM615", "PM105"},
    "a row duplicated": {"PM306"},
    "two rows swapped": {"PM607", "PM301"},
    # Or what stands there then is no expression.
    "another default in `value`": {"PM412", "PM610", "PM310"},
    # Or no code is left for the example of a limit.
    "`do` deleted": {"PM303", "PM309", "PM203", "PM402", "PM311"},
    "`do: rewrite` where nothing differs": {"PM305", "PM203"},
    "another category": {"PM203", "PM206", "PM307"},
    "languages swapped": {"PM702"},
    "the Chinese text deleted": {"PM105"},
    "the Chinese text left in English": {"PM702"},
    "a full stop removed": {"PM701"},
    "a backtick removed": {"PM706"},
    "an API misspelt in a text": {"PM716"},
    "half-width punctuation in Chinese": {"PM704"},
    "a text left as a placeholder": {"PM709"},
    "another release in the Chinese text": {"PM714"},
    "a counterpart said to be none": {"PM623", "PM203"},
    "the summary deleted": {"PM206"},
    "`returns` deleted": {"PM203", "PM403", "PM307"},
    "an alias of nothing": {"PM204"},
    "an alias of another API": {"PM204", "PM619", "PM624"},
    "an unknown gotcha": {"PM207"},
    "an unknown key": {"PM105"},
    "an unknown term": {"PM208"},
    "the only description deleted": {"PM308"},
    "all examples deleted": {"PM401"},
    "the example of a rewrite deleted": {"PM402"},
    "`param` of an example misspelt": {"PM403"},
    "a syntax error in code": {"PM404"},
    "an undefined name in code": {"PM407"},
    "a meaningless input": {"PM105", "PM410"},
}


@cache
def linter() -> Linter:
    return Linter(corpus())


@cache
def originals() -> list[Document]:
    # Entries of their own: what follows from them is not written.
    return list(linter().corpus.written.values())


@cache
def before(place: int) -> set[tuple[str, str]]:
    document = originals()[place]
    return linter().problems(document.name, dump(document.data))


entries = st.integers(0, len(originals()) - 1)


def more_notes(data: dict[str, Any], rng: random.Random) -> None:
    if "alias_of" not in data:
        body = rng.choice(bodies(data))
        note = {"en": "The result is the same.", "zh": "结果相同。"}
        body["notes"] = [*body.get("notes", ()), note]


def fewer_targets(data: dict[str, Any], rng: random.Random) -> None:
    body = rng.choice(bodies(data))
    # Else it says that the API of the same name is not there on all releases.
    if "paddle" in body and "cases" in body:
        body["cases"] = [
            case
            for case in body["cases"]
            if isinstance(case, str) or case.get("call", body["paddle"]) == body["paddle"]
        ]
        if not body["cases"]:
            del body["cases"]


def titled_examples(data: dict[str, Any], rng: random.Random) -> None:
    for body in bodies(data):
        for example in body.get("examples", ()):
            example["title"] = {"en": "An example.", "zh": "示例。"}


def examples_in_another_order(data: dict[str, Any], rng: random.Random) -> None:
    for body in bodies(data):
        rng.shuffle(body.get("examples", []))


def keys_in_another_order(data: dict[str, Any], rng: random.Random) -> None:
    keys = list(data)
    rng.shuffle(keys)
    for key in keys:
        data[key] = data.pop(key)


def code_with_blank_lines(data: dict[str, Any], rng: random.Random) -> None:
    for body in bodies(data):
        for example in body.get("examples", ()):
            side = rng.choice(("torch", "paddle"))
            example[side] = f"# As before.\n\n{example[side]}\n"


EDITS = (
    *(more_notes, fewer_targets, titled_examples, examples_in_another_order),
    *(keys_in_another_order, code_with_blank_lines),
)


@few
@given(entries, st.lists(st.sampled_from(EDITS), max_size=4), seeds)
def test_valid_edits_stay_valid(place: int, edits: list[Any], seed: int) -> None:
    document = originals()[place]
    data = copy.deepcopy(document.data)
    for edit in edits:
        edit(data, random.Random(seed))
    assert linter().problems(document.name, dump(data)) <= before(place)


@few
@given(entries, st.sampled_from((True, False, None)), st.sampled_from((60, 100, 10**6)))
def test_an_entry_survives_writing_and_reading(place: int, flow: bool | None, width: int) -> None:
    document = originals()[place]
    again = read_text(dump(document.data, flow, width).encode(), document.name)
    assert again.problems == []
    assert again.data == document.data
    assert build_entry(again.data) == build_entry(document.data)


@pytest.mark.parametrize("kind", NOTICED_BY)
def test_a_fault_is_noticed_for_what_it_is(kind: str) -> None:
    """In twenty-five entries, which others that come to be do not displace."""
    tried = 0
    places = sorted(
        range(len(originals())), key=lambda place: _drawn(kind, originals()[place].name)
    )
    for place in places:
        document = originals()[place]
        data = copy.deepcopy(document.data)
        if not FAULTS[kind](data, random.Random(document.name)) or data == document.data:
            continue
        # Of a result that cannot be written nothing is shown, and other rows may make the category.
        returned = document.data.get("returns") or {}
        if kind == "`returns` deleted" and returned.get("do") == "none":
            continue
        # The code of a composite has its own place for each parameter, whatever the row says.
        if kind == "`do` deleted" and document.data["category"] == "composite":
            continue
        found = linter().problems(document.name, dump(data)) - before(place)
        assert {code for code, _ in found} & NOTICED_BY[kind], document.name
        tried += 1
        if tried == 25:
            break
    assert tried


def _drawn(kind: str, name: str) -> bytes:
    return hashlib.sha256(f"{kind} {name}".encode()).digest()


def test_a_broken_file_does_not_grow_without_end() -> None:
    """Fifty copies of what holds fifty copies took the fuzzer's memory."""
    data = {"examples": [{"torch": "a", "value": ["x", {"when": "b"}]}]}
    assert all(len(exchanged(data, data, random.Random(seed))) < 20_000 for seed in range(800))


def test_no_files_break_the_linter(tmp_path: Path) -> None:
    """What `benchmarks/fuzz.py` does hundreds of thousands of times."""
    inputs = Inputs(linter().corpus, random.Random(1))
    codes: set[str] = set()
    for number in range(150):
        codes.update(lint(inputs.next(), tmp_path / "mappings", number < 5, number % 20 == 0))
    assert len(codes) > 30


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "1" + ":59" * 3000])
def test_a_number_that_python_refuses_to_write(number: str) -> None:
    text = f"torch: torch.abs\nexamples: {number}\n"
    codes = {p.code for p in linter().lint("mappings/torch/torch.abs.yaml", text.encode())}
    assert "PM102" in codes
