"""Examples that several connected processes run, on both libraries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mapping_model.entry import Example
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import example_hash
from verify_mappings.judging.verdict import Side
from verify_mappings.recording import Raised
from verify_mappings.runs.cases import ExampleCase, Verified
from verify_mappings.runs.executing import left_out
from verify_mappings.runs.pool import Pool
from verify_mappings.runs.records import held_against
from verify_mappings.runs.verifier import Verifier, together
from verify_mappings.walls import Wall

X = {"x": "float32[2, 3]"}
GATHERED = """
parts = [{0}.zeros_like(x) for _ in range(2)]
{0}.distributed.all_gather(parts, x)
result = parts
"""


@pytest.fixture(autouse=True)
def _apart(pool: Pool) -> None:
    if not pool.connects:
        pytest.skip("no example is run by several processes here")


def test_processes_compute_together(verify) -> None:
    """torch unchanged on Paddle gives the same, too."""
    torch, paddle = (GATHERED.format(name) for name in ("torch", "paddle"))
    result = verify(torch, paddle, X, processes=2, drop_in=True)
    assert (result.outcome, result.detail, result.drop_in) == (Outcome.EQUAL, None, DropIn.EQUAL)
    assert (result.as_expected, result.gradient) == (True, None)


def test_each_has_inputs_of_its_own(verify) -> None:
    other = GATHERED + "result = bool((parts[0] == parts[1]).any())"
    result = verify(other.format("torch"), "result = False", X, processes=2)
    assert (result.outcome, result.detail) == (Outcome.EQUAL, None)


WRONG = {
    "other reduction": "paddle.distributed.all_reduce(x, op=paddle.distributed.ReduceOp.MAX)",
    "one process alone": "paddle.distributed.all_reduce(x)\n"
    "x.add_(paddle.ones([]) * paddle.distributed.get_rank())",
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_found(case: str, verify) -> None:
    result = verify("torch.distributed.all_reduce(x)", WRONG[case], X, processes=2)
    assert (result.outcome, result.as_expected) == (Outcome.DIFFERS, False)
    assert "input x: process 1: 6 of 6 values differ" in result.detail
    assert ("input x: process 0" in result.detail) == (case == "other reduction")


def test_an_error_of_one_process_is_that_of_the_example(verify) -> None:
    code = "assert paddle.distributed.get_rank() == 0, 'the second'\nresult = 1"
    result = verify("result = 1", code, processes=2)
    assert (result.outcome, result.detail) == (
        Outcome.RAISES,
        "Paddle raises AssertionError: the second",
    )


def test_who_misses_another_does_not_tell_of_the_error() -> None:
    """A process that ends with an error is missing to one that still connects."""
    missing = Raised("RuntimeError", "[/third_party/gloo/gloo/transport/tcp/pair.cc:584] TIMEOUT")
    error = Raised("AttributeError", "module has no attribute")
    sides = [Side({"plain": one}) for one in (missing, error)]
    assert together(sides).raised == error
    assert together(sides[::-1]).raised == error
    assert together([sides[0], sides[0]]).raised == missing


def test_processes_that_wait_for_each_other_end_in_time(verify) -> None:
    code = "if paddle.distributed.get_rank(): paddle.distributed.recv(x, src=0)"
    result = verify("x.zero_()", code, X, processes=2, timeout=5.0)
    assert result.detail == "Paddle raises Crash: it took more than 5 s"


def test_code_may_join_by_itself(verify) -> None:
    torch = "torch.distributed.init_process_group('gloo')\nresult = torch.distributed.get_rank()"
    paddle = "paddle.distributed.init_parallel_env()\nresult = paddle.distributed.get_rank()"
    assert verify(torch, paddle, processes=2).outcome is Outcome.EQUAL


def test_where_they_cannot_be_kept_apart_none_is_run(pool: Pool, monkeypatch) -> None:
    """That is told, is no failure, and is held against no record."""
    walls = pool.walls - {Wall.NAMESPACES}
    monkeypatch.setattr(Pool, "walls", walls)
    monkeypatch.setattr(Pool, "run", None)
    example = Example("result = 1", "result = 2", processes=2)
    ((_, result),) = Verifier(pool).verify(example, ["paddle"])
    assert (result.outcome, result.as_expected) == (Outcome.NOT_EXECUTABLE, True)
    one = Verified(ExampleCase("torch.add", "1", example), "3.3.1", result)
    assert one.left_out
    (line,) = left_out([one])
    assert line.startswith("1 results are not known")
    assert not [*held_against({}, [one], "2.13.0", None)]  # type: ignore[arg-type]


def test_how_many_run_it_decides_what_a_result_is_of() -> None:
    example = Example("result = 1", "result = 1")
    assert example_hash(example) != example_hash(replace(example, processes=2))
