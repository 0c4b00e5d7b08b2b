"""What a worker is asked to do, and what it answers: one line of JSON each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol


class Work(Protocol):
    """Anything that a worker may be asked to do in a child of its own.

    `KIND` is the word for jobs like it. The child may write in `folder`, and read `reference`, too.
    """

    KIND: ClassVar[str]

    @property
    def folder(self) -> Path: ...
    @property
    def reference(self) -> str | None: ...
    @property
    def timeout(self) -> float: ...
    def to_json(self) -> str:
        """The job as one line."""


@dataclass(frozen=True, slots=True)
class Job:
    """Run one side of one example.

    `name` is the variable that the code knows the library by: running torch's code with Paddle's
    package under the name `torch` is a job for the Paddle worker with `name="torch"`.
    With `compat` it is what `import torch` gives after `paddle.enable_compat()`.
    Of `expression`, over the variables of the code, the phase "random" takes draws too.
    `directory` gets the recordings. `reference` is the directory of the torch side's recordings,
    None for that side itself. `phases` are "plain", "gradient", "random".
    """

    KIND: ClassVar = "example"

    code: str
    name: str
    inputs: tuple[tuple[str, Any], ...]
    directory: str
    phases: tuple[str, ...]
    call: tuple[str, ...] | None = None
    expression: str | None = None
    reference: str | None = None
    timeout: float = 20.0
    compat: bool = False

    def to_json(self) -> str:
        """The job as one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> Job:
        """The job of a line that `to_json` made."""
        data = json.loads(line)
        data["inputs"] = tuple((name, spec) for name, spec in data["inputs"])
        data["phases"] = tuple(data["phases"])
        data["call"] = None if data["call"] is None else tuple(data["call"])
        return cls(**data)

    @property
    def folder(self) -> Path:
        """`directory` as a path."""
        return Path(self.directory)


@dataclass(frozen=True, slots=True)
class Answer:
    """How the process of a job ended: `status` is "done", "exit", "signal" or "timeout".

    `code` is the exit code or the signal. `output` is the end of what it printed.
    """

    status: str
    code: int = 0
    output: str = ""

    def to_json(self) -> str:
        """The answer as one line."""
        return json.dumps(asdict(self))
