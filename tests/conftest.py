"""What holds for all tests."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from environments import clean_environment
from library_programs import end_servers
from mapping_model.cache_directory import cache_directory
from mapping_model.ending import UsageError

if TYPE_CHECKING:
    from render_mappings.data.reference import Reference

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in `make test &` in a script. Children inherit that, and some tests interrupt theirs;
    # a handler that does nothing is not inherited.
    signal.signal(signal.SIGINT, lambda *_: None)

# Tests start hundreds of processes, each of which would compile the package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# There are as many processes as processors: threads of torch and Paddle would wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Of the objects of thousands of entries few ever go; looking for those took a sixth of the time.
gc.set_threshold(200_000, 20, 100)

# On a busy machine everything is slow, and that is no fault of what is tested.
settings.register_profile(
    "busy", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("busy")

# What a fixture, used by a test itself or through another, says about the test.
MARKERS = {
    **{"libraries": "libraries", "chrome": "browser"},
    **{"wheel": "installs", "builder": "installs", "action": "installs"},
}
# What is costly to make: tests that share it run in one process, as do those of a module that share
# what is made for it.
SHARED = ("pool", "site", "both_libraries", "wheel", "action", "reference")


# Modules of these names that are not there, whatever is installed.
MISSING = Path(__file__).parent / "without_libraries"


def pytest_configure(config: pytest.Config) -> None:
    """Without the tests that need torch and Paddle, all is as where they are not installed."""
    if "not libraries" in config.option.markexpr and str(MISSING) not in sys.path:
        sys.path.insert(0, str(MISSING))
        others = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(MISSING), others)))


def pytest_itemcollected(item: pytest.Function) -> None:
    """Mark a test by the fixtures it uses, before pytest-xdist looks at the groups."""
    for fixture in item.fixturenames:
        if fixture in MARKERS:
            item.add_marker(MARKERS[fixture])
    shared = [name for name in SHARED if name in item.fixturenames]
    # Some modules ask for it outside of tests, too.
    if getattr(getattr(item.module, "reference", None), "__module__", "") == "whole":
        shared.append("reference")
    made = item._fixtureinfo.name2fixturedefs
    if any(made[name][-1].scope == "module" for name in item.fixturenames if name in made):
        shared.append(item.nodeid.partition("::")[0])
    if shared:
        item.add_marker(pytest.mark.xdist_group(shared[0]))


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


@pytest.fixture(scope="session", autouse=True)
def mappings_are_read_once() -> Iterator[None]:
    """What the checkout holds is the same for all tests of a process."""
    from whole import read_once

    with pytest.MonkeyPatch.context() as patch:
        read_once(patch)
        yield


# What `make quick` leaves out.
SLOW = ("libraries", "browser", "installs", "sweeps")


@pytest.fixture(autouse=True)
def libraries_are_asked_for_in_vain(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For tests of `make quick` this interpreter has no torch and no Paddle, in all runs."""
    from verify_mappings.command import commands, environments

    if any(request.node.get_closest_marker(name) for name in SLOW):
        return
    installed = environments.installed

    def without(python: Path, library: str) -> str | None:
        return None if python == Path(sys.executable) else installed(python, library)

    for module in (commands, environments):
        monkeypatch.setattr(module, "installed", without)


@pytest.fixture(scope="session")
def libraries() -> Iterator[Path]:
    """The interpreter that has torch and Paddle, which is the one that runs the tests."""
    yield Path(sys.executable)
    end_servers()


@pytest.fixture(scope="session")
def reference() -> Reference:
    """The real mappings with all that is worked out of them."""
    from whole import reference

    return reference()


@pytest.fixture(scope="session")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with what pyproject.toml says that the package is built with."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    needed = project["build-system"]["requires"]
    return clean_environment(tmp_path_factory.mktemp("builder") / "venv", *needed) / "python"


@pytest.fixture(scope="session")
def wheel(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout once for all tests."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [builder, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=Path(__file__).parents[1], check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment that has the wheel, and what it depends on, without extras."""
    return clean_environment(tmp_path_factory.mktemp("installed") / "venv", str(wheel))


@pytest.fixture(scope="session")
def both_libraries(libraries: Path) -> None:
    """torch and Paddle in this process, torch first; importing them takes seconds."""
    import paddle  # noqa: F401
    import torch  # noqa: F401
