"""Runs the checks of notes: `python tests/notes/run.py [--paddle RELEASE ...] [NAME ...]`.

Without names all are run, and without releases on torch and on every supported Paddle release. It
needs what `verify-mappings` needs, whose environments it uses. Exit code 1 if one fails.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from note_checks import ROOT, read
from note_runner import failures, pieces
from rich.console import Console

from mapping_model.ending import UsageError
from mapping_model.snapshots import PADDLE
from verify_mappings.command.environments import environment_of, find_interpreter


def main(arguments: list[str] | None = None) -> int:
    """Run what is asked for, and tell what fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of an API; without one, all")
    parser.add_argument(
        "--paddle",
        action="append",
        metavar="RELEASE",
        help="such as 3.1, several times for several; alone, nothing runs on torch",
    )
    options = parser.parse_args(arguments)
    checks = [one for one in read() if not options.names or one.name in options.names]
    chosen = [release for release in PADDLE if _is_chosen(release, options.paddle)]
    try:
        if not checks or (options.paddle and not chosen):
            raise UsageError("There is no check of that name, or no such release.")
        wrong = 0
        for release in chosen if options.paddle else ["torch", *chosen]:
            found = failures(_python(release), checks, release)
            print(f"{release}: {len(found)} of {len(pieces(checks, release))} fail", flush=True)
            for title, told in found.items():
                print(f"\n{title}\n{told}", flush=True)
            wrong += len(found)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if wrong else 0


def _is_chosen(release: str, wanted: list[str] | None) -> bool:
    return not wanted or any(f"{release}.".startswith(f"{one}.") for one in wanted)


def _python(release: str) -> Path:
    if release == "torch":
        return find_interpreter(None, ("torch",))
    return environment_of(ROOT, release, Console(stderr=True))


if __name__ == "__main__":
    sys.exit(main())
