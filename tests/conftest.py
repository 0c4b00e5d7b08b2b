"""What holds for all tests."""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapping_model.cache_directory import cache_directory
from mapping_model.ending import UsageError

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in `make test &` in a script. Children inherit that, and some tests interrupt theirs;
    # a handler that does nothing is not inherited.
    signal.signal(signal.SIGINT, lambda *_: None)

# What a fixture, used by a test itself or through another, says about the test.
MARKERS = {"libraries": "libraries", "chrome": "browser"}
# What is costly to make: tests that share it run in one process.
SHARED = ("pool", "site", "both_libraries")


def pytest_itemcollected(item: pytest.Function) -> None:
    """Mark a test by the fixtures it uses, before pytest-xdist looks at the groups."""
    for fixture in item.fixturenames:
        if fixture in MARKERS:
            item.add_marker(MARKERS[fixture])
        if fixture in SHARED:
            item.add_marker(pytest.mark.xdist_group(fixture))


@pytest.fixture(scope="session", autouse=True)
def no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither believe nor fill what the user's own runs keep."""
    cache = tmp_path_factory.mktemp("cache")
    # But for what only its hash is believed for: the site need not fetch it again.
    with contextlib.suppress(UsageError):
        for package in cache_directory(Path(__file__).parents[1]).glob("pyodide-*.tgz"):
            shutil.copy(package, cache)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LINT_MAPPINGS_CACHE", str(cache))
        yield


@pytest.fixture(scope="session")
def libraries() -> Path:
    """The interpreter that has torch and Paddle, which is the one that runs the tests."""
    return Path(sys.executable)


@pytest.fixture(scope="session")
def both_libraries(libraries: Path) -> None:
    """torch and Paddle in this process, torch first; importing them takes seconds."""
    import paddle  # noqa: F401
    import torch  # noqa: F401
