"""Having both sides run the samples of an entry, past those that end the process."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mapping_model.applying.code import Rewritten, rewrite
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.inputs import LiteralTensor, ParameterInput
from mapping_model.snapshots import Snapshot
from mapping_model.types import Type
from verify_mappings.job import Answer, Order, ProbeJob, Seed
from verify_mappings.judging.verdict import CRASH, Side
from verify_mappings.recording import Observation, Raised
from verify_mappings.recording_files import Unreadable, load
from verify_mappings.runs.pool import Pool, remove
from verify_mappings.runs.verifier import TORCH, explain, read_side
from verify_mappings.sampling.sample import (
    AGAIN,
    HIDDEN,
    IN_FLOAT64,
    IN_MEMORY,
    LITERAL,
    MOVED,
    RANDOM,
    Sample,
    sample_of,
)

# So many samples an entry may have, and so many children: strangers' code runs in these.
_SAMPLES, _CHILDREN = 20_000, 100
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
# Errors of the harness; and what torch says of tensors made of its arrays, which have no more room.
_OURS_IN_TORCH = "Trying to resize storage"
OURS = ("CarryError", "InputError", "Refused")


class Unfinished(Exception):
    """The samples of an entry could not be made or run; the message says why."""


@dataclass(frozen=True, slots=True)
class Run:
    """A sample, what became of it on torch, and on Paddle with the code for it there.

    Without `paddle` the mapping has no code for the sample. Of a sample that is run twice, `again`
    is torch's side in float64, or Paddle's with something else in memory; `moved` is torch's in
    float64, with inputs that are rounded.
    """

    sample: Sample
    torch: Side
    code: str = ""
    paddle: Side | None = None
    again: Side | None = None
    moved: Side | None = None

    @property
    def random(self) -> bool:
        """Whether one run shows nothing: another seed gives something else, or we cannot compare.

        What the harness itself cannot do (weights that have no counterpart) is no error of Paddle;
        but where it can with the example, a literal that is written otherwise makes other weights.
        """
        raised = self.paddle.raised if self.paddle else None
        if raised is not None and raised.error in OURS:
            return LITERAL not in self.sample.origin
        raised = self.torch.raised
        return raised is not None and (raised.error == RANDOM or _OURS_IN_TORCH in raised.message)


class Prober:
    """Runs the samples of entries on the crews of a pool, each child at most `timeout` seconds.

    They are the ones that records tell of, or `further` ones; or the `pairs` of these alone; or
    those of `literals`.
    """

    def __init__(
        self,
        pool: Pool,
        corpus: Corpus,
        releases: Mapping[str, Snapshot],
        timeout: float,
        *,
        further: bool = False,
        pairs: bool = False,
        literals: bool = False,
    ) -> None:
        self._pool = pool
        self.corpus = corpus
        self.releases = releases
        self._timeout = timeout
        self.further, self.pairs = further or pairs or literals, pairs
        self.literals = literals
        self._rewritten: dict[tuple[str, str, str], Rewritten | None] = {}

    def of(self, corpus: Corpus) -> Prober:
        """The same with another corpus."""
        kinds = {"further": self.further, "pairs": self.pairs, "literals": self.literals}
        return Prober(self._pool, corpus, self.releases, self._timeout, **kinds)

    def run(
        self, entry: Entry, dtypes: Sequence[str], seeds: Sequence[Seed]
    ) -> dict[str, list[Run]]:
        """What became of all samples that torch takes, or is meant to refuse, on each release.

        Raises `Unfinished` where a process ends before it has begun with a sample.
        """
        directory = Path(tempfile.mkdtemp(dir=self._pool.directory))
        job = self._job(entry, dtypes, seeds)
        try:
            made = list(self._torch(job, directory / TORCH))
            return {
                release: self._paddle(job, directory, made, release) for release in self.releases
            }
        finally:
            remove(directory)

    def of_torch(self, entry: Entry, dtypes: Sequence[str]) -> list[Run]:
        """What torch gives for its own samples, as `run`, and nothing on Paddle."""
        directory = Path(tempfile.mkdtemp(dir=self._pool.directory))
        try:
            return [run for _, run in self._torch(self._job(entry, dtypes), directory)]
        finally:
            remove(directory)

    def _job(self, entry: Entry, dtypes: Sequence[str], seeds: Sequence[Seed] = ()) -> ProbeJob:
        return ProbeJob(
            api=entry.torch,
            dtypes=dtypes,
            directory="",
            seeds=seeds,
            further=self.further,
            timeout=self._timeout,
        )

    def _torch(self, job: ProbeJob, directory: Path) -> Iterator[tuple[Path, Run]]:
        """The folder of each sample, and what torch gave."""
        start = 0
        for _ in range(_CHILDREN):
            job = replace(job, directory=str(directory / f"from-{start}"), start=start)
            answer = self._pool.run(TORCH, job)
            numbers = _numbers(job.folder, range(start, _SAMPLES))
            for number in numbers:
                folder = job.folder / str(number)
                try:
                    sample = sample_of(load(folder, "sample"))
                except (Unreadable, ValueError):
                    continue
                side = read_side(folder, sample.phases, None)
                ended = side.ended("plain") or side.ended("gradient")
                again, moved = (_again(folder, sample, IN_FLOAT64, name) for name in (AGAIN, MOVED))
                run = Run(sample, side, again=again, moved=moved)
                if ended is None and (sample.error or run.random or not side.raised):
                    yield folder, run
            if answer.status == "done":
                return
            if not numbers:
                raise Unfinished(f"PyTorch's side began no sample: {self._told(answer)}")
            start = _next(numbers, start, answer)

    def _paddle(
        self, job: ProbeJob, directory: Path, made: Sequence[tuple[Path, Run]], release: str
    ) -> list[Run]:
        orders, found = [], []
        for number, (folder, run) in enumerate(made):
            written = self._written(run.sample, release)
            hidden = HIDDEN in run.sample.origin
            # What the mapping assumes of values that the code does not show is told.
            if run.random or written is None or written.undone or (hidden and written.assumed):
                found.append(run)
                continue
            phases = tuple(
                phase
                for phase in run.sample.phases
                if phase == "plain" or isinstance(run.torch.get(phase), Observation)
            )
            code = f"{written.code}\n"
            orders.append(Order(number, str(folder), code, phases))
        for order, side, folder in self._ordered(job, directory, orders, release):
            run = replace(made[order.number][1], code=order.code, paddle=side)
            again = _again(folder, run.sample, IN_MEMORY)
            found.append(run if again is None else replace(run, again=again))
        return found

    def _ordered(
        self, job: ProbeJob, directory: Path, orders: Sequence[Order], release: str
    ) -> Iterator[tuple[Order, Side, Path]]:
        """What Paddle gave for each order, and where; past one that ends the process."""
        left = {order.number: order for order in orders}
        for attempt in range(_CHILDREN):
            if not left:
                return
            place = directory / release / f"{attempt}"
            one = replace(
                job,
                directory=str(place),
                seeds=(),
                orders=tuple(left.values()),
                reference=str(directory / TORCH),
            )
            answer = self._pool.run(release, one)
            numbers = _numbers(place, left)
            if answer.status == "timeout" and not numbers:
                raise Unfinished(f"Paddle {release} began no sample: {self._told(answer)}")
            stopped = None if answer.status == "done" or not numbers else numbers[-1]
            late = answer.status == "timeout" and stopped != next(iter(left))
            for number in numbers:
                if late and number == stopped:
                    continue  # its own time begins when it is the first
                crash = Raised(CRASH, self._told(answer)) if number == stopped else None
                order = left.pop(number)
                folder = place / str(number)
                yield order, read_side(folder, order.phases, crash), folder
            if not numbers:
                break
        for order in left.values():
            yield order, Side({"plain": Raised(CRASH, self._told(answer))}), place

    def _told(self, answer: Answer) -> str:
        return explain(answer, self._timeout)

    def _written(self, sample: Sample, release: str) -> Rewritten | None:
        """The sample's code for a release; None for what is no code."""
        tensors = {
            name: Type("Tensor")
            for name, spec in sample.inputs.items()
            if isinstance(spec, (LiteralTensor, ParameterInput))
        }
        key = release, sample.code, " ".join(tensors)
        if key not in self._rewritten:
            try:
                found = rewrite(sample.code, self.corpus.resolve, self.releases[release], tensors)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                found = None  # no code that we have made
            self._rewritten[key] = found
        return self._rewritten[key]


def _again(folder: Path, sample: Sample, mark: str, name: str = AGAIN) -> Side | None:
    """What another run of a sample gave, where this mark asks for one."""
    if not sample.origin.endswith(mark) or not (folder / name).is_dir():
        return None
    return read_side(folder / name, sample.phases, None)


def _numbers(directory: Path, known: Container[int]) -> list[int]:
    """The numbers of the samples that were begun in a directory; a stranger may add others.

    The process of a job makes the directory, so there is none where it ended at once.
    """
    if not directory.is_dir():
        return []
    names = (path.name for path in directory.iterdir() if _NUMBER.fullmatch(path.name))
    return sorted(number for number in map(int, names) if number in known)


def _next(numbers: Sequence[int], start: int, answer: Answer) -> int:
    """Where to go on after the end of a process: past the sample that it came from."""
    late = answer.status == "timeout" and numbers[-1] != start
    return numbers[-1] + (0 if late else 1)
