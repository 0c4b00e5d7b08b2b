"""What came of the tests of packages: one file of measured data for each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("measured")


class Fate(StrEnum):
    """What became of a test that passes on torch."""

    PASSED = "passed"
    FAILED = "failed"
    COLLECTION = "collection"  # its file could not be imported
    ENDED = "ended"  # the process ended, or it took too long
    SKIPPED = "skipped"  # or there is no such test here


class Why(StrEnum):
    """Why a test did not pass."""

    MISSING = "missing"  # a name of torch is not there
    RAISES = "raises"  # one raises an error
    DIFFERS = "differs"  # an assertion of the test does not hold
    OWN = "own"  # the package itself refuses what it got
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Blocker:
    """A cause of `tests` that did not pass: the `api` it is put down to, and the first error."""

    why: Why
    api: str | None
    tests: int
    error: str


@dataclass(frozen=True, slots=True)
class Run:
    """The tests on a release in a mode; causes in the order in which they were met."""

    paddle: str
    mode: str
    fates: Mapping[Fate, int]
    blockers: tuple[Blocker, ...]

    @property
    def apis(self) -> tuple[Blocker, ...]:
        """The causes that are APIs, the one that was met first at the front."""
        return tuple(one for one in self.blockers if one.api)

    @property
    def counted(self) -> int:
        """How many tests pass on torch."""
        return sum(self.fates.values())


@dataclass(frozen=True, slots=True)
class Measured:
    """A release of a package, and what came of its tests on Paddle.

    Of the `listed` ones in the files and folders `tests` so many were taken and pass on torch as
    each run counts.
    """

    package: str
    version: str
    date: str
    torch: str
    python: str
    tests: tuple[str, ...]
    listed: int
    runs: tuple[Run, ...]

    @property
    def counted(self) -> int:
        """How many tests pass on torch."""
        return self.runs[0].counted if self.runs else 0


@cache
def measured() -> Mapping[str, Measured]:
    """All that is kept, by package."""
    files = sorted(_FOLDER.glob("*.json"))
    return {path.stem: _of(json.loads(path.read_text("utf-8"))) for path in files}


def keep(found: Measured) -> Path:
    """Write what a package has given in the place of what there was; the file."""
    path = _FOLDER / f"{found.package}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n", "utf-8")
    measured.cache_clear()
    return path


def most_blocking(found: Iterable[Measured], paddle: str, mode: str) -> list[tuple[str, int, int]]:
    """Names of torch with how many packages and tests they stop, those of most packages first."""
    packages, tests = Counter[str](), Counter[str]()
    for run in (
        run for one in found for run in one.runs if (run.paddle, run.mode) == (paddle, mode)
    ):
        for api in {str(one.api) for one in run.apis}:
            packages[api] += 1
            tests[api] += sum(one.tests for one in run.apis if one.api == api)
    return sorted(
        ((api, packages[api], tests[api]) for api in packages),
        key=lambda one: (-one[1], -one[2], one[0]),
    )


def _of(data: dict[str, Any]) -> Measured:
    runs = tuple(
        Run(
            run["paddle"],
            run["mode"],
            {Fate(name): number for name, number in run["fates"].items()},
            tuple(
                Blocker(Why(b["why"]), b["api"], b["tests"], b["error"]) for b in run["blockers"]
            ),
        )
        for run in data["runs"]
    )
    return Measured(**{**data, "tests": tuple(data["tests"]), "runs": runs})
