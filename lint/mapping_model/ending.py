"""How a command ends: its exit code, and what is said where it cannot do what was asked."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

from mapping_model.printable import printable

CLEAN, PROBLEMS, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


class UsageError(Exception):
    """A wrong option, name, path or installation; the message says what, and how to fix it."""


def run(name: str, work: Callable[[], int]) -> int:
    """Do the work of the command called `name`; return its exit code.

    The work imports what it needs itself, so that an interrupt while that is read ends well too.
    """
    if sys.stdout is None:  # closed by whoever runs the command and wants no output
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = work()
        sys.stdout.flush()
        return code
    except SystemExit as done:  # argparse: --help, --version, a wrong option
        return done.code if isinstance(done.code, int) else USAGE
    except UsageError as error:
        # Of several lines, as pip's are; a file may have a name that is none for a terminal.
        for line in f"{name}: error: {error}".split("\n"):
            print(printable(line), file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print(f"{name}: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as `head`, has left
        _give_up_output()
        return PROBLEMS
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
            print(
                f"{name}: error: The output cannot be written: {error.strerror}.", file=sys.stderr
            )
            _give_up_output()
            return USAGE
        import traceback  # slow, as what else only a bug report needs

        print(bug_report(name, traceback.format_exc().strip()), file=sys.stderr)
        return BUG


# What writing to a full disk, or to what is gone, gives.
_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT)


def _give_up_output() -> None:
    """Let what is still to be written go nowhere, so that Python does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
