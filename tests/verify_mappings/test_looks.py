"""The samples that are run twice: what they are made of, and how both runs are held together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.inputs import InputSpec, LiteralTensor, ParameterInput
from mapping_model.outcomes import Departure
from mapping_model.probes import Finding
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.job import Seed
from verify_mappings.judging.precision import Sides, less_exact
from verify_mappings.probing.probes import probe
from verify_mappings.probing.running import Prober
from verify_mappings.recording import Sequence, Tensor
from verify_mappings.runs.pool import Pool, Versions
from verify_mappings.sampling.looks import in_float64, looks
from verify_mappings.sampling.sample import IN_FLOAT64, IN_MEMORY, Sample

INPUTS = (("x", {"tensor": [[1.0, -2.0, 0.5], [3.0, 4.0, 0.25]]}), ("i", [1, 0]))


def made(dtype: str = "float32") -> dict[str, Sample]:
    """The samples of one example, by what is told of them; those of torch are one."""
    seed = Seed("example 1", "result = f(x, i)\n", INPUTS)
    of_torch = Sample("torch's", "result = f(x)\n", {})
    found = looks([seed], dtype, iter([of_torch]))
    return {sample.origin.removeprefix("example 1: "): sample for sample in found}


def array(sample: Sample, name: str) -> np.ndarray:
    spec = sample.inputs[name]
    assert isinstance(spec, LiteralTensor)
    return np.asarray(spec.values)


def test_values_of_bad_condition_and_long_axes_are_held_against_float64() -> None:
    found = made()
    assert array(found[f"far from zero{IN_FLOAT64}"], "x")[0].tolist() == [10001, 9998, 10000.5]
    assert array(found[f"scores{IN_FLOAT64}"], "x").min() >= 88
    long = found[f"long last axis{IN_FLOAT64}"]
    assert array(long, "x").shape[0] == 2
    assert array(long, "x").shape[1] > 10_000
    assert array(found[f"long first axis{IN_FLOAT64}"], "i").size > 10_000
    assert not [origin for origin in made("int64") if origin.endswith(IN_FLOAT64)]


def test_what_is_empty_or_leaves_rows_untouched_is_run_with_other_memory() -> None:
    found = made()
    assert array(found[f"x of x empty along 1{IN_MEMORY}"], "x").shape == (2, 0)
    alike = found[f"all of x empty along 0{IN_MEMORY}"]
    assert (array(alike, "x").shape, array(alike, "i").shape) == ((0, 3), (0,))
    assert array(found[f"i names the first alone{IN_MEMORY}"], "i").tolist() == [0, 0]
    assert f"torch's{IN_MEMORY}" in found


def test_inputs_in_float64_are_the_same_numbers_and_rounded_ones_are_as_in_float32() -> None:
    values = np.array([0.1, 0.1], np.float32)
    inputs: dict[str, InputSpec] = {
        "x": ParameterInput(LiteralTensor(values, "float32")),
        "i": LiteralTensor([1], "int64"),
    }
    (wider, index), (moved, _) = (in_float64(inputs, rounded).values() for rounded in (False, True))
    tensors = [spec.tensor for spec in (wider, moved) if isinstance(spec, ParameterInput)]
    same, other = (spec for spec in tensors if isinstance(spec, LiteralTensor))
    assert same.dtype == "float64"
    assert np.array_equal(np.asarray(same.values), values)
    apart = np.asarray(other.values) / values - 1
    assert np.allclose(apart, [2.0**-24, -(2.0**-24)], rtol=1e-3)
    assert index is inputs["i"]


def told(torch: float, paddle: float, exact: float, moved: float | None = None) -> list[str]:
    """What is told of one number beside a 1 in a tensor, in a sequence."""
    numbers = torch, paddle, exact, exact if moved is None else moved
    dtypes = ("float32", "float32", "float64", "float64")
    nodes = [
        Sequence((Tensor(np.array([1.0, value], dtype), dtype),))
        for value, dtype in zip(numbers, dtypes, strict=True)
    ]
    return list(less_exact(Sides(*nodes), "result"))


def test_an_error_much_larger_than_torchs_is_found() -> None:
    assert told(2.0, 2.01, 2.0) == [
        "result, item 0, less exact: 1 of 2 values; first at [1] (float64 gives 2): "
        "torch 2, Paddle 2.01"
    ]
    assert told(1e19, np.inf, 1e19)


@pytest.mark.parametrize(
    ("torch", "paddle", "exact", "moved"),
    [
        (2.0, 2.0001, 2.0, None),  # within the tolerance
        (2.01, 2.05, 2.0, None),  # torch is as wrong
        (2.0, 2.01, 2.0, 2.005),  # rounding the input changes as much
        (np.inf, 1e19, 1e19, None),  # Paddle is right, and torch is not
        (np.inf, np.nan, 1e50, None),  # no number of float32
        (np.nan, np.nan, np.nan, None),
        (1e-9, 3e-9, 2e-9, None),  # beside 1
    ],
)
def test_what_float32_cannot_do_better_is_not_found(
    torch: float, paddle: float, exact: float, moved: float | None
) -> None:
    assert told(torch, paddle, exact, moved) == []


def findings_of(pool: Pool, torch: str, code: str) -> tuple[Finding, ...]:
    """What is found of a function of one tensor for which code is written."""
    name = torch.rpartition(".")[2]
    data = {
        "torch": torch,
        "paddle": f"paddle.{name}",
        "category": "same-params",
        "params": [{"torch": "input", "paddle": "x"}],
        "cases": [{"code": code}],
        "examples": [
            {"inputs": {"x": "float32[3, 4]"}, "torch": f"result = {torch}(x)\n", "paddle": "\n"}
        ],
    }
    entry = build_entry(data)
    corpus = Corpus(Path(), {entry.torch: entry})
    prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 120.0, further=True)
    versions = {crew: Versions("1", "3.11") for crew in ("torch", "paddle")}
    (one,) = probe(prober, entry, ("float32",), versions)
    return one.probed.findings


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("paddle.mean((input - paddle.mean(input)) ** 2) * (input.size / (input.size - 1))", False),
        (
            "(paddle.mean(input ** 2) - paddle.mean(input) ** 2) * (input.size / (input.size - 1))",
            True,
        ),
    ],
)
def test_a_variance_that_cancels_is_found(pool: Pool, code: str, found: bool) -> None:
    outcomes = {f.outcome for f in findings_of(pool, "torch.var", code) if "10000" in str(f.inputs)}
    assert (Departure.DIFFERS in outcomes) is found


@pytest.mark.parametrize("kept", [True, False])
def test_digits_that_are_lost_in_a_tail_are_found(pool: Pool, kept: bool) -> None:
    """Of exp(x) beside 1; `log1p` keeps them."""
    exp = "paddle.exp(paddle.clip(input, max=20))"
    code = f"paddle.log1p({exp})" if kept else f"paddle.log(1 + {exp})"
    found = findings_of(
        pool, "torch.nn.functional.softplus", f"paddle.where(input > 20, input, {code})"
    )
    assert any("less exact" in finding.reason for finding in found) is not kept


@pytest.mark.parametrize("written", [True, False])
def test_memory_that_is_not_written_is_found(pool: Pool, written: bool) -> None:
    """One number of it: in the first run it is positive, so that the result is torch's."""
    made = "zeros" if written else "empty"
    code = f"paddle.abs(input) + (paddle.{made}([1]) < 0).astype(input.dtype)"
    reasons = {finding.reason for finding in findings_of(pool, "torch.abs", code)}
    assert any("what was in memory shows" in reason for reason in reasons) is not written
