"""How many workers a run starts, and that none of them is left."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from verify_mappings.runs import pool
from verify_mappings.runs.executing import Setup
from verify_mappings.runs.pool import remove


@pytest.mark.parametrize(
    ("jobs", "releases", "drop_in", "examples", "torch", "paddle"),
    [
        (2, 1, False, 1000, 1, 1),
        (2, 1, True, 1000, 1, 2),  # Paddle runs its own code and torch's
        (9, 1, True, 1000, 3, 6),
        (2, 5, True, 1000, 1, 1),
        (9, 1, True, 10, 1, 1),  # over before more workers had imported their library
        (1, 1, True, 0, 1, 1),
    ],
)
def test_a_crew_is_as_large_as_its_share_of_the_work(
    jobs: int, releases: int, drop_in: bool, examples: int, torch: int, paddle: int
) -> None:
    names = [f"3.{minor}.0" for minor in range(releases)]
    setup = Setup(Path("torch"), dict.fromkeys(names, Path("paddle")), jobs, 20.0, drop_in)
    counts = {name: crew.count for name, crew in setup.crews(examples).items()}
    assert counts == {"torch": torch, **dict.fromkeys(names, paddle)}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_another_interrupt_while_a_run_tidies_up_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def interrupted(folder: Path) -> None:
        os.kill(os.getpid(), number)
        remove(folder)

    monkeypatch.setattr(pool, "remove", interrupted)
    with pytest.raises(KeyboardInterrupt), pool.open_pool({}) as opened:
        raise KeyboardInterrupt
    assert not opened.directory.exists()


@pytest.mark.parametrize(
    ("folder", "room", "named", "expected"),
    [
        ("/dev", 0, "", "/dev"),
        ("/dev", 1 << 80, "", None),
        ("/nowhere", 0, "", None),
        ("/dev", 0, "/var/tmp", None),
    ],
)
def test_files_of_jobs_lie_in_memory_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch, folder: str, room: int, named: str, expected: str | None
) -> None:
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    if named:
        monkeypatch.setenv("TMPDIR", named)
    monkeypatch.setattr(pool, "_SHARED_MEMORY", Path(folder))
    monkeypatch.setattr(pool, "_ROOM", room)
    monkeypatch.setattr(os, "access", lambda path, mode: True)
    assert pool._in_memory() == (None if expected is None else Path(expected))
