"""What stands in the text of a call is written otherwise: one planted fault of each kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.inputs import InputSpec, LiteralTensor
from mapping_model.outcomes import Departure
from mapping_model.probes import Finding
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.job import Seed
from verify_mappings.probing.literals import literal_calls
from verify_mappings.probing.probes import probe
from verify_mappings.probing.running import Prober
from verify_mappings.runs.pool import Pool, Versions
from verify_mappings.sampling.sample import LITERAL
from verify_mappings.sampling.sized import sized

INPUTS = {"x": "float32[2, 3]"}


def entry(torch: str, code: str, written: str, **more: Any) -> dict[str, Any]:
    """An entry with one example, and what is written for it."""
    example = {"inputs": INPUTS, "torch": code, "paddle": "result = x", **more}
    cases = [{"code": written}]
    return {"torch": torch, "category": "same-params", "cases": cases, "examples": [example]}


def tensor(spec: InputSpec) -> LiteralTensor:
    assert isinstance(spec, LiteralTensor)
    return spec


def codes(torch: str, code: str, **more: Any) -> set[str]:
    """The calls that are made of one."""
    seeds = literal_calls(build_entry(entry(torch, code, "x", **more)))
    return {seed.code.removeprefix("import numpy\n").strip() for seed in seeds}


def found(pool: Pool, data: dict[str, Any]) -> list[Finding]:
    """What comes out otherwise than torch's."""
    one = build_entry(data)
    corpus = Corpus(Path(), {one.torch: one})
    prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 20.0, literals=True)
    versions = {crew: Versions("1", "3.11") for crew in ("torch", "paddle")}
    (probed,) = probe(prober, one, ("float32",), versions)
    assert probed.probed.inputs
    return list(probed.probed.findings)


def test_numbers_are_of_numpy_or_hidden() -> None:
    assert codes("torch.clamp", "result = torch.clamp(x, -1, max=0.5)") >= {
        "result = torch.clamp(x, numpy.int64(-1), max=0.5)",
        "result = torch.clamp(x, -1, max=numpy.float32(0.5))",
        "result = torch.clamp(x, -1, max=numpy.float64(0.5))",
        "result = torch.clamp(x, numpy.int64(-1), max=numpy.float64(0.5))",
        "result = torch.clamp(x, int(-1), max=float(0.5))",
    }


def test_numbers_in_lists_and_of_operators() -> None:
    assert "y = x.view([numpy.int64(3), 2])" in codes("torch.Tensor.view", "y = x.view([3, 2])")
    assert "y = x + numpy.int64(2)" in codes("torch.Tensor.__add__", "y = x + 2")
    inner = codes("torch.sum", "y = torch.sum(torch.add(x, 2), 1)")
    assert not any("torch.add(x, numpy" in code for code in inner)


def test_bools_are_none_numbers_and_of_numpy_also_those_that_are_left_out() -> None:
    given = codes("torch.nn.Linear", "result = torch.nn.Linear(3, 2, bias=False)(x)")
    assert given >= {
        "result = torch.nn.Linear(3, 2, bias=None)(x)",
        "result = torch.nn.Linear(3, 2, bias=1)(x)",
        "result = torch.nn.Linear(3, 2, bias=numpy.bool_(False))(x)",
    }
    left_out = codes("torch.nn.Linear", "result = torch.nn.Linear(3, 2)(x)")
    assert "result = torch.nn.Linear(3, 2, bias=0)(x)" in left_out


def test_sizes_are_0_one_by_one_and_together() -> None:
    assert codes("torch.Tensor.expand", "y = x.expand(2, 2, 3)") >= {
        "y = x.expand(0, 2, 3)",
        "y = x.expand(0, 0, 3)",
        "y = x.expand(0, 0, 0)",
    }


def test_bounds_are_the_same_and_steps_too_long() -> None:
    ranges = codes("torch.arange", "y = torch.arange(1, 5)")
    assert {"y = torch.arange(1, 1)", "y = torch.arange(1, 5, 100)"} < ranges
    drawn = codes("torch.Tensor.uniform_", "x.uniform_(1.0, 2.0)", compare={"random": True})
    assert "x.uniform_(1.0, 1.0)" in drawn


