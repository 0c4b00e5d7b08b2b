"""Notes of entries whose code calls another function on new releases than the page is headed by.

A note that names no function of Paddle speaks of what is printed, so its check must hold for that
as well: it runs with the function that is called in the place of the one at the head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from note_checks import Check, entries

from mapping_model.snapshots import PADDLE

# What both functions are said to do, and what the second one is called with otherwise.
KNOWN = {
    "torch.nn.init.kaiming_normal_": "the check makes an object of the class first",
    "torch.nn.init.kaiming_uniform_": "the check makes an object of the class first",
    "torch.cuda.current_stream": "the check reads the source of the function at the head",
    "torch.hamming_window": "the note names what is passed to `get_window`",
}


def substituted(checks: Iterable[Check]) -> Iterator[Check]:
    """The checks on the newest release, of what is called there; not of notes that name it."""
    for one in checks:
        entry = entries().get(one.name, {})
        head, called, code = entry.get("paddle"), _called(entry), one.code(PADDLE[-1])
        if (
            isinstance(head, str)
            and called
            and "`paddle." not in one.says
            and one.name not in KNOWN
        ):
            other = re.sub(rf"{re.escape(head)}\b", called, code)
            if other != code:
                yield replace(one, paddle=other, since=PADDLE[0], until=PADDLE[-1], torch="")


def _called(entry: dict[str, Any]) -> str:
    """What is called without a condition from some release on; nothing if that is the head."""
    for case in entry.get("cases") or ():
        if "call" in case and "when" not in case and not case.get("paddle", "").startswith("<"):
            return str(case["call"])
    return ""
