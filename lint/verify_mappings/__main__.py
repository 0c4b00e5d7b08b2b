"""The command `verify-mappings`."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Sequence

from mapping_model.printable import printable
from verify_mappings.command import cli
from verify_mappings.errors import UsageError

AS_EXPECTED, UNEXPECTED, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is that of the table in `cli`."""
    try:
        options = cli.parse(argv)
        return options.command(options)
    except SystemExit as done:  # argparse: --help, a wrong option
        return done.code if isinstance(done.code, int) else USAGE
    except UsageError as error:
        # Of several lines, as pip's are; a file may have a name that is none for a terminal.
        for line in f"verify-mappings: error: {error}".split("\n"):
            print(printable(line), file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("verify-mappings: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as `head`, has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNEXPECTED
    except Exception:
        print(_report(), file=sys.stderr)
        return BUG


def _report() -> str:
    """What to paste into an issue about the exception being handled."""
    system = f"Python {platform.python_version()}, {platform.platform()}"
    body = traceback.format_exc().strip()
    told = "verify-mappings has a bug. Please open an issue and paste this block:"
    return f"{told}\n\n```\n{system}\n\n{body}\n```"


if __name__ == "__main__":
    raise SystemExit(main())
