"""Without an essential wall nothing is run, and which walls stand is said."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NoReturn

import pytest
from projects import write_entries

from mapping_model.ending import UsageError
from verify_mappings.__main__ import main
from verify_mappings.job import Job
from verify_mappings.runs import executing, pool
from verify_mappings.runs.pool import Crew, Pool, open_pool, remove
from verify_mappings.runs.syscall_filter import compiled_filter
from verify_mappings.walls import ESSENTIAL, Wall

ROOT = Path(__file__).parents[2]


def test_a_run_says_which_walls_stand(pool: Pool, capsys: pytest.CaptureFixture[str]) -> None:
    assert pool.walls >= ESSENTIAL.keys()
    line = executing.told_walls(frozenset(Wall), unconfined=False)
    assert line.endswith("Landlock, a system-call filter, resource limits and namespaces")
    assert executing.told_walls(frozenset(ESSENTIAL), False).endswith("limits, without namespaces")
    assert executing.told_walls({Wall.LIMITS}, True) == (
        "examples run behind resource limits, without Landlock, a system-call filter and "
        "namespaces (--unconfined)"
    )


@pytest.fixture
def no_filter(
    libraries: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Pool]:
    """A pool on a machine without libseccomp."""
    monkeypatch.setattr(pool, "compiled_filter", lambda connected: None)
    with open_pool({"torch": Crew(libraries, "torch")}, request.param) as opened:
        opened.start()
        yield opened


def job(folder: Path) -> Job:
    return Job(code="result = 1", name="torch", inputs=(), directory=str(folder), phases=("plain",))


@pytest.mark.parametrize("no_filter", [False], indirect=True)
def test_without_libseccomp_nothing_is_run(
    no_filter: Pool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ESSENTIAL.keys() - no_filter.walls == {Wall.FILTER}
    answer = no_filter.run("torch", job(tmp_path / "job"))
    assert (answer.status, answer.code) == ("exit", 70)
    assert "Unconfined: not run without a system-call filter" in answer.output
    monkeypatch.setattr(executing, "open_pool", lambda *given: nullcontext(no_filter))
    root = write_entries(tmp_path, "abs")
    assert main(["run", "--root", str(root)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert "`apt-get install libseccomp2` on Debian" in told.err
    assert "--unconfined" in told.err


@pytest.mark.parametrize("no_filter", [True], indirect=True)
def test_whoever_insists_runs_examples_without(
    no_filter: Pool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert no_filter.run("torch", job(tmp_path / "job")).status == "done"

    def open_none(crews: object, unconfined: bool) -> NoReturn:
        raise UsageError(f"unconfined: {unconfined}")

    monkeypatch.setattr(executing, "open_pool", open_none)
    root = write_entries(tmp_path, "abs")
    for option, given in ([], False), (["--unconfined"], True):
        assert main(["run", "--root", str(root), *option]) == 2
        assert f"unconfined: {given}" in capsys.readouterr().err


WITH_LANDLOCK = """
import sys
from pathlib import Path
from verify_mappings.inside import kernel
from verify_mappings.inside.confined import Confinement, run_confined
from verify_mappings.runs.syscall_filter import compiled_filter
from verify_mappings.walls import ESSENTIAL
kernel.landlock_version = lambda: int(sys.argv[2])
readable = (Path(sys.argv[1]).parent,)
confinement = Confinement(readable, compiled_filter(), False, frozenset(ESSENTIAL))
answer = run_confined(lambda rank, walls: eval(sys.argv[3]), Path(sys.argv[1]), confinement, 10)
print(answer.status, answer.output)
"""


takes_filter = pytest.mark.skipif(
    compiled_filter() is None, reason="takes libseccomp, which `make quick` does without"
)


def confined(folder: Path, version: int, code: str) -> str:
    """What becomes of code in a child on a machine with a version of Landlock."""
    command = [sys.executable, "-c", WITH_LANDLOCK, str(folder), str(version), code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@takes_filter
def test_without_landlock_nothing_is_run(tmp_path: Path) -> None:
    assert "not run without Landlock" in confined(tmp_path / "a", 0, "print('has run')")
    assert confined(tmp_path / "b", 1, "print('has run')") == "done has run\n\n"


@takes_filter
def test_what_an_old_landlock_does_not_close_the_filter_does(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("x")
    for name, call in enumerate(("truncate(b'{}', 0)", "open(b'{}', 0o1000)")):
        code = f"print(__import__('ctypes').CDLL(None).{call.format(kept)})"
        assert confined(tmp_path / str(name), 1, code) == "done -1\n\n"
    assert kept.read_text() == "x"


def test_neither_ci_nor_make_goes_without_walls() -> None:
    files = [*(ROOT / ".github").rglob("*.yml"), ROOT / "Makefile", ROOT / ".ci/run"]
    assert len(files) > 5
    assert [path for path in files if "unconfined" in path.read_text("utf-8")] == []


@pytest.fixture
def ordinary_user() -> Iterator[Path]:
    """A folder of a user who is not let into locked folders, which this process then is."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    if user == 0:
        os.chown(folder, 65534, -1)
        os.seteuid(65534)
    yield folder
    os.seteuid(user)


def test_what_is_left_is_removed(ordinary_user: Path) -> None:
    folder = ordinary_user / "left"
    (folder / "locked" / "inner").mkdir(parents=True)
    (folder / "locked" / "inner" / "file").touch(0o000)
    (folder / "locked" / "inner").chmod(0o300)
    (folder / "locked").chmod(0o000)
    (folder / "link").symlink_to(ordinary_user)
    (folder / "file").touch()
    remove(folder)
    assert list(ordinary_user.iterdir()) == []
    remove(ordinary_user)
