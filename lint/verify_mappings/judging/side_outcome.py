"""What the two sides of an example gave."""

from __future__ import annotations

from dataclasses import dataclass

from verify_mappings.recording import Node, Raised


@dataclass(frozen=True, slots=True)
class Side:
    """What running one side gave: its recordings by phase, or how its process failed."""

    recordings: dict[str, Node]
    failure: str | None = None

    def get(self, phase: str) -> Node:
        """The recording of a phase; an error where there is none."""
        return self.recordings.get(phase) or Raised("Crash", self.failure or "no recording")

    @property
    def raised(self) -> Raised | None:
        """The error that kept the first phase from finishing."""
        first = next(iter(self.recordings.values()), None) or self.get("")
        return first if isinstance(first, Raised) else None
