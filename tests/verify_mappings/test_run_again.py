"""What ended or took too long is run again, alone, before anybody believes it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.results import Result
from verify_mappings.job import Answer, Job
from verify_mappings.runs.cases import ExampleCase, Verified
from verify_mappings.runs.executing import reruns
from verify_mappings.runs.pool import Pool, Turns
from verify_mappings.runs.records import as_recorded, disagreements
from verify_mappings.runs.verifier import Verifier


@dataclass
class Busy:
    """A pool in which a crew comes to an end unless it is alone; it has written something then."""

    pool: Pool
    crew: str
    asked: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def directory(self) -> Path:
        return self.pool.directory

    def run(self, name: str, job: Job, alone: bool = False) -> Answer:
        self.asked.append((name, alone))
        if name == self.crew and not alone:
            (job.folder / "scratch").mkdir(parents=True)
            return Answer("timeout")
        return self.pool.run(name, job, alone)


def result(pool: Pool | Busy, paddle: str = "result = x + 1", again: bool = True) -> Result:
    example = Example("result = x + 1", paddle, (("x", "float32[2]"),))
    ((_, found),) = Verifier(pool, again=again).verify(example, ["paddle"])  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("crew", ["torch", "paddle"])
def test_what_a_busy_machine_did_is_no_result(pool: Pool, crew: str) -> None:
    busy = Busy(pool, crew)
    found = result(busy)
    assert found.outcome is Outcome.EQUAL
    assert found.first == "it took more than 20 s"
    assert busy.asked.count((crew, True)) == 1
    case = ExampleCase("torch.add", "1", Example("", ""))
    assert list(reruns([Verified(case, "3.3.1", found)])) == [
        "torch.add, example 1, on Paddle 3.3.1: it took more than 20 s; run again alone, it came "
        "out otherwise"
    ]
    assert as_recorded(found) == as_recorded(replace(found, first=None))


def test_falsifying_runs_nothing_again(pool: Pool) -> None:
    busy = Busy(pool, "paddle")
    assert result(busy, again=False).outcome is Outcome.RAISES
    assert busy.asked == [("torch", False), ("paddle", False)]


def test_what_ends_each_time_is_run_twice_and_told_once(pool: Pool) -> None:
    found = result(pool, "import os; os._exit(7)")
    assert found.outcome is Outcome.RAISES
    assert found.detail == "Paddle raises Crash: the process ended itself with code 7"
    assert found.first is None
    # Who notices first that memory was overwritten differs from machine to machine.
    crash = "Paddle raises Crash: the process was ended by"
    ends = [replace(found, detail=f"{crash} {name}") for name in ("SIGSEGV", "SIGABRT", "SIGKILL")]
    assert disagreements(ends[0], ends[1]) == {}
    assert "detail" in disagreements(ends[0], ends[2])
    assert list(reruns([Verified(ExampleCase("a", "1", Example("", "")), "3.3.1", found)])) == []


def test_alone_is_alone() -> None:
    turns, told = Turns(), list[str]()
    inside, leave, waiting = threading.Event(), threading.Event(), threading.Event()

    def together() -> None:
        with turns.together():
            inside.set()
            leave.wait()
            told.append("others are done")

    def alone() -> None:
        waiting.set()
        with turns.alone():
            told.append("alone")

    threads = [threading.Thread(target=together), threading.Thread(target=alone)]
    threads[0].start()
    inside.wait()
    threads[1].start()
    waiting.wait()
    leave.set()
    for thread in threads:
        thread.join()
    with turns.together(), turns.together():
        told.append("together again")
    assert told == ["others are done", "alone", "together again"]


def test_only_what_was_cut_agrees_with_what_begins_so() -> None:
    """A record that said nothing but ` ...` would agree with every text."""
    long = "Paddle raises " + "so long " * 40
    seen = Result(Outcome.RAISES, False, "", detail=long)
    recorded = as_recorded(seen)
    assert recorded.detail != long
    assert disagreements(recorded, seen) == {}
    for forged in (" ...", "Paddle raises ..."):
        assert "detail" in disagreements(replace(recorded, detail=forged), seen)


def test_complex_numbers_in_texts_are_the_processors_too() -> None:
    texts = ("torch 1-2j, Paddle 6.87e-26+3.08e-41j", "torch 1e+06+0j, Paddle nan-infj")
    one, two = (Result(Outcome.DIFFERS, False, "", 0.1, detail=text) for text in texts)
    assert disagreements(one, two) == {}
