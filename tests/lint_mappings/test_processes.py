"""Work that is spread over several processes: the same outcome as in one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from entries import abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main
from mapping_model import processes
from mapping_model.forking import may_fork
from mapping_model.processes import spread

# Waits in its children, once each of them has said so.
WAITING = r"""
import os, sys, time
from mapping_model.ending import run
from mapping_model import processes

def wait(items):
    os.write(1, b"waiting\n")
    time.sleep(60)

processes._processors = lambda: 2
sys.exit(run("x", lambda: processes.spread(wait, range(1000))))
"""


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    if not may_fork():
        pytest.skip("one process does everything here")
    monkeypatch.setattr(processes, "_processors", lambda: 3)


def doubled(items: Sequence[int]) -> tuple[int, list[int]]:
    return os.getpid(), [2 * item for item in items]


def test_parts_keep_their_order(three: None) -> None:
    found = spread(doubled, range(1000))
    assert [number for _, part in found for number in part] == list(range(0, 2000, 2))
    assert len(found) == 24
    processes = {process for process, _ in found}
    assert len(processes) <= 3
    assert os.getpid() not in processes


def test_what_was_read_before_is_there(three: None) -> None:
    known = {number: object() for number in range(1000)}
    assert all(spread(lambda items: all(i in known for i in items), range(1000)))


def test_one_process_does_everything_where_fork_is_not_safe(
    three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """macOS's own libraries may have threads that a forked process has not."""
    monkeypatch.setattr("sys.platform", "darwin")
    assert spread(doubled, range(1000)) == [doubled(range(1000))]


def test_processors_are_counted_where_a_process_is_not_bound_to_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    assert processes._processors() == 7


def test_little_is_done_here(three: None) -> None:
    assert spread(doubled, range(300)) == [(os.getpid(), list(range(0, 600, 2)))]
    assert spread(doubled, []) == [(os.getpid(), [])]


def test_without_fork_all_is_done_here(three: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert [process for process, _ in spread(doubled, range(1000))] == [os.getpid()]


def test_when_a_process_dies_all_is_done_here(three: None) -> None:
    here = os.getpid()

    def work(items: Sequence[int]) -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return len(items)

    assert spread(work, range(1000)) == [1000]


def test_where_processes_cannot_be_had_all_is_done_here(
    three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("concurrent.futures.process._check_system_limits", refuse)
    assert spread(doubled, range(1000))[0][0] == os.getpid()


def test_an_error_comes_back(three: None) -> None:
    with pytest.raises(KeyError, match="999"):
        spread(lambda items: {}[items[-1]] if 999 in items else None, range(1000))


@pytest.mark.skipif(not may_fork(), reason="one process does everything here")
@pytest.mark.parametrize("to", [os.kill, os.killpg])
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "x: interrupted.\n"),
        (signal.SIGTERM, 143, "x: ended by SIGTERM.\n"),
        (signal.SIGHUP, 129, "x: ended by SIGHUP.\n"),
    ],
)
def test_a_signal_ends_all_processes(
    number: signal.Signals, code: int, said: str, to: Callable[[int, int], None]
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == ["waiting\n"] * 2
    to(process.pid, number)
    output, errors = process.communicate(timeout=30)  # the pipes close when all have ended
    assert (process.returncode, output, errors) == (code, "", said)


def test_a_process_does_not_end_by_itself_when_interrupted(three: None) -> None:
    """It could hold a lock then, for which all others wait for ever."""
    here = os.getpid()

    def work(items: Sequence[int]) -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGINT)
        return os.getpid()

    assert here not in spread(work, range(1000))


def test_the_report_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Problems of single files, of the corpus (a second file for one API) and unreadable files."""
    wrong = abs_entry(category="same-params")
    copies = {f"mappings/torch/torch.abs~{n}.yaml": wrong for n in range(500)}
    write(tmp_path, {**BASE, **copies, "mappings/torch/torch.bad.yaml": "a: [\n"})
    monkeypatch.chdir(tmp_path)
    reports = []
    for count in (1, 3):
        monkeypatch.setattr(processes, "_processors", lambda count=count: count)
        assert main(["--no-cache", "--format", "concise"]) == 1
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1]
    for code in ("PM102", "PM202", "PM203"):
        assert code in reports[0]
