"""Programs that use torch or Paddle, which are imported once for all of them.

To import one takes two seconds. A process that has imported it, for each interpreter and library
that is asked for, forks for each program; it ends with the process that asks.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

_SERVER = Path(__file__).with_name("inside_server.py")
_LINT = Path(__file__).parents[1] / "lint"
BOTH = "torch,paddle"
# By who asks, the interpreter and the library; a process that was forked has its own.
_servers: dict[tuple[int, Path, str], subprocess.Popen[str]] = {}


def answers(
    python: Path, program: Path | str, library: str, given: object, *arguments: str
) -> list[Any]:
    """What a program writes line by line, as JSON, having read `given` as JSON."""
    done = ended(python, program, library, given, *arguments)
    done.check_returncode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def ended(
    python: Path, program: Path | str, library: str, given: object = None, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """How a program, a file or code, ended that was called with the name of a library.

    It is in an empty directory, which is also its home. Of `BOTH`, torch is imported first.
    """
    with tempfile.TemporaryDirectory() as name:
        (folder := Path(name)).joinpath("home").mkdir()
        folder.joinpath("in").write_text(json.dumps(given), "utf-8")
        is_file = isinstance(program, Path)
        command = [str(program) if is_file else "-c", library, *arguments]
        code = None if is_file else program
        asked = {"folder": name, "command": command, "code": code}
        server = _server(python, library)
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(f"{json.dumps(asked)}\n")
        server.stdin.flush()
        status = json.loads(server.stdout.readline())
        out, err = (folder.joinpath(one).read_text("utf-8", "replace") for one in ("out", "err"))
    return subprocess.CompletedProcess(command, status, out, err)


def end_servers() -> None:
    """End the processes; whatever asks again starts others."""
    for server in _servers.values():
        server.communicate()
    _servers.clear()


def _server(python: Path, library: str) -> subprocess.Popen[str]:
    key = (os.getpid(), python, library)
    if key not in _servers:
        _servers[key] = _started(python, library)
    return _servers[key]


def _started(python: Path, library: str) -> subprocess.Popen[str]:
    home = tempfile.gettempdir()
    known = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home, "PYTHONSAFEPATH": "1"}
    # One thread, since there may be a process for each processor; and memory in huge pages: to
    # fork then takes a fourth.
    quick = {"OMP_NUM_THREADS": "1", "PYTHONMALLOC": "malloc"}
    quick |= {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "PYTHONPATH": str(_LINT)}
    return subprocess.Popen(
        [str(python), str(_SERVER), *library.split(",")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=known | quick,
        start_new_session=True,
    )
