"""The command `lint-mappings`."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import warnings
from collections.abc import Sequence

from lint_mappings.command import lint
from lint_mappings.command.bug_report import internal_error
from lint_mappings.usage import UsageError

CLEAN, PROBLEMS, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 0 clean, 1 problems, 2 wrong usage, 3 our bug, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments[:1] == ["new"]:
            from lint_mappings.drafting.command import new  # nothing else needs it

            return new(arguments[1:])
        if arguments[:1] == ["show"]:
            from lint_mappings.showing.command import show

            return show(arguments[1:])
        options = lint.parse(argv)
        if argv is None:
            # Python remarks on code that it parses, without saying in which file that stands.
            warnings.simplefilter("ignore", SyntaxWarning)
            # A process of its own ends soon, and what a file leaves behind goes without the
            # collector: there is little garbage to look for, and none on the way out.
            gc.set_threshold(1_000_000, 50, 1_000)
            atexit.register(gc.freeze)
        return lint.lint(options)
    except SystemExit as done:  # argparse: --help, --version, a wrong option
        return done.code if isinstance(done.code, int) else USAGE
    except UsageError as error:
        print(f"lint-mappings: error: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("lint-mappings: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as `head`, has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PROBLEMS
    except Exception:
        print(internal_error(), file=sys.stderr)
        return BUG


if __name__ == "__main__":
    raise SystemExit(main())