def test_axes_become_empty_alone_and_with_those_that_are_as_long_and_dimensions_go() -> None:
    inputs = (("x", "float32[2, 3]"), ("y", "float32[3, 4]"))
    seed = Seed("example 1", "result = f(x, y)\n", inputs, sized=True)
    shapes = {
        tuple(np.shape(tensor(spec).values) for spec in one.inputs.values())
        for one in sized([seed], "float32")
    }
    assert {((0, 3), (3, 4)), ((2, 0), (0, 4)), ((3,), (4,)), ((3,), (3, 4)), ((), ())} <= shapes
    assert not list(sized([seed], "float64"))
    alone = [one.origin for one in sized([replace(seed, alone=True)], "float32")]
    assert not any("less" in told for told in alone)


SUM = "result = torch.sum(x, 1, keepdim=False)"
WRONG = (
    # Of numbers of NumPy the first dimension is taken.
    ("torch.sum", SUM, "input.sum(dim if type(dim) is int else 0)", "numpy.int64(1)"),
    # The number 0 is taken for none.
    ("torch.Tensor.cumsum", "result = x.cumsum(1)", "self.cumsum(dim if dim else 1)", "cumsum(0)"),
    # What a call passes is not looked at.
    ("torch.sum", SUM, "input.sum(1)", "torch.sum(x, 0"),
    # Memory that is never written.
    (
        *("torch.Tensor.mul", "result = x.mul(2.0)"),
        "self * other if type(other) is float else paddle.empty(self.shape)",
        "numpy.float",
    ),
)


@pytest.mark.parametrize(("torch", "code", "written", "shown"), WRONG)
def test_planted_faults_are_found(
    pool: Pool, torch: str, code: str, written: str, shown: str
) -> None:
    told = found(pool, entry(torch, code, written))
    assert any(shown in one.torch for one in told)


def test_right_code_shows_nothing(pool: Pool) -> None:
    right = "input.sum(int(dim), keepdim=bool(keepdim))"
    assert not found(pool, entry("torch.sum", SUM, right))


def test_bools_that_are_none(pool: Pool) -> None:
    """The second layer has a bias wherever `bias` is not False itself."""
    code = "result = torch.nn.Linear(3, 2, bias=False)"
    data = entry("torch.nn.Linear", code, "paddle.nn.Linear(in_features, out_features)")
    data["examples"][0]["call"] = ["x"]
    right = "paddle.nn.Linear(in_features, out_features, bias_attr=None if bias else False)"
    wrong = right.replace("None if bias else False", "False if bias is False else None")
    for written, says in ((wrong, True), (right, False)):
        data["cases"] = [{"code": written}]
        told = found(pool, data)
        others = [one.outcome for one in told if "bias=" in one.torch and "eight" in one.reason]
        assert (others == [Departure.DIFFERS]) is says


def test_empty_tensors_and_fewer_dimensions(pool: Pool) -> None:
    of_rows = "input.sum(1) if input.ndim > 1 and input.size else paddle.ones([5])"
    told = found(pool, entry("torch.sum", "result = torch.sum(x, -1)", of_rows))
    inputs = {one.inputs["x"].partition("]")[0] for one in told}
    assert {"float32[0, 3", "float32[3"} & inputs


def test_bounds_that_are_the_same(pool: Pool) -> None:
    data = entry("torch.Tensor.uniform_", "x.uniform_(1.0, 2.0)", "self.uniform_(1.0, 2.0)")
    data["examples"][0]["compare"] = {"random": True}
    told = found(pool, data)
    assert any(one.outcome is Departure.DIFFERS and "(1.0, 1.0)" in one.torch for one in told)


def test_what_is_told_of_a_sample_says_that_it_is_one_of_these() -> None:
    seeds = literal_calls(build_entry(entry("torch.sum", SUM, "x")))
    assert all(LITERAL in seed.origin for seed in seeds)


def test_random_results_are_not_compared_but_errors_are(pool: Pool) -> None:
    data = entry("torch.Tensor.uniform_", "x[0].uniform_(1.0, 2.0)", "self.uniform_(3.0, 4.0)")
    data["examples"][0]["compare"] = {"random": True}
    assert not found(pool, data)
    data["cases"] = [{"code": "self.uniform_(3.0, 4.0 if type(to) is float else 2.0)"}]
    assert found(pool, data)


def test_what_is_assumed_of_hidden_numbers_is_no_finding(pool: Pool) -> None:
    """The mapping tells whoever reads its code that it has taken `dim` not to be 1."""
    data = entry("torch.sum", "result = torch.sum(x, 1)", "input.sum(0)")
    data["cases"].insert(0, {"when": "dim == 1", "code": "input.sum(1)"})
    told = [one.torch for one in found(pool, data)]
    assert not any("int(1)" in code and "numpy" not in code for code in told)
