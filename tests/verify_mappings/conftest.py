"""One pool of workers for all tests: importing the libraries takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from mapping_model.entry import Example
from mapping_model.modes import Mode
from mapping_model.results import Result
from verify_mappings.runs.cases import MappingCode
from verify_mappings.runs.pool import Crew, Pool, open_pool
from verify_mappings.runs.verifier import Verifier

Verify = Callable[..., Result]


@pytest.fixture(scope="session")
def pool(libraries: Path) -> Iterator[Pool]:
    """Workers of the libraries."""
    crews = {library: Crew(libraries, library) for library in ("torch", "paddle")}
    with open_pool(crews) as opened:
        opened.start()
        yield opened


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
