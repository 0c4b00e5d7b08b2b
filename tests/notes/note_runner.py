"""Runs checks of notes on a library, in one process of its interpreter."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from note_checks import Check, paddle_name

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from library_programs import ended

_INSIDE = Path(__file__).with_name("inside_library.py")
_TORCH = "torch"


def pieces(checks: Iterable[Check], release: str) -> list[tuple[str, str, str]]:
    """Name, API and code of what runs on a Paddle release, or on `torch`."""
    if release == _TORCH:
        found = [(check.title, check.name, check.torch) for check in checks]
    else:
        found = [(one.title, paddle_name(one.name), one.code(release)) for one in checks]
    return [piece for piece in found if piece[2]]


def failures(python: Path, checks: Iterable[Check], release: str) -> dict[str, str]:
    """The checks that fail on a library, and how; of all that say something of it.

    It is the one that `python` has: `release` is that of Paddle, or `torch`.
    """
    wanted = pieces(checks, release)
    if not wanted:
        return {}
    library = _TORCH if release == _TORCH else "paddle"
    done = ended(python, _INSIDE, library, wanted)
    answers = dict(json.loads(line) for line in done.stdout.splitlines())
    if len(answers) < len({title for title, _, _ in wanted}):
        left = next(title for title, _, _ in wanted if title not in answers)
        answers[left] = f"the process that runs the checks ended:\n{done.stderr[-2000:]}"
    return {title: told for title, told in answers.items() if told}
