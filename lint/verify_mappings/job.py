"""What a worker is asked to do, and what it answers: one line of JSON each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Work:
    """Anything that a worker may be asked to do in a child of its own.

    The child writes in `directory`, and may read `reference`, too: the directory of the torch
    side's recordings, None for that side itself.
    """

    directory: str
    reference: str | None = None
    timeout: float = 20.0

    def to_json(self) -> str:
        """The job as one line, which `job_of` reads."""
        return json.dumps([type(self).__name__, asdict(self)])

    @property
    def folder(self) -> Path:
        """`directory` as a path."""
        return Path(self.directory)


def place(folder: Path, rank: int) -> Path:
    """Where in the folder of a job the process with this rank leaves its recordings."""
    return folder / f"rank-{rank}" if rank else folder


@dataclass(frozen=True, kw_only=True)
class Job(Work):
    """Run one side of one example.

    `name` is the variable that the code knows the library by: running torch's code with Paddle's
    package under the name `torch` is a job for the Paddle worker with `name="torch"`.
    With a `mode` it is what `import torch` gives after that call of Paddle.
    Of `expression`, over the variables of the code, the phase "random" takes draws too.
    `phases` are "plain", "gradient", "random".
    It is run by so many `processes`, each with a `rank`, which are connected.
    """

    code: str
    name: str
    inputs: Sequence[tuple[str, Any]]
    phases: Sequence[str]
    call: Sequence[str] | None = None
    expression: str | None = None
    mode: str | None = None
    processes: int = 1
    rank: int = 0

    def of(self, rank: int) -> Job:
        """The part of one process, whose recordings lie beside those of the others."""
        reference = self.reference and str(place(Path(self.reference), rank))
        folder = str(place(self.folder, rank))
        return replace(self, rank=rank, directory=folder, reference=reference)


@dataclass(frozen=True, slots=True)
class Seed:
    """Torch code of the project, of which samples are made; `inputs` and `call` as in an example.

    `origin` says where it comes from, `gradients` whether these are compared. Where it stands
    `alone` it is run as it is; of others there are mutations. `after` is code that both sides run
    in the end as it is. A `plain` one is a further sample without any change; where an `error` of
    torch's is a result, too. Of an `exact` one all digits count, in the widest dtypes. The
    operands of a `paired` one get several dtypes. One with code `without_out` is written to
    tensors like what that gives. The tensors of a `sized` one get axes of no elements and, unless
    it stands alone, fewer dimensions.
    """

    origin: str
    code: str
    inputs: Sequence[tuple[str, Any]]
    call: Sequence[str] | None = None
    gradients: bool = True
    alone: bool = False
    after: str = ""
    plain: bool = False
    error: bool = False
    exact: bool = False
    paired: bool = False
    without_out: str = ""
    sized: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """Run Paddle code on the sample in the folder called `number`, in these phases.

    `reference` is the folder of the torch side's recordings of it.
    """

    number: int
    reference: str
    code: str
    phases: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class ProbeJob(Work):
    """Run one side of the samples of one API, each into a folder below `directory`.

    The torch side makes the samples in some dtypes, of torch's own and of `seeds`, or the `further`
    ones of `seeds`, and begins with the one of number `start`. The Paddle side follows `orders`.
    """

    api: str
    dtypes: Sequence[str]
    start: int = 0
    seeds: Sequence[Seed] = ()
    further: bool = False
    orders: Sequence[Order] = ()


@dataclass(frozen=True, kw_only=True)
class Batch(Work):
    """Run jobs of one process each, one after the other in the same child.

    Each has its folder below `directory`, and its reference below `reference`.
    """

    jobs: Sequence[Job]


# Where the child of a `SuiteJob` writes down what came of its tests, a line of JSON each.
TEST_LINES = "tests.jsonl"


@dataclass(frozen=True, kw_only=True)
class SuiteJob(Work):
    """Run the tests of a package by pytest, in a mode of Paddle or, without one, on torch itself.

    `root` is the unpacked source. Of its `tests`, files or folders in it, those named in `only` are
    run, without it `most` of them, from all over the list; but not those that are `done`.
    Modules are looked for in `paths` first, the only other folders that may be read.
    `surroundings` are variables of the environment. A test may take so many `seconds`.
    """

    root: str
    tests: Sequence[str]
    paths: Sequence[str]
    done: Sequence[str] = ()
    only: Sequence[str] | None = None
    most: int = 300
    mode: str | None = None
    surroundings: Sequence[tuple[str, str]] = ()
    seconds: float = 30.0

    @property
    def readable(self) -> tuple[Path, ...]:
        """What its child may read beside the libraries."""
        return tuple(map(Path, (self.root, *self.paths)))


AnyJob = Job | Batch | ProbeJob | SuiteJob


def job_of(line: str) -> AnyJob:
    """The job of a line that `to_json` made; its sequences are lists."""
    kind, data = json.loads(line)
    if kind == Job.__name__:
        return Job(**data)
    if kind == SuiteJob.__name__:
        return SuiteJob(**data)
    if kind == Batch.__name__:
        data["jobs"] = [Job(**job) for job in data["jobs"]]
        return Batch(**data)
    data["seeds"] = [Seed(**seed) for seed in data["seeds"]]
    data["orders"] = [Order(**order) for order in data["orders"]]
    return ProbeJob(**data)


@dataclass(frozen=True)
class Answer:
    """How the process of a job ended: `status` is "done", "exit", "signal" or "timeout".

    `code` is the exit code or the signal. `output` is the end of what it printed.
    """

    status: str
    code: int = 0
    output: str = ""
