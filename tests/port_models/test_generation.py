"""What models generate is compared call by call, with what they keep from call to call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from port_models.alignment.__main__ import main

pytestmark = pytest.mark.usefixtures("both_libraries")

ROOT = Path(__file__).parents[2]
FILE = "tests/port_models/generating.py"


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def align(model: str, torch: str, paddle: str, *options: str) -> int:
    sides = "--torch", f"{FILE}:build_torch", "--paddle", f"{FILE}:{model}"
    code = f"{FILE}:{torch}", f"{FILE}:{paddle}"
    return main([*sides, "--inputs", f"{FILE}:inputs", "--generate", *code, *options])


@pytest.mark.parametrize("paddle", ["in_paddle", "as_lists"])
def test_equal_tokens(paddle: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert align("build_paddle", "in_torch", paddle, "--quiet") == 0
    said = capsys.readouterr().out
    assert "Generated alike: 12 numbers by 6 calls of the model." in said


def generation(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    report = json.loads(capsys.readouterr().out)
    assert report["aligned"] is False
    return report["generation"]  # type: ignore[no-any-return]


def test_a_cache_that_forgets_shows_in_the_second_call(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One pass of each model is the same, forward and backward."""
    assert align("forgetting", "in_torch", "in_paddle", "--format", "json") == 1
    told = generation(capsys)["parting"]
    assert told[0].startswith("In call 2 the model is given the same and gives something else: ")
    assert "cache" in told[1]


def test_another_way_of_choosing_is_what_the_next_call_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert align("build_paddle", "in_torch", "least", "--format", "json") == 1
    (told,) = generation(capsys)["parting"]
    assert told.startswith("In call 3 of the model it is given something else: ")


def test_an_error_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert align("build_paddle", "in_torch", "raising", "--format", "json") == 1
    (told,) = generation(capsys)["parting"]
    assert told.startswith("After 6 calls that are equal, Paddle raised ValueError: no more (")


def test_a_function_that_returns_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert align("build_paddle", "nothing", "in_paddle") == 2
    assert "returns neither tensors nor numbers" in capsys.readouterr().err
