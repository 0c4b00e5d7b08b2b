"""One pool of workers for all tests: importing the libraries takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from mapping_model.entry import Example
from mapping_model.modes import Mode
from mapping_model.results import Result
from verify_mappings.job import Answer, Work
from verify_mappings.runs import executing
from verify_mappings.runs.cases import MappingCode
from verify_mappings.runs.pool import Crew, Pool, Versions, open_pool
from verify_mappings.runs.verifier import Verifier

Verify = Callable[..., Result]


@pytest.fixture(scope="session")
def pool(libraries: Path) -> Iterator[Pool]:
    """Workers of the libraries."""
    crews = {library: Crew(libraries, library) for library in ("torch", "paddle")}
    with open_pool(crews) as opened:
        opened.start()
        yield opened


class SharedPool:
    """The workers of all tests, as crews by whatever names of the installed libraries."""

    def __init__(self, pool: Pool, crews: Mapping[str, Crew]) -> None:
        self.directory, self.walls, self.connects = pool.directory, pool.walls, pool.connects
        self._pool = pool
        self._libraries = {name: crew.library for name, crew in crews.items()}

    def start(self) -> dict[str, Versions]:
        """As a pool does."""
        versions = {name: worker.ready() for name, worker in self._pool._workers}
        return {name: versions[library] for name, library in self._libraries.items()}

    def run(self, name: str, job: Work, alone: bool = False) -> Answer:
        """As a pool does."""
        return self._pool.run(self._libraries[name], job, alone)

    def stop(self) -> None:
        """The workers go on: other tests need them."""


@pytest.fixture
def shared_workers(pool: Pool, libraries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run on the workers of all tests, where they ask for no others."""

    def opened(
        crews: Mapping[str, Crew], unconfined: bool = False
    ) -> AbstractContextManager[Pool | SharedPool]:
        if unconfined or any(c.older_processor or c.python != libraries for c in crews.values()):
            return open_pool(crews, unconfined)
        return nullcontext(SharedPool(pool, crews))

    monkeypatch.setattr(executing, "open_pool", opened)


@pytest.fixture
def verify(pool: Pool) -> Verify:
    """Verify torch code and Paddle code on inputs; `timeout` in seconds per side.

    With `drop_in` also run the torch code on Paddle, and in `modes` of it, and `written` in place
    of the Paddle code.
    """

    def run(
        torch: str,
        paddle: str,
        inputs: dict[str, Any] | None = None,
        timeout: float = 20.0,
        drop_in: bool = False,
        written: MappingCode | None = None,
        modes: Sequence[Mode] = (),
        **more: Any,
    ) -> Result:
        example = Example(torch, paddle, tuple((inputs or {}).items()), **more)
        verifier = Verifier(pool, timeout, drop_in, {"paddle": modes})
        told = {"paddle": written} if written else {}
        ((_, result),) = verifier.verify(example, ["paddle"], written=told)
        return result

    return run
