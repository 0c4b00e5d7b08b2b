"""Both commands end in the same way, whatever happens and whenever."""

import os
import shutil
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


ABS = "mappings/torch/torch.abs.yaml"
LINT = ["lint_mappings", "--no-cache", "--select", "PM101"]
# Commands that end soon, with the exit code that they have.
COMMANDS = [
    (["lint_mappings", "--help"], 0),
    ([*LINT, "--stdin-filename", ABS], 0),
    (["lint_mappings", "show", "torch.abs"], 0),
    (["lint_mappings", "new", "torch.absent"], 2),
    (["lint_mappings", "coverage", "--wrong"], 2),
    (["verify_mappings", "run", "--help"], 0),
    (["render_mappings", "check", "--out", "absent"], 2),
    (["port_models.alignment"], 2),
    (["port_models.weights", "--help"], 0),
]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of one entry: how commands end has nothing to do with how much they read."""
    root = tmp_path_factory.mktemp("small")
    for name in (ABS, "mappings/glossary.yaml"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    return root


def redirected(root: Path, words: list[str], how: str) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it; standard input is an entry unless it is redirected, too."""
    line = f'"{sys.executable}" -m {" ".join(words)} {how}'
    with (root / ABS).open() as entry:
        return subprocess.run(
            line, shell=True, cwd=root, stdin=entry, capture_output=True, text=True
        )


@pytest.mark.parametrize("how", [">&-", "2>&-", ">/dev/full", "2>/dev/full"])
@pytest.mark.parametrize(("words", "code"), COMMANDS, ids=lambda value: str(value))
def test_streams_that_are_closed_or_full(
    words: list[str], code: int, how: str, small: Path
) -> None:
    done = redirected(small, words, how)
    full = how == ">/dev/full" and code < 2  # only what is wrong is told elsewhere
    assert done.returncode == (2 if full else code)
    assert "Traceback" not in done.stdout + done.stderr
    if full:
        assert done.stderr.endswith("The output cannot be written: No space left on device.\n")
    if how == "2>&-":
        assert "error:" not in done.stdout


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("<&-", "--stdin-filename reads standard input, which is closed."),
        ("0>/dev/null", "Standard input cannot be read: Bad file descriptor."),
    ],
)
def test_standard_input_that_cannot_be_read(how: str, told: str, small: Path) -> None:
    done = redirected(small, [*LINT, "--stdin-filename", ABS], how)
    assert (done.returncode, done.stderr) == (2, f"lint-mappings: error: {told}\n")


def test_standard_input_without_end(small: Path) -> None:
    done = redirected(small, [*LINT, "--stdin-filename", ABS], "</dev/zero")
    assert done.returncode == 1
    assert "The file is larger than" in done.stdout


def test_a_file_does_not_become_the_output(tmp_path: Path) -> None:
    """What is opened after standard output was closed takes its number."""
    script = (
        "import os, sys; from mapping_model.ending import run; "
        "sys.exit(run('x', lambda: open(sys.argv[1], 'w').fileno()))"
    )
    line = f'"{sys.executable}" -c "{script}" {tmp_path / "a"} <&- >&- 2>&-'
    assert subprocess.run(line, shell=True).returncode > 2


@pytest.mark.parametrize(
    "words",
    [
        ["lint_mappings"],
        ["lint_mappings", "show", "abs"],
        ["lint_mappings", "new", "abs"],
        ["lint_mappings", "coverage"],
        ["verify_mappings", "run"],
        ["render_mappings", "check"],
        ["port_models.alignment", "--torch=a", "--paddle=b", "--inputs=c"],
        ["port_models.weights", "a", "b", "--model=c"],
    ],
)
def test_what_is_given_is_shown_not_sent(words: list[str]) -> None:
    command = [sys.executable, "-m", *words, "--\x1b[31m"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr
