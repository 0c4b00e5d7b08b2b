"""What a program cannot decide about a use, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mapping_model.categories import Text


class Reason(StrEnum):
    """Why no code is written; `about` of the decision names the parameter, form or release."""

    ADVICE = "advice"
    COMPOSITE = "composite"
    CONTEXT = "context"
    IMPOSSIBLE = "impossible"
    MISSING = "missing"
    NO_ENTRY = "no entry"
    NO_PLACE = "no place"
    NO_TARGET = "no target"
    NO_WAY = "no way"
    OUTSIDE = "outside"
    READ = "read"
    REWRITE = "rewrite"
    SPREAD = "spread"
    UNKNOWN = "unknown"


class Undecided(Exception):
    """A person must decide: `reason`, what it is `about`, and the mapping's own `advice`."""

    def __init__(self, reason: Reason, about: str = "", advice: Text | None = None) -> None:
        super().__init__(reason, about)
        self.decision = Decision(reason, about, advice)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person must decide about one use."""

    reason: Reason
    about: str = ""
    advice: Text | None = None
