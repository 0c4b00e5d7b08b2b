"""Limits whose conditions are narrower than what they are about are found."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.inputs import LiteralTensor, parse_input
from mapping_model.outcomes import Departure
from mapping_model.snapshots import paddle_snapshot, torch_snapshot
from verify_mappings.inside.arrays import input_array
from verify_mappings.probing import instead
from verify_mappings.probing.instead import unsafe_code
from verify_mappings.probing.narrowing import narrow_limits, parts_of
from verify_mappings.probing.running import Prober
from verify_mappings.probing.varying import as_written, variations
from verify_mappings.runs.pool import Pool
from verify_mappings.sampling.sample import Sample

# Whatever is NaN comes out as 0; whatever is negative, too, with any slope.
ABS = "paddle.where(paddle.isnan(input), paddle.zeros_like(input), paddle.abs(input))"
LEAKY = "paddle.where(input < 0, paddle.zeros_like(input), input)"
_NAN = {"inputs": {"x": {"tensor": [float("nan"), 1.0]}}, "torch": "result = torch.abs(x)"}
_SLOPE = {
    "inputs": {"x": {"tensor": [-2.0, 1.0]}},
    "torch": "result = torch.nn.functional.leaky_relu(x, 0.5)",
}


def entry(torch: str, code: str, when: str, example: dict[str, Any]) -> dict[str, Any]:
    """An entry whose code departs, as its limit says."""
    limit = {"when": when, "departs": "differs", "example": example}
    return {"torch": torch, "category": "same-params", "cases": [{"code": code}, limit]}


@pytest.mark.parametrize(
    ("when", "too_narrow"),
    [
        ("some(isnan(input))", set()),
        ("some(isnan(input)) and input.ndim == 1", {"input.ndim == 1"}),
        ("some(isnan(input)) and input.dtype == float32", {"input.dtype == float32"}),
        ("some(isnan(input)) and 1 < input.size < 3", {"1 < input.size", "input.size < 3"}),
    ],
)
def test_a_part_of_a_condition_that_decides_nothing_is_found(
    pool: Pool, when: str, too_narrow: set[str]
) -> None:
    assert found(pool, entry("torch.abs", ABS, when, _NAN)) == too_narrow


@pytest.mark.parametrize(
    ("when", "too_narrow"),
    [
        ("some(input < 0) and negative_slope != 0", set()),
        ("some(input < 0) and negative_slope == 0.5", {"negative_slope == 0.5"}),
    ],
)
def test_a_number_that_is_one_of_many_is_found(pool: Pool, when: str, too_narrow: set[str]) -> None:
    given = entry("torch.nn.functional.leaky_relu", LEAKY, when, _SLOPE)
    assert found(pool, given) == too_narrow


def found(pool: Pool, data: dict[str, Any]) -> set[str]:
    """The parts of conditions of an entry that are too narrow."""
    one = build_entry(data)
    corpus = Corpus(Path(), {one.torch: one})
    prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 60.0, further=True)
    return {narrow.part for narrow in narrow_limits(prober, one, "paddle")}


def test_what_must_all_hold_is_taken_apart() -> None:
    parts = parts_of("given(out) and (a > 1 or b) and 0 < n <= 2")
    assert [ast.unparse(part) for part in parts] == ["given(out)", "a > 1 or b", "0 < n", "n <= 2"]


def test_one_thing_of_a_call_is_changed() -> None:
    values = np.array([[1.0, -2.0]], "float32")
    inputs = {"x": LiteralTensor(values, "float32")}
    sample = Sample("", "result = torch.sum(x, dim=1, keepdim=True)\n", inputs)
    api = torch_snapshot().get("torch.sum")
    assert api is not None
    made = dict(variations(sample, api))
    code = {told: varied.code for told, varied in made.items()}
    assert code["without keepdim"] == "result = torch.sum(x, dim=1)\n"
    assert code["`True` as `False`"] == "result = torch.sum(x, dim=1, keepdim=False)\n"
    assert code["`1` as `0`"] == "result = torch.sum(x, dim=0, keepdim=True)\n"
    assert code["dim=[1]"] == "result = torch.sum(x, dim=[1], keepdim=True)\n"
    assert code["x detached"].startswith("x = x.detach()\n")
    assert as_written(made["x int64"].inputs["x"]) == {"tensor": [[3, -6]], "dtype": "int64"}
    assert as_written(made["x -2.0 as 3.0"].inputs["x"]) == {
        "tensor": [[1.0, 3.0]],
        "dtype": "float32",
    }


@pytest.mark.parametrize(
    "spec",
    [
        {"tensor": [[1.5, float("inf")]], "dtype": "bfloat16"},
        {"tensor": ["(1+2j)", "-3j"], "dtype": "complex64"},
        {"tensor": [True, False], "dtype": "bool"},
        "float32[0, 3]",
    ],
)
def test_inputs_are_written_as_in_examples(spec: Any) -> None:
    given = parse_input(spec)
    array = input_array("x", given)
    written = parse_input(as_written(LiteralTensor(array, given.dtype)))
    assert written.dtype == given.dtype
    np.testing.assert_array_equal(input_array("x", written), array)
    assert input_array("x", written).shape == array.shape


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("paddle.abs(input)", False),
        ("paddle.abs(input.astype('float32')).astype(input.dtype)", True),
        ("paddle.abs(input) if input.ndim else input", True),
    ],
)
def test_code_of_a_limit_that_does_not_hold_where_it_speaks_is_found(
    pool: Pool, code: str, wrong: bool
) -> None:
    """The example is right with all three; float64 is not, and a negative tensor without axes."""
    data = entry("torch.abs", ABS, "some(input < 0)", {**_NAN, "inputs": {"x": [-2.0, 1.0]}})
    data["cases"][1]["code"] = code
    one = build_entry(data)
    prober = Prober(
        pool, Corpus(Path(), {one.torch: one}), {"paddle": paddle_snapshot()}, 60.0, further=False
    )
    found = {unsafe.finding.outcome for unsafe in unsafe_code(prober, one, "paddle")}
    assert (Departure.DIFFERS in found) is wrong


@pytest.mark.parametrize("every", [True, False])
def test_code_of_a_limit_is_not_held_against_calls_that_it_does_not_speak_of(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, every: bool
) -> None:
    """Both calls are written with the code of the limit, which speaks of one of them."""
    two = {"inputs": {"x": {"tensor": -2.0}, "y": [-2.0, 1.0]}}
    example = {**two, "torch": "result = torch.abs(x), torch.abs(y)"}
    data = entry("torch.abs", ABS, "input.ndim == 0", example)
    data["cases"][1]["code"] = "paddle.abs(input) if input.ndim == 0 else input"
    one = build_entry(data)
    if not every:
        monkeypatch.setattr(instead, "speaks_of_all", lambda *_: True)
    prober = Prober(
        pool, Corpus(Path(), {one.torch: one}), {"paddle": paddle_snapshot()}, 60.0, further=False
    )
    found = {unsafe.finding.outcome for unsafe in unsafe_code(prober, one, "paddle")}
    assert (Departure.DIFFERS in found) is not every


@pytest.mark.parametrize(
    ("most", "dtype", "wrong"), [(2**53 + 1, "float64", False), (2**24 + 1, "float32", True)]
)
def test_integers_that_no_float_has_are_not_held_against_code(
    pool: Pool, most: int, dtype: str, wrong: bool
) -> None:
    example = {"inputs": {"x": [-2, most]}, "torch": "result = torch.abs(x)"}
    data = entry("torch.abs", ABS, f"integral(input) and some(input == {most})", example)
    data["cases"][1]["code"] = f"paddle.abs(input.astype('{dtype}')).astype(input.dtype)"
    one = build_entry(data)
    prober = Prober(
        pool, Corpus(Path(), {one.torch: one}), {"paddle": paddle_snapshot()}, 60.0, further=False
    )
    found = {unsafe.finding.outcome for unsafe in unsafe_code(prober, one, "paddle")}
    assert (Departure.DIFFERS in found) is wrong
