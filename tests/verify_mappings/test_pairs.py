"""Operands of several dtypes, frozen or of no dimensions, and `out`: one of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.naming import path_for
from mapping_model.outcomes import Departure
from mapping_model.probes import Finding
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.job import Seed
from verify_mappings.probing.pairs import paired_calls, written_calls
from verify_mappings.probing.probes import probe
from verify_mappings.probing.running import Prober
from verify_mappings.runs.pool import Pool, Versions
from verify_mappings.sampling.pairing import paired

MAPPINGS = Path(__file__).parents[2] / "mappings"
# What is in the code of samples.
USED = ("torch.zeros", "torch.float32", "torch.float64")
USED = (*USED, "torch.Tensor.transpose", "torch.Tensor.detach")
ADDED = {"inputs": {"x": "float32[3]", "y": "float32[3]"}, "torch": "result = torch.add(x, y)"}
LEAST = ADDED | {"torch": "result = torch.minimum(x, y)"}
CHANGED = {"inputs": {"x": "float32[3]", "y": "float32[3]"}, "torch": "result = x.add_(y)"}
TAKEN = {"inputs": {"x": "float32[3]", "y": "float32[3]"}, "torch": "result = x - y"}
SINE = {"inputs": {"x": "float32[3]"}, "torch": "result = torch.sin(x)"}
PLANE = {"inputs": {"x": "float32[3, 2]"}, "torch": "result = torch.sin(x)"}
KEPT = "paddle.assign(paddle.sin(input).astype(out.dtype), out)"


def entry(torch: str, example: dict[str, Any], *codes: dict[str, str] | str) -> dict[str, Any]:
    """An entry with one example, and what is written for it."""
    cases = [{"code": code} if isinstance(code, str) else code for code in codes]
    example = {"paddle": "result = x", **example}
    return {"torch": torch, "category": "same-params", "cases": cases, "examples": [example]}


def found(
    pool: Pool, data: dict[str, Any], *dtypes: str, outcome: Departure = Departure.DIFFERS
) -> list[Finding]:
    """What comes out so; by default, what differs without an error."""
    one = build_entry(data)
    files = (MAPPINGS / path_for(name) for name in USED)
    read = [build_entry(yaml.safe_load(file.read_text("utf-8"))) for file in files]
    corpus = Corpus(Path(), {entry.torch: entry for entry in (*read, one)})
    prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 20.0, pairs=True)
    versions = {crew: Versions("1", "3.11") for crew in ("torch", "paddle")}
    (probed,) = probe(prober, one, dtypes, versions)
    assert probed.probed.inputs
    return [f for f in probed.probed.findings if f.outcome is outcome]


NARROWED = "paddle.minimum(input, other).astype(input.dtype)"
OF_NONE = "paddle.minimum(input, other) * (1 if other.ndim else 2)"


@pytest.mark.parametrize(
    ("code", "dtype", "wrong"),
    [
        ("paddle.minimum(input, other)", "int64", False),
        (NARROWED, "float32", True),
        (OF_NONE, "int64", True),
    ],
)
def test_operands_of_other_dtypes_and_of_no_dimensions(
    pool: Pool, code: str, dtype: str, wrong: bool
) -> None:
    told = found(pool, entry("torch.minimum", LEAST, code), dtype)
    pairs = [one.inputs for one in told if "out" not in one.inputs]
    assert bool(pairs) is wrong
    assert all("[]" in inputs["y"] for inputs in pairs) is (code != NARROWED)


def test_what_is_changed_in_place_keeps_its_dtype(pool: Pool) -> None:
    """The second gives the first operand the dtype of both."""
    widened = "paddle.assign(self + other, self)"
    kept = "paddle.assign((self + other).astype(self.dtype), self)"
    assert not found(pool, entry("torch.Tensor.add_", CHANGED, kept), "float16")
    told = found(pool, entry("torch.Tensor.add_", CHANGED, widened), "float16")
    assert any("dtype" in one.reason for one in told)


def test_a_number_in_the_place_of_a_tensor(pool: Pool) -> None:
    """The second subtracts the wrong way round where the left operand is a number."""
    reflected = {"when": "isa(other, number)", "code": "self - (-other)"}
    data = entry("torch.Tensor.__sub__", TAKEN, reflected, "self - other")
    told = found(pool, data, "float32")
    assert {one.torch for one in told} == {"result = x - 2"}


@pytest.mark.parametrize(
    ("code", "dtype", "example", "shows"),
    [
        (KEPT, "float32", PLANE, ""),
        # It becomes a tensor of the dtype of the result.
        ("paddle.assign(paddle.sin(input), out)", "float32", SINE, "dtype"),
        # It is not written where the input holds integers.
        ("paddle.sin(input, out=out)", "int64", SINE, "values"),
        # It keeps its shape.
        (f"({KEPT} if out.shape == input.shape else out)", "float32", SINE, "shape"),
        # It is written where it is not contiguous as if it were.
        (f"({KEPT} if out.is_contiguous() else out)", "float32", PLANE, "values"),
    ],
)
def test_out_is_written_and_stays_what_it_is(
    pool: Pool, code: str, dtype: str, example: dict[str, Any], shows: str
) -> None:
    given = {"when": "given(out)", "code": code}
    told = found(pool, entry("torch.sin", example, given, "paddle.sin(input)"), dtype)
    assert bool(told) is bool(shows)
    assert any(shows in one.reason for one in told) or not shows


def test_an_example_is_called_with_numbers_and_with_out() -> None:
    one = build_entry(entry("torch.add", ADDED))
    codes = {seed.code.strip() for seed in paired_calls(one)}
    assert {"result = torch.add(x, 2)", "result = torch.add(True, y)"} < codes
    (seed,) = written_calls(one)
    assert seed.code == "result = torch.add(x, y, out=out)\n"
    assert seed.without_out == "result = torch.add(x, y)\n"


def test_a_number_is_passed_where_torch_takes_one_alone() -> None:
    loss = ADDED | {"torch": "result = torch.nn.functional.huber_loss(x, y)"}
    one = build_entry(entry("torch.nn.functional.huber_loss", loss))
    assert {seed.code.strip() for seed in paired_calls(one)} == {loss["torch"]}


FROZEN = "input * other if not other.stop_gradient else input.detach() * other + input * 0"


@pytest.mark.parametrize(("code", "differs"), [(FROZEN, True), ("input * other", False)])
def test_the_gradient_beside_a_frozen_operand_is_looked_at(
    pool: Pool, code: str, differs: bool
) -> None:
    data = entry("torch.mul", ADDED | {"torch": "result = torch.mul(x, y)"}, code)
    told = found(pool, data, "float32", outcome=Departure.GRADIENT)
    assert [one.torch.split("\n")[0] for one in told] == ["y = y.detach()"] * differs


def test_what_has_no_out_is_not_written() -> None:
    one = build_entry(entry("torch.Tensor.add_", CHANGED))
    assert not list(written_calls(one))


def test_all_dtypes_are_paired_once_and_few_without_dimensions() -> None:
    inputs = (("x", "float32[3]"), ("y", "float32[3]"))
    seeds = [Seed("example 1", "result = f(x, y)\n", inputs, paired=True)] * 2
    made = [sample.origin.removeprefix("example 1: ") for sample in paired(seeds, "uint8")]
    assert len(made) == 8
    assert "uint8 and float32" in made
    assert "float32 0-d and float64 0-d" in {
        sample.origin.removeprefix("example 1: ") for sample in paired(seeds, "float32")
    }
