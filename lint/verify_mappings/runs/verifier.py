"""Verifying one example: torch runs once, then every Paddle release, and each is judged."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from mapping_model.entry import Example
from mapping_model.modes import Mode
from mapping_model.outcomes import Outcome
from mapping_model.printable import printable
from mapping_model.results import Applied, Result, Seen, example_hash
from verify_mappings.job import Answer, Batch, Job, place
from verify_mappings.judging.verdict import CRASH, Side, checked, judge, judge_drop_in, unreadable
from verify_mappings.recording import Mapping as Fields
from verify_mappings.recording import Node, Observation, Raised, tidy
from verify_mappings.recording_files import Unreadable, load
from verify_mappings.runs.cases import MappingCode, WrittenCode
from verify_mappings.runs.pool import Pool, remove
from verify_mappings.walls import CARDS

TORCH = "torch"
# The texts of a result that are recorded.
TEXTS = ("detail", "drop_in_detail", "applied_detail", "newer_detail")
# What stands in an error of processes that did not reach each other.
_GLOO = "gloo"
# Of one text of a result: far more than anybody reads.
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Verifier:
    """Runs examples on the crews of a pool, each side at most `timeout` seconds.

    The crew called "torch" runs torch, the others a Paddle release each. With `drop_in`, the torch
    code is also run on these, with Paddle's package under the name `torch`, and in each of the
    `modes` of a release, in which Paddle takes torch's place. With `again`, what ended or took too
    long is run once more, alone: a busy machine is no property of an example.
    """

    pool: Pool
    timeout: float = 20.0
    drop_in: bool = False
    modes: Mapping[str, Sequence[Mode]] = field(default_factory=dict)
    again: bool = False

    def verify(
        self,
        example: Example,
        crews: Sequence[str],
        others: Sequence[Example] = (),
        written: Mapping[str, MappingCode] | None = None,
    ) -> Iterator[tuple[str, Result]]:
        """The outcome of one example on each of some Paddle crews, one after the other.

        On each crew that of `others` follows, which have the same torch side. `written` is the code
        of a program for a crew, which is run in place of the example's own.
        """
        detail = f"not executed: {example.cannot_run.reason}" if example.cannot_run else None
        if example.processes > 1 and not self.pool.connects:
            detail = f"not run here: several processes take namespaces and {CARDS}"
        if detail:
            result = Result(Outcome.NOT_EXECUTABLE, True, example_hash(example), detail=detail)
            yield from ((crew, result) for crew in crews)
            return
        directory = Path(tempfile.mkdtemp(dir=self.pool.directory))
        try:
            torch = self._run(TORCH, self._torch_job(example, directory / TORCH))
            for crew in crews:
                told = written.get(crew) if written else None
                yield crew, self._result(example, directory, crew, torch, told)
                for one in others:
                    yield crew, self._result(one, directory, crew, torch)
        finally:
            remove(directory)

    def verify_each(
        self, examples: Sequence[tuple[Example, MappingCode | None]], crew: str
    ) -> list[Result]:
        """The outcomes on a crew of examples of one process each, with what is written for them.

        Those of a side are run one after the other in one process, which saves most of the time.
        Who does not believe a result, since an example before may have left something behind, has
        `verify` run that one alone. What unchanged code gives is not among them.
        """
        directory = Path(tempfile.mkdtemp(dir=self.pool.directory))
        ours, theirs = directory / TORCH, directory / crew
        try:
            given = [
                self._torch_job(example, ours / str(number))
                for number, (example, _) in enumerate(examples)
            ]
            done = list(zip(examples, given, self._run_each(TORCH, given, ours), strict=True))
            jobs = {
                (number, kind): replace(
                    self._paddle_job(example, torch, job.folder),
                    directory=str(theirs / f"{number}-{kind}"),
                    code=code,
                )
                for number, ((example, written), job, torch) in enumerate(done)
                for kind, code in _codes(example, written).items()
            }
            sides: list[dict[str, Side]] = [{} for _ in done]
            for (number, kind), side in zip(
                jobs, self._run_each(crew, list(jobs.values()), theirs, ours), strict=True
            ):
                sides[number][kind] = side
            return [
                _shown(_judged(example, torch, own, written), [torch, *own.values()])
                for ((example, written), _, torch), own in zip(done, sides, strict=True)
            ]
        finally:
            remove(directory)

    def _result(
        self,
        example: Example,
        directory: Path,
        crew: str,
        torch: Side,
        written: MappingCode | None = None,
    ) -> Result:
        folder, job = directory / crew, self._paddle_job(example, torch, directory / TORCH)
        sides: dict[str, Side] = {}

        def run(kind: str, **changes: Any) -> Side:
            changed = replace(job, directory=str(folder / kind), **changes)
            sides[kind] = self._run(crew, changed)
            return sides[kind]

        for kind, code in _codes(example, written).items():
            run(kind, code=code)
        result = _judged(example, torch, sides, written)
        if self.drop_in:
            unchanged = partial(run, code=example.torch, name=TORCH)
            told = judge_drop_in(example, torch, unchanged("drop-in"))
            result = replace(result, drop_in=told[0], drop_in_detail=told[1])
            if written and told[0] is not None:
                result = replace(result, modes=self._in_modes(example, crew, torch, unchanged))
        remove(folder)
        return _shown(result, [torch, *sides.values()])

    def _in_modes(
        self, example: Example, crew: str, torch: Side, unchanged: Callable[..., Side]
    ) -> dict[str, Seen]:
        """What unchanged code gives in each mode of a release."""
        found = {}
        for mode in self.modes.get(crew, ()):
            status, detail = judge_drop_in(example, torch, unchanged(mode.name, mode=mode.call))
            if status is not None:
                found[mode.name] = Seen(status, detail)
        return found

    def _torch_job(self, example: Example, folder: Path) -> Job:
        phases = ["plain"]
        if example.compare.random:
            phases.append("random")
        elif not (example.compare.raises or example.compare.gradient_skip or example.processes > 1):
            phases.append("gradient")
        return self._job(example, folder, phases, None)

    def _paddle_job(self, example: Example, torch: Side, reference: Path) -> Job:
        """The job of Paddle's side, in the phases that torch got through; its folder is lacking."""
        phases = [
            phase
            for phase, node in torch.recordings.items()
            if isinstance(node, Observation) or phase == "plain"
        ]
        return self._job(example, Path(), phases, reference)

    def _job(
        self, example: Example, folder: Path, phases: Sequence[str], reference: Path | None
    ) -> Job:
        """The job of the side of torch, or of Paddle, which has a reference."""
        return Job(
            code=example.paddle if reference else example.torch,
            name="paddle" if reference else TORCH,
            inputs=example.inputs,
            directory=str(folder),
            phases=phases,
            call=example.call,
            expression=example.compare.property,
            reference=str(reference) if reference else None,
            timeout=self.timeout,
            processes=example.processes,
        )

    def _run_each(
        self, crew: str, jobs: Sequence[Job], folder: Path, reference: Path | None = None
    ) -> list[Side]:
        """What jobs with folders below one give that are run in one process.

        Where that does not get through all, each is run in its own.
        """
        batch = Batch(
            directory=str(folder),
            reference=str(reference) if reference else None,
            timeout=self.timeout + len(jobs),
            jobs=jobs,
        )
        if jobs and self.pool.run(crew, batch).status == "done":
            return [read_side(job.folder, job.phases, None) for job in jobs]
        remove(folder)
        return [self._run(crew, job) for job in jobs]

    def _run(self, crew: str, job: Job) -> Side:
        side = self._tried(crew, job)
        if self.again and job.processes > 1 and side.raised:
            # Processes sometimes fail to connect, with an error of their own.
            remove(job.folder)
            side = self._tried(crew, job)
        return side

    def _tried(self, crew: str, job: Job) -> Side:
        answer, first = self.pool.run(crew, job), None
        if self.again and answer.status != "done":
            remove(job.folder)
            second = self.pool.run(crew, job, alone=True)
            if (second.status, second.code) != (answer.status, answer.code):
                first = explain(answer, job.timeout)
            answer = second
        crash = None if answer.status == "done" else Raised(CRASH, explain(answer, job.timeout))
        folders = [place(job.folder, rank) for rank in range(job.processes)]
        side = together([read_side(folder, job.phases, crash, first) for folder in folders])
        if crash and not any(isinstance(node, Raised) for node in side.recordings.values()):
            side.recordings[job.phases[-1]] = crash  # it recorded all and was ended then
        return side


