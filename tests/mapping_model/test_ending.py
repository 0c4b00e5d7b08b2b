"""Both commands end in the same way, whatever happens and whenever."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mapping_model.ending import UsageError, run

Capture = pytest.CaptureFixture[str]
# Interrupts the program while it imports something.
INTERRUPT = """
import sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "{module}":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from {package}.__main__ import main
sys.exit(main(["{argument}"]))
"""


@pytest.mark.parametrize(
    ("package", "module", "argument"),
    [
        ("lint_mappings", "yaml", "mappings"),
        ("lint_mappings", "lint_mappings.drafting.command", "new"),
        ("verify_mappings", "verify_mappings.command.commands", "run"),
    ],
)
def test_an_interrupt_while_the_program_is_read(package: str, module: str, argument: str) -> None:
    script = INTERRUPT.format(package=package, module=module, argument=argument)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    name = package.replace("_", "-")
    assert (done.returncode, done.stderr) == (130, f"{name}: interrupted.\n")


def raises(error: BaseException) -> int:
    raise error


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageError("no \x1b[2J\nsuch file"), 2, "x: error: no \\x1b[2J\nsuch file\n"),
        (KeyboardInterrupt(), 130, "x: interrupted.\n"),
        (SystemExit(2), 2, ""),
        (SystemExit("what"), 2, ""),
    ],
)
def test_what_is_said_at_the_end(
    error: BaseException, code: int, said: str, capsys: Capture
) -> None:
    assert run("x", lambda: raises(error)) == code
    assert capsys.readouterr() == ("", said)


WRITES = """
import os, signal, sys
from pathlib import Path
from mapping_model.ending import run
from mapping_model.files import write_atomically

os.fsync = lambda _: [os.kill(os.getpid(), number) for number in (signal.{name}, signal.{name})]
sys.exit(run("x", lambda: write_atomically(Path("file"), "newer")))
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_while_a_file_is_written(tmp_path: Path, name: str, code: int) -> None:
    (tmp_path / "file").write_text("older")
    script = [sys.executable, "-c", WRITES.format(name=name)]
    done = subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, f"x: ended by {name}.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "older"


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """As after `nohup`."""
    script = [sys.executable, "-c", WRITES.format(name="SIGHUP")]
    done = subprocess.run(
        script,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        check=False,
    )
    assert done.stderr == b""
    assert (tmp_path / "file").read_text() == "newer"


def test_signals_are_left_as_they_were() -> None:
    def handlers() -> list[object]:
        return [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]

    before, within = handlers(), []
    assert run("x", lambda: within.extend(handlers()) or 0) == 0
    assert handlers() == before != within


def test_a_bug_is_told_with_what_an_issue_needs(capsys: Capture) -> None:
    assert run("x", lambda: 1 // 0) == 3
    said = capsys.readouterr().err
    assert said.startswith("x has a bug. Please open an issue at https://")
    assert f"Python {sys.version.split()[0]}" in said
    assert "ZeroDivisionError" in said


def test_a_reader_that_has_left() -> None:
    script = (
        "import os, sys; from mapping_model.ending import run; os.close(0); "
        "work = lambda: print('x' * 10**6, flush=True); sys.exit(run('x', work))"
    )
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", script], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="macOS has no such file")
@pytest.mark.parametrize("size", [10, 10**6])
def test_output_that_cannot_be_written(size: int) -> None:
    script = (
        "import sys; from mapping_model.ending import run; "
        f"sys.exit(run('x', lambda: print('x' * {size}) or 0))"
    )
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", script], stdout=full, stderr=subprocess.PIPE, check=False
        )
    told = b"x: error: The output cannot be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (2, told)


def test_output_that_is_closed() -> None:
    script = (
        "import os, sys; sys.stdout = None; from mapping_model.ending import run; "
        "sys.exit(run('x', lambda: print('x') or 0))"
    )
    done = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
