"""Which limits speak of a sample: of its calls, of the layers that it makes, of other APIs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mapping_model.building import build_entry, build_gotcha
from mapping_model.corpus import Corpus
from mapping_model.inputs import LiteralTensor, ModuleInput
from mapping_model.outcomes import Departure
from verify_mappings.judging.verdict import Side
from verify_mappings.probing.findings import Judged, Support
from verify_mappings.probing.limiting import within_limits
from verify_mappings.probing.running import Run
from verify_mappings.recording import Observation, Raised, Scalar, Sequence
from verify_mappings.sampling.sample import Sample

INPUTS = {
    "x": LiteralTensor(np.array([-1.0, 2.0], "float32"), "float32"),
    "y": LiteralTensor(np.array([3, 5]), "int64"),
    "i": LiteralTensor(np.array([3, 5], "int32"), "int32"),
    "b": LiteralTensor(np.array([True, False]), "bool"),
    "a": LiteralTensor(np.ones((2, 3), "float32"), "float32"),
    "m": ModuleInput("Sequential(ReLU(), Tanh())", ""),
}

GRADIENT = Observation("gradients", {}, {"inputs": Sequence((Scalar("x"),))})


def covered(
    code: str,
    when: str,
    torch: str = "torch.nn.L1Loss",
    of: str | None = None,
    call: tuple[str, ...] | None = None,
    calmed: bool = False,
) -> bool:
    """Whether a limit covers code, of the entry that is probed or `of` another one."""
    limit = {"when": when, "departs": "differs", "example": {"inputs": {}, "torch": "pass"}}
    entries = {torch: build_entry({"torch": torch, "category": "missing"})}
    data: dict[str, Any] = {"torch": of or torch, "category": "missing", "cases": [limit]}
    entries[of or torch] = build_entry(data)
    corpus = Corpus(Path(), entries)
    layer = Observation("module", {}, {"calmed": Scalar(calmed)})
    result = Observation("run", {"result": layer})
    run = Run(
        Sample("example 1", f"{code}\n", INPUTS, call),
        Side({"plain": result, "gradient": GRADIENT}),
    )
    judged = [(run, Judged(Departure.DIFFERS, ""))]
    left, _ = within_limits(entries[torch], corpus, "3.3.1", judged, Support(judged))
    return not left


@pytest.mark.parametrize(
    ("code", "when"),
    [
        ("result = torch.nn.L1Loss()(x, y)", "some(input < 0) and some(target == 5)"),
        ("loss = torch.nn.L1Loss()\nresult = loss(y, x)", "some(target < 0)"),
        ("result = torch.nn.L1Loss()", "some(input < 0) and training"),
        ("result = torch.nn.L1Loss()(x, y.float())", "target.dtype == float32"),
        ("result = torch.nn.L1Loss()(x, y / 4)", "some(target == 1.25) and floating(target)"),
        ("result = torch.nn.L1Loss()(b, b * 1)", "input.dtype == bool and target.dtype == int64"),
        ("result = torch.nn.L1Loss()(x.detach(), y)", "not input.requires_grad"),
        ("result = torch.nn.L1Loss()(x, x)", "target.requires_grad"),
        ("result = torch.nn.L1Loss()(x, y)\nresult[1, 2:] = 0", "changed(result)"),
        ("torch.nn.L1Loss()(x, y)[1] = 0", "changed(result)"),
        ("x = x.detach()\nresult = torch.nn.L1Loss()(x, y)", "not input.requires_grad"),
        ("y = y[1:]\nresult = torch.nn.L1Loss()(x, y)", "not some(target == 3)"),
        ("a = a.transpose(0, 1)\nresult = torch.nn.L1Loss()(a, a)", "input.shape[0] == 3"),
        ("a = a.transpose(0, 1)\nresult = torch.nn.L1Loss()(a, a)", "not contiguous(input)"),
        ("result = torch.nn.L1Loss()(x, y.to_sparse(1).coalesce())", "not some(target == 0)"),
        ("result = torch.nn.L1Loss()(x, x > 0)", "target.dtype == bool and some(target)"),
        ("z = y * 1\nresult = torch.nn.L1Loss()(x, z)", "some(target == 5)"),
        ("result = torch.nn.L1Loss()(input=x, target=y)", "some(input < 0) and some(target == 5)"),
        ("loss = torch.nn.L1Loss()\nloss(x, y)\nresult = loss(y, x)", "some(input < 0)"),
        ("loss = torch.nn.L1Loss()\nloss.eval()\nresult = loss(y, x)", "some(target < 0)"),
        ("result = torch.nn.L1Loss().forward(x, y)", "some(input < 0)"),
        ("result = [torch.nn.L1Loss()(t, y) for t in (y, x)]", "some(input < 0)"),
    ],
)
def test_what_layers_are_called_with(code: str, when: str) -> None:
    assert covered(code, when)
    assert not covered(code, f"not ({when})") or " for " in code


@pytest.mark.parametrize(
    ("code", "when"),
    [
        ("result = torch.nn.L1Loss()\nresult.eval()", "training"),
        ("result = torch.nn.L1Loss()(x, y)", "training"),
        ("result = torch.nn.L1Loss()(x.sum(), y)", "some(input < 0)"),
        ("result = torch.nn.L1Loss()(x, y.float())", "target.requires_grad"),
        ("result = torch.nn.L1Loss()(x, i + 1099511627776)", "integral(target)"),
    ],
)
def test_what_is_not_so_or_not_known(code: str, when: str) -> None:
    assert not covered(code, when)


def test_the_inputs_of_a_resulting_layer_may_be_named() -> None:
    assert covered("result = torch.nn.L1Loss()", "integral(input)", call=("y", "x"))


def test_a_layer_that_draws_is_compared_in_evaluation() -> None:
    assert covered("result = torch.nn.L1Loss()", "training")
    assert covered("result = torch.nn.L1Loss()", "not training", calmed=True)


@pytest.mark.parametrize(
    ("code", "of"),
    [
        ("result = m(x)", "torch.nn.ReLU"),
        ("result = torch.nn.Sequential(torch.nn.ReLU())", "torch.nn.ReLU"),
        ("result = torch.relu(x)", "torch.relu"),
    ],
)
def test_limits_of_other_apis_explain_what_comes_of_these(code: str, of: str) -> None:
    assert covered(code, "some(input < 0)", "torch.nn.Module", of)
    assert not covered(code, "some(input < -9)", "torch.nn.Module", of)
    assert not covered(code, "some(input < 0)", "torch.nn.Module", "torch.nn.GELU")


@pytest.mark.parametrize("code", ["result = torch.relu(x) * 2", "result = torch.relu(b * 2)"])
def test_limits_of_operators_explain_what_comes_of_these(code: str) -> None:
    when = "integral(other) or other == 2"
    assert covered(code, when, "torch.relu", "torch.Tensor.__mul__")
    assert not covered(code, when, "torch.relu", "torch.Tensor.__add__")


def test_what_a_list_behind_a_star_passes_is_known() -> None:
    code, asked = (
        "result = torch.broadcast_tensors(*[x, y])",
        "some(t.dtype == int64 for t in tensors)",
    )
    assert covered(code, asked, "torch.broadcast_tensors")
    assert not covered(code, f"not {asked}", "torch.broadcast_tensors")


def test_a_limit_is_not_held_against_what_another_api_has_made_of_an_input() -> None:
    example = {"inputs": {}, "torch": "pass"}
    own = {"when": "input.dtype == int64", "departs": "raises", "example": example}
    mul = {"when": "other == 1", "departs": "differs", "example": example}
    entry, other = (
        build_entry({"torch": torch, "category": "missing", "cases": [limit]})
        for torch, limit in (("torch.abs", own), ("torch.Tensor.__mul__", mul))
    )
    for code, covers in (("torch.abs(b * 1)", 0), ("torch.abs(b * 2)", 1)):
        sample = Sample("example 1", f"result = {code}\n", INPUTS)
        judged = [(Run(sample, Side({"plain": Observation("result", {})})), Judged(None))]
        corpus = Corpus(Path(), {entry.torch: entry, other.torch: other})
        _, (found,) = within_limits(entry, corpus, "2.6.2", judged, Support(judged))
        assert (found.covered, found.shown) == (covers, 0)


MISSING_KERNEL = (
    "RuntimeError: (NotFound) The kernel with key (CPU, Undefined(AnyLayout), float32) of kernel "
    "`abs` is not registered."
)


def held(
    departs: str,
    outcome: Departure | None,
    told: str = "",
    *,
    phase: str = "plain",
    error: str = "",
    dtype: str = "float32",
) -> tuple[int, int]:
    """How many of one input a limit covers that asks nothing, and how many show it."""
    limit = {
        "when": "input.ndim > 0",
        "departs": departs,
        "example": {"inputs": {}, "torch": "pass"},
    }
    entry = build_entry({"torch": "torch.abs", "category": "missing", "cases": [limit]})
    plain = Raised("ValueError", error) if error else Observation("result", {})
    side = Side({"plain": plain, phase: plain})
    run = Run(Sample("example 1", "result = torch.abs(x)\n", INPUTS, dtype=dtype), side)
    judged = [(run, Judged(outcome, told))]
    corpus = Corpus(Path(), {entry.torch: entry})
    _, (found,) = within_limits(entry, corpus, "3.3.1", judged, Support(judged))
    return found.covered, found.shown


def test_a_limit_is_held_against_what_it_speaks_of() -> None:
    assert held("differs", None) == (1, 0)
    assert held("differs", Departure.DIFFERS) == (1, 1)
    assert held("gradient", None) == (0, 0)
    assert held("gradient", None, phase="gradient") == (1, 0)
    assert held("differs", None, error="too large") == (0, 0)
    assert held("accepts", None) == (0, 0)
    assert held("accepts", Departure.ACCEPTED, error="too large") == (1, 1)


def test_gradients_of_bfloat16_may_show_a_limit_and_need_not() -> None:
    found = (Departure.GRADIENT, "gradient of x: values differ")
    assert held("gradient", *found, phase="gradient", dtype="bfloat16") == (1, 1)
    assert held("gradient", None, phase="gradient", dtype="bfloat16") == (0, 0)
    assert held("differs", None, phase="gradient", dtype="bfloat16") == (1, 0)


def test_what_shows_only_sometimes_is_not_held_against_inputs_that_do_not() -> None:
    assert held("sometimes differs", Departure.DIFFERS) == (1, 1)
    assert held("sometimes differs", None) == (0, 0)


def test_what_differs_by_chance_may_end_the_process() -> None:
    assert held("sometimes differs", Departure.CRASHES) == (1, 1)
    assert held("differs", Departure.CRASHES) == (1, 0)
    assert held("sometimes gradient", Departure.CRASHES, phase="gradient") == (0, 0)


def test_where_results_differ_gradients_do_but_not_the_other_way_round() -> None:
    told = "backward: ValueError: odd"
    assert held("differs", Departure.GRADIENT, phase="gradient") == (1, 1)
    assert held("gradient", Departure.DIFFERS, phase="gradient") == (1, 0)
    assert held("gradient", Departure.REFUSED, told, phase="gradient") == (1, 1)
    assert held("differs", Departure.REFUSED, told, phase="gradient") == (1, 0)


def test_a_limit_is_not_held_against_a_dtype_that_is_refused() -> None:
    assert held("differs", Departure.REFUSED, MISSING_KERNEL) == (0, 0)
    assert held("differs", Departure.REFUSED, "ValueError: odd") == (1, 0)
    assert held("raises", Departure.REFUSED, MISSING_KERNEL) == (1, 1)


@pytest.mark.parametrize(("code", "shown"), [("torch.max(x)", 0), ("torch.max(x, 0)", 1)])
def test_a_limit_speaks_of_the_calls_of_its_variant(code: str, shown: int) -> None:
    limit = {"when": "input.ndim > 0", "departs": "differs", "example": {"inputs": {}, "torch": ""}}
    rows = [
        [{"torch": name, "paddle": name} for name in names]
        for names in (["input"], ["input", "dim"])
    ]
    variants = [
        {"category": "missing", "params": rows[0]},
        {"category": "missing", "params": rows[1], "cases": [limit]},
    ]
    entry = build_entry({"torch": "torch.max", "category": "missing", "variants": variants})
    run = Run(Sample("example 1", f"{code}\n", INPUTS), Side({"plain": Observation("result", {})}))
    judged = [(run, Judged(Departure.DIFFERS, ""))]
    corpus = Corpus(Path(), {entry.torch: entry})
    _, (found,) = within_limits(entry, corpus, "3.3.1", judged, Support(judged))
    assert found.shown == found.covered == shown


@pytest.mark.parametrize(("after", "told"), [("", False), ("result.zero_()\n", True)])
def test_a_result_that_is_changed_is_told_from_one_that_is_not(after: str, told: bool) -> None:
    limit = {
        "when": "changed(result)",
        "departs": "differs",
        "example": {"inputs": {}, "torch": ""},
    }
    entry = build_entry({"torch": "torch.abs", "category": "missing", "cases": [limit]})
    sample = Sample("example 1", "result = torch.abs(x)\n", INPUTS, after=after)
    judged = [
        (Run(sample, Side({"plain": Observation("result", {})})), Judged(Departure.DIFFERS, ""))
    ]
    corpus = Corpus(Path(), {entry.torch: entry})
    left, _ = within_limits(entry, corpus, "3.3.1", judged, Support(judged))
    assert bool(left) is not told


SAYS = {"params": [{"torch": "out", "paddle": "out"}], "paddle": "paddle.sin"}
OF_DTYPE = "input out: torch has dtype float64, Paddle float32"
OF_RESULT = "result: torch has dtype float64, Paddle float32"
NO_PART = "ValueError: The type of data we are trying to retrieve (float64) does not match"
MIXED = "TypeError: (InvalidType) Type promotion only support calculations between ..."


@pytest.mark.parametrize(
    ("code", "data", "outcome", "told", "expected"),
    [
        ("torch.sin(x, out=out)", SAYS, "differs", OF_DTYPE, True),
        ("torch.sin(x, out=out)\nresult = out", SAYS, "differs", OF_RESULT, True),
        ("torch.sin(x, out=out[::2])", SAYS, "refused", NO_PART, True),
        ("torch.sin(x, out=out)", {"cases": [{"code": "x"}]}, "differs", OF_DTYPE, True),
        ("torch.sin(x, out=out)", {"cases": [{"code": "f(out)"}]}, "differs", OF_DTYPE, False),
        ("result = torch.sin(x, out=out)", SAYS, "differs", OF_RESULT, False),
        ("torch.sin(x, out=out)", SAYS, "differs", "input out: 1 of 2 values differ", False),
        ("torch.sin(x, out=out)", SAYS, "refused", "ValueError: no", False),
        ("torch.sin(x)", SAYS, "differs", OF_DTYPE, False),
        ("result = torch.sin(x)", SAYS, "refused", MIXED, True),
        ("result = torch.sin(x)", SAYS, "differs", MIXED, False),
    ],
)
def test_a_page_tells_of_the_dtype_of_out_and_a_gotcha_of_mixed_dtypes(
    code: str, data: dict[str, Any], outcome: str, told: str, expected: bool
) -> None:
    category = "same-params" if "paddle" in data else "composite"
    example = {"inputs": {}, "torch": "pass", "paddle": "pass"}
    data = {"torch": "torch.sin", "category": category, **data, "examples": [example]}
    entry = build_entry(data)
    gotcha = build_gotcha(
        {
            "id": "mixed-dtype-arithmetic",
            "title": {"en": "", "zh": ""},
            "text": {"en": "", "zh": ""},
            "topic": "tensors",
            "symptoms": {"zh": ["Type promotion only support"]},
        }
    )
    corpus = Corpus(Path(), {"torch.sin": entry}, {gotcha.id: gotcha})
    judged = [(run_of(code), Judged(Departure(outcome), told))]
    left, _ = within_limits(entry, corpus, "3.3.1", judged, Support(judged))
    assert (not left) is expected
    if told == MIXED:  # where only one dtype was given, the mapping has mixed it with another
        judged = [(run_of(code, {"x": INPUTS["x"]}), Judged(Departure(outcome), told))]
        assert within_limits(entry, corpus, "3.3.1", judged, Support(judged))[0]


def run_of(code: str, inputs: dict[str, Any] = INPUTS) -> Run:
    code, _, after = code.partition("\n")
    sample = Sample("example 1", f"{code}\n", inputs, after=after)
    return Run(sample, Side({"plain": Observation("run", {})}))
