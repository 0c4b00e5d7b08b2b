"""Result files: the same text for the same results, and nothing lost by writing them."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from mapping_model.categories import Text
from mapping_model.entry import CannotRun, Compare, Example, Expect
from mapping_model.results import (
    DropIn,
    Outcome,
    Result,
    Results,
    example_hash,
    read_results,
    render_results,
    results_path,
)

WHY = Text("Because.", "因为。")
EXAMPLE = Example("result = 1", "result = 2", (("x", [1, 2]), ("y", {"value": "文"})))
FULL = Result(
    Outcome.DIFFERS,
    False,
    "0123456789ab",
    0.5,
    "equal",
    "result: 文",
    DropIn.REFUSED,
    "TypeError: no",
)
BARE = Result(Outcome.EQUAL, True, "ba9876543210")


def results(**entries: dict[str, Result]) -> Results:
    return Results("2.13.0", "3.3.1", "3.11.7", "2026-01-01", entries)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    written = results(b={"1": FULL, "2": BARE}, a={"1": BARE})
    path.write_text(render_results(written), "utf-8")
    assert read_results(path) == written


def test_the_text_is_sorted_and_has_a_line_per_example() -> None:
    text = render_results(results(b={"10": BARE, "2.1": BARE, "2": BARE}, a={"1": FULL}))
    assert text == render_results(results(a={"1": FULL}, b={"2": BARE, "2.1": BARE, "10": BARE}))
    lines = text.splitlines()
    keys = [line.split(":")[0].strip('"},') for line in lines[7:13]]
    assert keys == ["a", "1", "", "b", "2", "2.1"]
    assert json.loads(text)["entries"]["a"]["1"]["detail"] == "result: 文"


def test_what_goes_without_saying_is_not_written() -> None:
    line = json.loads(render_results(results(a={"1": BARE})))["entries"]["a"]["1"]
    assert line == {"outcome": "equal", "hash": "ba9876543210"}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "torch": 1}'])
def test_what_is_no_results_file_is_told_with_its_path(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"a\.json: not a results file"):
        read_results(path)


def test_a_result_is_current_until_the_example_changes() -> None:
    found = results(a={"1": replace(BARE, hash=example_hash(EXAMPLE))})
    assert found.current("a", "1", EXAMPLE)
    assert found.current("a", "1", replace(EXAMPLE, paddle="result = 3")) is None
    assert found.current("a", "2", EXAMPLE) is None
    assert found.current("b", "1", EXAMPLE) is None


CHANGES = {
    "torch": "result = 3",
    "paddle": "result = 3",
    "inputs": (("x", [1, 3]),),
    "call": ("x",),
    "cannot_run": CannotRun("gpu"),
    "expect": Expect.DIFFERS,
}
COMPARISONS = {
    "random": True,
    "raises": True,
    "rtol": 0.1,
    "atol": 0.1,
    "gradient_skip": WHY,
    "dtype_ignore": WHY,
}
# These explain an example; they do not decide what running it gives.
ONLY_SHOWN = {"param", "title", "compare", "why"}


def test_the_hash_covers_all_that_decides_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = [replace(EXAMPLE, **{key: value}) for key, value in CHANGES.items()]
    changed += [
        replace(EXAMPLE, compare=replace(Compare(), **{key: value}))
        for key, value in COMPARISONS.items()
    ]
    changed.append(replace(EXAMPLE, inputs=EXAMPLE.inputs[::-1]))
    hashes = {example_hash(example) for example in [EXAMPLE, *changed]}
    assert len(hashes) == len(changed) + 1
    shown = replace(EXAMPLE, param="x", title=WHY, compare=Compare(why=WHY))
    assert example_hash(shown) == example_hash(EXAMPLE)
    monkeypatch.setattr("mapping_model.results.HARNESS", 0)
    assert example_hash(EXAMPLE) not in hashes


def test_no_field_of_an_example_is_forgotten() -> None:
    names = {field.name for kind in (Example, Compare) for field in fields(kind)}
    assert names == CHANGES.keys() | COMPARISONS.keys() | ONLY_SHOWN


def test_path() -> None:
    assert results_path(Path("m"), "3.3.1") == Path("m", "results", "paddle-3.3.1.json")
