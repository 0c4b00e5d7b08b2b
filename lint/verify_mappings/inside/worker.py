"""The worker: imports one library once, then forks a confined process for every job.

Run as `python -m verify_mappings.inside.worker torch|paddle` with jobs on standard input; it
answers on standard output. It runs under the interpreter that has the library, which need not have
this project installed: it imports the standard library, numpy and the library only.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import math
import os
import platform
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from verify_mappings.inside.execution import execute
from verify_mappings.inside.library import Library
from verify_mappings.inside.sandbox import confine, end_with, leave_network
from verify_mappings.job import Answer, Job

# An exit code of the child that no library uses by itself.
DONE = 86
OUTPUT_TAIL = 2000


def main(argv: list[str]) -> int:
    """Serve jobs for the library named in `argv` until standard input ends."""
    leave_network()
    # Libraries and examples print: keep the real standard output for answers only.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    try:
        module = importlib.import_module(f"verify_mappings.inside.{argv[0]}_adapter")
        library: Library = module.open_library()
    except Exception as error:
        _say(answers, {"ready": False, "error": f"{type(error).__name__}: {error}"})
        return 2
    ready = {"ready": True, "version": library.version, "python": platform.python_version()}
    _say(answers, ready)
    gc.collect()
    for line in sys.stdin:
        job = Job.from_json(line)
        library.prepare(job.code)
        gc.freeze()  # what the collector visits is copied for the child
        answer = run_job(library, job, answers.fileno())
        answers.write(f"{answer.to_json()}\n")
        answers.flush()
    return 0


def _say(stream: object, message: dict[str, object]) -> None:
    print(json.dumps(message), file=stream, flush=True)  # type: ignore[call-overload]


def run_job(library: Library, job: Job, private: int) -> Answer:
    """Run a job in a forked, confined process and wait for it, at most its time limit.

    That process does not get the file descriptor `private`.
    """
    scratch = job.folder / "scratch"
    scratch.mkdir(parents=True)
    output = job.folder / "output.txt"
    worker = os.getpid()
    pid = os.fork()
    if pid == 0:
        os.close(private)
        _child(library, job, worker, scratch, output)
    status = _wait(pid, job.timeout)
    tail = output.read_text("utf-8", "replace")[-OUTPUT_TAIL:] if output.exists() else ""
    if status is None:
        return Answer("timeout", 0, tail)
    if os.WIFSIGNALED(status):
        return Answer("signal", os.WTERMSIG(status), tail)
    code = os.WEXITSTATUS(status)
    return Answer("done" if code == DONE else "exit", code, tail)


def _child(library: Library, job: Job, worker: int, scratch: Path, output: Path) -> None:
    """The life of the process forked by `worker`; never returns."""
    code = 70
    try:
        end_with(worker)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()
        _redirect(output)
        confine(scratch, job.folder, math.ceil(job.timeout) + 1)
        execute(library, job)
        code = DONE
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _redirect(output: Path) -> None:
    null = os.open(os.devnull, os.O_RDONLY)
    out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(null, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)


def _wait(pid: int, timeout: float) -> int | None:
    """The wait status of a child, None when it was killed for its time; kills what it left."""
    done = late = False

    def end(number: int, frame: object) -> None:
        nonlocal late
        late = True
        _kill(os.kill, pid)

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        _, status = os.waitpid(pid, 0)
        done = True
        return None if late else status
    finally:  # also when this process is told to end
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        _kill(os.killpg, pid)
        if not done:
            _kill(os.kill, pid)  # the group does not exist before the child has made it
            os.waitpid(pid, 0)


def _kill(how: Callable[[int, int], None], pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        how(pid, signal.SIGKILL)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
