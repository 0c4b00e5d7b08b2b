"""How a command ends: its exit code, and what is said where it cannot do what was asked."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Callable

from mapping_model.printable import printable

CLEAN, PROBLEMS, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


class UsageError(Exception):
    """A wrong option, name, path or installation; the message says what, and how to fix it."""


def run(name: str, work: Callable[[], int]) -> int:
    """Do the work of the command called `name`; return its exit code.

    The work imports what it needs itself, so that an interrupt while that is read ends well too.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return work()
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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PROBLEMS
    except Exception:
        print(bug_report(name, traceback.format_exc().strip()), file=sys.stderr)
        return BUG


def bug_report(name: str, body: str) -> str:
    """The block to paste into an issue when a command itself fails."""
    from mapping_model.about import issues_url, version  # slow, and hardly ever needed

    where = issues_url()
    at = f" at {where}" if where else ""
    system = f"{name} {version()}, Python {platform.python_version()}, {platform.platform()}"
    return (
        f"{name} has a bug. Please open an issue{at} and paste this block:\n\n"
        f"```\n{system}\n\n{body}\n```"
    )
