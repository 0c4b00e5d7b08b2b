"""How a command ends: its exit code, and what is said where it cannot do what was asked."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TextIO

from mapping_model.printable import printable

CLEAN, PROBLEMS, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130
_LAST_STANDARD = 2


class UsageError(Exception):
    """A wrong option, name, path or installation; the message says what, and how to fix it."""


class MappingError(ValueError):
    """What a mapping says cannot be read; the message says why, `lint-mappings` where."""


# Those that ask a command to end, beside Ctrl-C: `kill`, a terminal that closes.
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Ended(KeyboardInterrupt):
    """The command was told to end by one of these signals, and ends as it does by Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by {signal.Signals(number).name}")
        self.code = 128 + number


@contextlib.contextmanager
def in_order() -> Iterator[None]:
    """Raise Ended where a signal would end this process at once, with its drafts left behind.

    A second one changes nothing. What is ignored, as after `nohup`, stays ignored.
    """

    def end(number: int, _: object) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    before = []
    if threading.current_thread() is threading.main_thread():
        before = [each for each in ENDING if signal.getsignal(each) is signal.SIG_DFL]
    for each in before:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in before:
            signal.signal(each, signal.SIG_DFL)


def run(name: str, work: Callable[[], int], extra: str = "") -> int:
    """Do the work of the command called `name`; return its exit code.

    The work imports what it needs itself, so that an interrupt while that is read ends well too. Of
    that `extra` names what is not installed with the package alone.
    """
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        with in_order():
            return _done(work)
    except UsageError as error:
        say(f"{name}: error: {error}")
        return USAGE
    except MappingError as error:
        stop = "" if str(error).endswith((".", "?")) else "."
        say(f"{name}: error: A mapping cannot be read. {error}{stop} `lint-mappings` says where.")
        return USAGE
    except KeyboardInterrupt as error:
        say(f"{name}: {str(error) or 'interrupted'}.")
        return error.code if isinstance(error, Ended) else INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as `head`, has left
        _give_up(sys.stdout)
        return PROBLEMS
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
            say(f"{name}: error: The output cannot be written: {error.strerror}.")
            _give_up(sys.stdout)
            return USAGE
        if isinstance(error, ModuleNotFoundError):
            from mapping_model.extras import missing

            if told := missing(error, name, extra):
                say(f"{name}: error: {told}")
                return USAGE
        import traceback  # slow, as what else only a bug report needs

        say(bug_report(name, traceback.format_exc().strip()))
        return BUG
    finally:
        try:
            sys.stderr.flush()
        except OSError:
            _give_up(sys.stderr)


def be_a_process() -> None:
    """Set up what concerns all of the process, which is not to outlive the command."""
    import atexit
    import gc
    import warnings

    # Python remarks on code that it parses, without saying in which file that stands.
    warnings.simplefilter("ignore", SyntaxWarning)
    # A process of its own ends soon, and what a file leaves behind goes without the
    # collector: there is little garbage to look for, and none on the way out.
    gc.set_threshold(1_000_000, 50, 1_000)
    atexit.register(gc.freeze)


def _check_place() -> None:
    """Raise UsageError where this runs out of an archive, in which no data can be opened."""
    if os.path.lexists(__file__):
        return
    folder = os.path.dirname(__file__)  # noqa: PTH120
    while folder and not os.path.lexists(folder):
        folder = os.path.dirname(folder)  # noqa: PTH120
    raise UsageError(
        f"This runs out of the archive {folder}, in which its data cannot be read. "
        f"Install it: pip install {folder}"
    )


def _done(work: Callable[[], int]) -> int:
    _check_place()
    try:
        code = work()
    except SystemExit as done:  # argparse: --help, --version, a wrong option
        code = done.code if isinstance(done.code, int) else USAGE
    sys.stdout.flush()
    return code


def say(text: str) -> None:
    """Tell people something beside the output; nothing if that cannot be written.

    Of several lines, as pip's are; what a terminal would obey, as in a file's name, is shown.
    """
    try:
        for line in text.split("\n"):
            print(printable(line), file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)


# What writing to a full disk, or to what is gone, gives.
_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT)


def _give_up(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, so that Python does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_closed_streams() -> None:
    """Let what whoever runs the command has closed lead nowhere.

    Else the next file that is opened takes its number, and what is printed is written into that.
    Standard input stays closed for Python: that there is none is told by what reads it.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= _LAST_STANDARD:
        os.set_inheritable(number, True)
    os.close(number)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def bug_report(name: str, body: str) -> str:
    """The block to paste into an issue when a command itself fails."""
    import platform

    from mapping_model.about import issues_url, version

    where = issues_url()
    at = f" at {where}" if where else ""
    system = f"{name} {version()}, Python {platform.python_version()}, {platform.platform()}"
    return (
        f"{name} has a bug. Please open an issue{at} and paste this block:\n\n"
        f"```\n{system}\n\n{body}\n```"
    )