def _codes(example: Example, written: MappingCode | None) -> dict[str, str]:
    """The code that is run on a Paddle crew, by what it is.

    "own" is the example's; one that has none, as a sample, is run with that of the mapping.
    """
    own = example.paddle if example.paddle or not written else written.code.text
    codes = {} if own is None else {"own": own}
    if written:
        for kind, code in (("applied", written.code), ("newer", written.newer)):
            if code and code.text is not None and not code.same:
                codes[kind] = code.text
    return codes


def _judged(
    example: Example, torch: Side, sides: Mapping[str, Side], written: MappingCode | None
) -> Result:
    """The result of an example from what its codes gave."""
    if "own" in sides:
        result = judge(example, torch, sides["own"])
    else:
        result = Result(Outcome.NOT_EXECUTABLE, True, example_hash(example))

    def applied(code: WrittenCode, kind: str) -> tuple[Applied, str | None]:
        if code.text is None:
            return Applied.ELSEWHERE if code.elsewhere else Applied.UNWRITTEN, code.why
        # The same code gives the same.
        found = result if code.same else judge(example, torch, sides[kind])
        return Applied.of(found.outcome), found.detail

    if written:
        status, detail = applied(written.code, "applied")
        found = replace(result, mapping=written.mapping, applied=status, applied_detail=detail)
        if written.newer:
            status, detail = applied(written.newer, "newer")
            found = replace(found, newer=status, newer_detail=detail)
        return found
    return result


