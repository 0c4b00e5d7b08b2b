"""Whatever an example does, it does it to itself alone."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mapping_model.outcomes import Outcome
from verify_mappings.runs.pool import Pool

ENDINGS = {
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "ended by SIGSEGV"),
    "exit": ("import os; os._exit(0)", "ended itself with code 0"),
    "abort": ("import os; os.abort()", "ended by SIGABRT"),
    "killing itself": ("import os; os.kill(os.getpid(), 9)", "ended by SIGKILL"),
    "endless loop": ("while True: pass", "took more than 1 s"),
    "sleeping": ("import time; time.sleep(60)", "took more than 1 s"),
    "system exit": ("raise SystemExit(0)", "SystemExit: 0"),
    "endless recursion": ("def f(): f()\nf()", "RecursionError"),
    "8 GB in Python": ("result = bytearray(8 << 30)", "MemoryError"),
    "8 GB in the library": ("result = paddle.zeros([1 << 31])", "alloc"),
}


@pytest.mark.parametrize("case", ENDINGS)
def test_an_example_that_dies_is_an_outcome(case: str, verify) -> None:
    code, told = ENDINGS[case]
    result = verify("result = 1", code, timeout=1, expect=Outcome.RAISES)
    assert result.outcome is Outcome.RAISES
    assert told in result.detail
    assert verify("result = 1", "result = 1").outcome is Outcome.EQUAL


def test_being_refused_is_never_what_an_example_claims(verify) -> None:
    result = verify("result = 1", "import os; os.fork()", expect=Outcome.RAISES)
    assert "Paddle raises Refused: " in result.detail
    assert not result.as_expected


def test_there_is_no_network_interface() -> None:
    """The audit hook apart: where the system lets workers leave the network, no way is left."""
    code = (
        "import socket; from verify_mappings.inside.kernel import leave_namespaces;"
        "left = leave_namespaces();"
        "print(not left or [name for _, name in socket.if_nameindex()] == ['lo'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_scratch_files_are_allowed_and_gone_afterwards(verify, pool: Pool) -> None:
    code = "import os\nos.mkdir('b')\nopen('b/c', 'w').write('x')\nos.rename('b/c', 'a')\n"
    code += "open('a', 'a').truncate(0)\nos.rmdir('b')\nresult = os.listdir('.')"
    result = verify(code, code)
    assert (result.outcome, result.detail) == (Outcome.EQUAL, None)
    assert not list(pool.directory.rglob("scratch/a"))


def test_a_worker_that_dies_is_replaced(verify, pool: Pool) -> None:
    for _, worker in pool._workers:
        worker._process.kill()
        worker._process.wait()
    assert verify("result = 1", "result = 1").outcome is Outcome.EQUAL


def test_an_example_ends_with_its_worker(verify, pool: Pool) -> None:
    code = "import os\nopen('pid', 'w').write(str(os.getpid()))\nwhile True: pass"
    with ThreadPoolExecutor(1) as executor:
        running = executor.submit(verify, "result = 1", code, timeout=60)
        while not (found := [p for p in pool.directory.rglob("scratch/pid") if _text(p)]):
            assert not running.done()
            time.sleep(0.01)
        process = Path("/proc", _text(found[0]))
        assert process.exists()
        dict(pool._workers)["paddle"]._process.kill()
        assert "the worker died" in running.result().detail
    while process.exists():
        time.sleep(0.01)


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def test_printing_does_not_disturb_the_answers(verify) -> None:
    code = "print('{}')\nimport sys\nsys.stderr.write('x' * 100000)\nresult = 1"
    assert verify(code, code).outcome is Outcome.EQUAL
