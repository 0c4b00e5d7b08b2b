"""Verifying one example: both sides run on workers, then judged."""

from __future__ import annotations

import shutil
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mapping_model.entry import Example
from mapping_model.results import Outcome, Result, example_hash
from verify_mappings.job import Answer, Job
from verify_mappings.judge import Side, judge
from verify_mappings.pool import Pool
from verify_mappings.recording import Record, load, tidy


@dataclass(frozen=True, slots=True)
class Verifier:
    """Runs examples on the workers of a pool, each side at most `timeout` seconds.

    With `drop_in`, the torch code itself runs on the Paddle side, Paddle being called `torch`.
    """

    pool: Pool
    timeout: float = 20.0
    drop_in: bool = False

    def verify(self, example: Example) -> Result:
        """The outcome of one example."""
        if example.cannot_run:
            detail = f"not executed: {example.cannot_run.reason}"
            return Result(Outcome.NOT_EXECUTABLE, True, example_hash(example), detail=detail)
        directory = Path(tempfile.mkdtemp(dir=self.pool.directory))
        try:
            torch = self._torch(example, directory)
            paddle = self._paddle(example, directory, torch)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        return judge(example, torch, paddle)

    def _torch(self, example: Example, directory: Path) -> Side:
        phases = ("plain", "random") if example.compare.random else ("plain", "gradient")
        if example.compare.raises or example.compare.gradient_skip:
            phases = phases[:1] if phases[1] == "gradient" else phases
        return self._run("torch", self._job(example, "torch", directory, phases))

    def _paddle(self, example: Example, directory: Path, torch: Side) -> Side:
        worth = {
            phase: isinstance(node, Record) or phase == "plain"
            for phase, node in torch.recordings.items()
        }
        phases = tuple(phase for phase, good in worth.items() if good) or ("plain",)
        return self._run("paddle", self._job(example, "paddle", directory, phases))

    def _job(self, example: Example, side: str, directory: Path, phases: tuple[str, ...]) -> Job:
        as_torch = side == "torch" or self.drop_in
        return Job(
            code=example.torch if as_torch else example.paddle,
            name="torch" if as_torch else "paddle",
            inputs=example.inputs,
            directory=str(directory / side),
            phases=phases,
            call=example.call,
            reference=None if side == "torch" else str(directory / "torch"),
            timeout=self.timeout,
        )

    def _run(self, library: str, job: Job) -> Side:
        answer = self.pool.run(library, job)
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
