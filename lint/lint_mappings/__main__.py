"""The command `lint-mappings`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mapping_model.ending import be_a_process, run


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
        be_a_process()
    from lint_mappings.command import lint

    return lint.lint(lint.parse(arguments))


if __name__ == "__main__":
    raise SystemExit(main())
