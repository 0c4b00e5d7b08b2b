"""Saying which walls stand around examples, and refusing to run them without."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mapping_model.ending import UsageError
from verify_mappings.walls import ESSENTIAL, Wall


def told(walls: Collection[Wall], unconfined: bool) -> str:
    """The line for the start of a run; raises UsageError where an essential wall is missing.

    With `unconfined` it does not.
    """
    missing = [wall for wall in ESSENTIAL if wall not in walls]
    if missing and not unconfined:
        how = "; ".join(f"{wall} takes {ESSENTIAL[wall]}" for wall in missing)
        raise UsageError(
            f"Examples are code from strangers, and {_list(missing)} cannot keep them in here. "
            f"{how}. With --unconfined they are run all the same."
        )
    line = f"examples run behind {_list(w for w in Wall if w in walls) or 'no wall'}"
    lacking = _list(wall for wall in Wall if wall not in walls)
    line += f", without {lacking}" if lacking else ""
    return f"{line} (--unconfined)" if unconfined else line


def _list(walls: Iterable[Wall]) -> str:
    *first, last = [str(wall) for wall in walls] or [""]
    return f"{', '.join(first)} and {last}" if first else last
