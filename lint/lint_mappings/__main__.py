"""The command `lint-mappings`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mapping_model.ending import run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 0 clean, 1 problems, 2 wrong usage, 3 our bug, 130 interrupted."""
    return run("lint-mappings", lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments[:1] == ["new"]:
        from lint_mappings.drafting.command import new  # nothing else needs it

        return new(arguments[1:])
    if arguments[:1] == ["show"]:
        from lint_mappings.showing.command import show

        return show(arguments[1:])
    if arguments[:1] == ["coverage"]:
        from lint_mappings.showing.coverage import coverage

        return coverage(arguments[1:])
    if argv is None:
        _be_a_process()
    from lint_mappings.command import lint

    return lint.lint(lint.parse(arguments))


def _be_a_process() -> None:
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


if __name__ == "__main__":
    raise SystemExit(main())
