"""Verifying one example: torch runs once, then every Paddle release, and each is judged."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from mapping_model.entry import Example
from mapping_model.modes import Mode
from mapping_model.outcomes import Outcome
from mapping_model.printable import printable
from mapping_model.results import Applied, Result, Seen, example_hash
from verify_mappings.job import Answer, Job, place
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
            torch = self._torch(example, directory)
            for crew in crews:
                told = written.get(crew) if written else None
                yield crew, self._result(example, directory, crew, torch, told)
                for one in others:
                    yield crew, self._result(one, directory, crew, torch)
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
        # In the phases that torch got through.
        phases = [
            phase
            for phase, node in torch.recordings.items()
            if isinstance(node, Observation) or phase == "plain"
        ]
        job = self._job(example, directory / crew, phases, directory / TORCH)
        # One that has no code of its own, as a sample, is run with that of the mapping.
        own = example.paddle if example.paddle or not written else written.code.text
        sides = [torch] if own is None else [torch, self._run(crew, replace(job, code=own))]

        def other(kind: str, **changes: Any) -> Side:
            changed = replace(job, directory=f"{job.directory}-{kind}", **changes)
            sides.append(self._run(crew, changed))
            return sides[-1]

        if own is None:
            result = Result(Outcome.NOT_EXECUTABLE, True, example_hash(example))
        else:
            result = judge(example, *sides)
        if self.drop_in:
            unchanged = partial(other, code=example.torch, name=TORCH)
            told = judge_drop_in(example, torch, unchanged("drop-in"))
            result = replace(result, drop_in=told[0], drop_in_detail=told[1])
            if written and told[0] is not None:
                result = replace(result, modes=self._in_modes(example, crew, torch, unchanged))

        def applied(code: WrittenCode, kind: str) -> tuple[Applied, str | None]:
            if code.text is None:
                return Applied.ELSEWHERE if code.elsewhere else Applied.UNWRITTEN, code.why
            # The same code gives the same.
            found = result if code.same else judge(example, torch, other(kind, code=code.text))
            return Applied.of(found.outcome), found.detail

        if written:
            status, detail = applied(written.code, "applied")
            result = replace(result, mapping=written.mapping, applied=status, applied_detail=detail)
            if written.newer:
                status, detail = applied(written.newer, "newer")
                result = replace(result, newer=status, newer_detail=detail)
        remove(directory / crew)
        first = "; ".join(side.first for side in sides if side.first)
        return _shown(replace(result, first=first or None))

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

    def _torch(self, example: Example, directory: Path) -> Side:
        phases = ["plain"]
        if example.compare.random:
            phases.append("random")
        elif not (example.compare.raises or example.compare.gradient_skip or example.processes > 1):
            phases.append("gradient")
        return self._run(TORCH, self._job(example, directory / TORCH, phases, None))

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


def _shown(result: Result) -> Result:
    """A result whose texts, in which names and messages of strangers stand, may be printed."""
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
