"""Verifying one example: torch runs once, then every Paddle release, and each is judged."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mapping_model.entry import Example
from mapping_model.outcomes import Outcome
from mapping_model.results import Result, example_hash
from verify_mappings.job import Answer, Job
from verify_mappings.judging.drop_in_verdict import judge_drop_in
from verify_mappings.judging.side_outcome import Side
from verify_mappings.judging.verdict import judge
from verify_mappings.recording import Record, load, tidy
from verify_mappings.runs.pool import Pool

TORCH = "torch"


@dataclass(frozen=True, slots=True)
class Verifier:
    """Runs examples on the crews of a pool, each side at most `timeout` seconds.

    The crew called "torch" runs torch, the others a Paddle release each. With `drop_in`, the torch
    code is also run on these, with Paddle's package under the name `torch`.
    """

    pool: Pool
    timeout: float = 20.0
    drop_in: bool = False

    def verify(self, example: Example, crews: Sequence[str]) -> Iterator[tuple[str, Result]]:
        """The outcome of one example on each of some Paddle crews, one after the other."""
        if example.cannot_run:
            detail = f"not executed: {example.cannot_run.reason}"
            result = Result(Outcome.NOT_EXECUTABLE, True, example_hash(example), detail=detail)
            yield from ((crew, result) for crew in crews)
            return
        directory = Path(tempfile.mkdtemp(dir=self.pool.directory))
        try:
            torch = self._torch(example, directory)
            for crew in crews:
                yield crew, self._result(example, directory, crew, torch)
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def _result(self, example: Example, directory: Path, crew: str, torch: Side) -> Result:
        job = self._paddle_job(example, directory, crew, torch)
        result = judge(example, torch, self._run(crew, job))
        if self.drop_in:
            again = replace(
                job, code=example.torch, name=TORCH, directory=f"{job.directory}-drop-in"
            )
            status, detail = judge_drop_in(example, torch, self._run(crew, again))
            result = replace(result, drop_in=status, drop_in_detail=detail)
        return result

    def _torch(self, example: Example, directory: Path) -> Side:
        phases = ["plain"]
        if example.compare.random:
            phases.append("random")
        elif not (example.compare.raises or example.compare.gradient_skip):
            phases.append("gradient")
        job = Job(
            code=example.torch,
            name=TORCH,
            inputs=example.inputs,
            directory=str(directory / TORCH),
            phases=tuple(phases),
            call=example.call,
            timeout=self.timeout,
        )
        return self._run(TORCH, job)

    def _paddle_job(self, example: Example, directory: Path, crew: str, torch: Side) -> Job:
        """The job of the Paddle side, in the phases that torch got through."""
        worth = (
            phase
            for phase, node in torch.recordings.items()
            if isinstance(node, Record) or phase == "plain"
        )
        return Job(
            code=example.paddle,
            name="paddle",
            inputs=example.inputs,
            directory=str(directory / crew),
            phases=tuple(worth) or ("plain",),
            call=example.call,
            reference=str(directory / TORCH),
            timeout=self.timeout,
        )

    def _run(self, crew: str, job: Job) -> Side:
        answer = self.pool.run(crew, job)
        found = ((phase, load(job.folder, phase)) for phase in job.phases)
        recordings = {phase: node for phase, node in found if node is not None}
        failure = None if answer.status == "done" else explain(answer, job.timeout)
        return Side(recordings, failure)


def explain(answer: Answer, timeout: float) -> str:
    """Why the process of a job did not finish, in words."""
    if answer.status == "timeout":
        return f"it took more than {timeout:g} s"
    if answer.status == "signal":
        known = answer.code in set(signal.Signals)
        name = signal.Signals(answer.code).name if known else f"signal {answer.code}"
        return f"the process was ended by {name}"
    lines = answer.output.strip().splitlines()
    tail = f": {tidy(lines[-1])}" if lines else ""
    return f"the process ended itself with code {answer.code}{tail}"
