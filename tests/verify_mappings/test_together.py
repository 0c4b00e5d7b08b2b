"""Examples of an entry share a process, and what nobody believes is run alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from mapping_model.entry import Compare, Example, Raises
from mapping_model.outcomes import Departure, Outcome
from mapping_model.results import Result
from verify_mappings.job import Answer, Batch, Work
from verify_mappings.processor import this_processor
from verify_mappings.runs.cases import ExampleCase, MappingCode, Task, WrittenCode
from verify_mappings.runs.executing import TOGETHER, run_tasks, together
from verify_mappings.runs.pool import Pool
from verify_mappings.runs.verifier import Verifier

X = (("x", "float32[2, 3]"),)
EXAMPLES = (
    Example("result = torch.sin(x)", "result = paddle.sin(x)", X),
    Example("result = torch.sin(x)", "result = paddle.cos(x)", X, expect=Outcome.DIFFERS),
    Example("result = torch.nn.Linear(3, 2)", "result = paddle.nn.Linear(3, 2)"),
    Example("result = 1", "result = int(paddle.nn.Linear(3, 2).full_name() != 'linear_0') + 1"),
    Example(*("result = torch.rand(4)", "result = paddle.rand([4])"), compare=Compare(random=True)),
    Example("result = x + 1", "result = x.nonesuch", X, expect=Outcome.RAISES),
    Example("open('a', 'w').write('b'); result = 1", "import os; result = 1 + len(os.listdir())"),
)


class Asked:
    """A pool that tells what it was asked for, and may have processes of several end."""

    def __init__(self, pool: Pool, ending: bool = False) -> None:
        self.directory = pool.directory
        self.kinds: list[str] = []
        self._pool, self._ending = pool, ending

    def run(self, name: str, job: Work, alone: bool = False) -> Answer:
        """As a pool does."""
        self.kinds.append(type(job).__name__)
        answer = self._pool.run(name, job, alone)
        return Answer("signal", 11) if self._ending and isinstance(job, Batch) else answer


def each(pool: Pool | Asked, examples: tuple[Example, ...], **more: Any) -> list[Result]:
    """The results of examples that share a process."""
    verifier = Verifier(pool)  # type: ignore[arg-type]
    written = more.get("written")
    return verifier.verify_each([(one, written) for one in examples], "paddle")


def alone(pool: Pool, example: Example) -> Result:
    """The result of an example in a process of its own."""
    ((_, result),) = Verifier(pool).verify(example, ["paddle"])
    return result


def test_they_come_out_as_if_each_were_alone(pool: Pool) -> None:
    asked = Asked(pool)
    found = each(asked, EXAMPLES)
    assert found == [alone(pool, example) for example in EXAMPLES]
    assert [one.as_expected for one in found] == [True] * len(EXAMPLES)
    assert asked.kinds == ["Batch", "Batch"]


def test_what_is_written_for_them_is_run_too(pool: Pool) -> None:
    code = MappingCode("hash", WrittenCode("result = paddle.cos(x)"))
    (found,) = each(pool, EXAMPLES[:1], written=code)
    assert (found.outcome, found.mapping) == (Outcome.EQUAL, "hash")
    assert found.applied is not None and found.applied.value == "differs"


def test_where_the_process_ends_each_is_run_alone(pool: Pool) -> None:
    asked = Asked(pool, ending=True)
    assert each(asked, EXAMPLES[:2]) == [alone(pool, example) for example in EXAMPLES[:2]]
    assert asked.kinds == ["Batch", "Job", "Job"] * 2
    ending = Example("result = 1", "import os; os._exit(3)", expect=Outcome.RAISES)
    found = each(pool, (EXAMPLES[0], ending, EXAMPLES[1]))
    assert [one.outcome.value for one in found] == ["equal", "raises", "differs"]


def test_what_nobody_believes_is_run_alone(pool: Pool) -> None:
    """The first of two leaves another default dtype behind."""
    leaving = Example("result = 1", "paddle.set_default_dtype('float64'); result = 1")
    made = Example("result = torch.ones(2)", "result = paddle.ones([2])")
    wrong = replace(made, paddle="result = paddle.zeros([2])")
    examples = (leaving, made, wrong)
    assert [one.as_expected for one in each(pool, examples)] == [True, False, False]
    tasks = [Task(ExampleCase("torch.a", "1", one), ("paddle",)) for one in examples]
    results = run_tasks(
        *(Verifier(pool), [tasks], 1, this_processor()), believed=lambda one: one.result.as_expected
    )
    assert [one.result.as_expected for one in results] == [True, True, False]
    assert [one.case.example for one in results] == list(examples)


@pytest.mark.parametrize("where", ["../../../torch/0/plain.recording", "../../../../other"])
def test_they_write_in_their_own_folder_alone(pool: Pool, where: str) -> None:
    (found,) = each(pool, (Example("result = 1", f"open({where!r}, 'w'); result = 1"),))
    assert (found.outcome, "Refused" in str(found.detail)) == (Outcome.RAISES, True)


def task(name: str, example: Example = EXAMPLES[0], **more: Any) -> Task:
    """A task of an example on one release."""
    return Task(ExampleCase(name, "1", example, **more), ("3.3.1",))


def test_those_of_an_entry_are_together_and_those_that_end_are_not() -> None:
    ending = replace(EXAMPLES[0], compare=Compare(raises=Raises("ValueError", "Crash: signal")))
    tasks = [
        *[task("torch.a") for _ in range(TOGETHER + 1)],
        task("torch.a", ending),
        task("limits:torch.a", departs=Departure.CRASHES),
        task("limits:torch.a"),
        task("torch.b", replace(EXAMPLES[0], processes=2)),
        replace(task("torch.b"), releases=("3.3.1", "3.2.2")),
        replace(task("torch.b"), others=(EXAMPLES[1],)),
        task("torch.b"),
        task("torch.c"),
    ]
    groups = list(together(tasks))
    assert list(map(len, groups)) == [TOGETHER, 2, 1, 1, 1, 1, 1, 1, 1]
    assert groups[1] == [tasks[TOGETHER], tasks[TOGETHER + 3]]
    assert sorted(map(id, chain.from_iterable(groups))) == sorted(map(id, tasks))


def test_the_folder_of_a_batch_is_gone_afterwards(pool: Pool) -> None:
    before = set(Path(pool.directory).iterdir())
    each(pool, EXAMPLES[:2])
    assert set(Path(pool.directory).iterdir()) == before