def read_side(
    folder: Path, phases: Sequence[str], crash: Raised | None, first: str | None = None
) -> Side:
    """What is recorded of the phases, up to one that failed; with `crash`, by its process' end."""
    recordings: dict[str, Node] = {}
    for phase in phases:
        try:
            node = load(folder, phase)
            node = node and checked(phase, node)
        except Unreadable as error:
            node = unreadable(phase, str(error))
        recordings[phase] = node or crash or Raised(CRASH, "no recording")
        if isinstance(recordings[phase], Raised):
            break
    return Side(recordings, first)


def together(sides: Sequence[Side]) -> Side:
    """What several processes gave as that of one, in which each has a part of every field.

    An error of one is that of all; one that is not gloo's comes first, since a process that has
    failed is missing to the others, which then fail to connect.
    """
    if len(sides) == 1:
        return sides[0]
    ends = [side for side in sides if side.raised]
    if ends:
        return min(ends, key=lambda side: side.raised is None or _GLOO in side.raised.message)
    nodes = [node for side in sides if isinstance(node := side.get("plain"), Observation)]
    fields = _by_process([node.fields for node in nodes])
    before = [one.items for node in nodes if isinstance(one := node.carried["inputs"], Fields)]
    carried: dict[str, Node] = {"inputs": Fields(_by_process(before))}
    return replace(sides[0], recordings={"plain": Observation("example", fields, carried)})


def _by_process(parts: Sequence[Mapping[str, Node]]) -> dict[str, Node]:
    """Each field with the parts of it by the process that has them."""
    names = dict.fromkeys(name for part in parts for name in part)
    return {
        name: Fields(
            {f"process {rank}": part[name] for rank, part in enumerate(parts) if name in part}
        )
        for name in names
    }


def _shown(result: Result, sides: Iterable[Side]) -> Result:
    """A result whose texts, in which names and messages of strangers stand, may be printed.

    Those of its sides that came out otherwise at first are told in it.
    """
    result = replace(result, first="; ".join(side.first for side in sides if side.first) or None)
    texts = {name: getattr(result, name) for name in (*TEXTS, "gradient_detail", "first")}
    shown: dict[str, Any] = {name: _printable(text) for name, text in texts.items()}
    modes = {
        name: replace(seen, detail=_printable(seen.detail)) for name, seen in result.modes.items()
    }
    return replace(result, **shown, modes=modes)


def _printable(text: str | None) -> str | None:
    return text and printable(text[:_LONGEST])


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
