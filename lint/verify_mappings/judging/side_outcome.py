"""What the two sides of an example gave."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mapping_model.results import Gradient
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Tensor

# What is no error of the code: its process ended, or left something else than a recording.
CRASH, UNREADABLE = "Crash", "Unreadable"
# The end of a process; a gotcha may say that Paddle's comes to it, but torch's never does.
ENDINGS = {CRASH, UNREADABLE, "SystemExit", "KeyboardInterrupt", "MemoryError"}
# Far beyond what examples need: comparing the statistics of one takes up to 50 ms.
MAX_STACKS = 200
_NO_GRADIENTS = {Gradient.NO_INPUT.value, Gradient.NO_GRADIENT.value}


def unreadable(phase: str, why: str) -> Raised:
    """What stands for the recording of a phase that cannot be read."""
    return Raised(UNREADABLE, f"the recording of the {phase} phase cannot be read: {why}")


def checked(phase: str, node: Node) -> Node:
    """The recording of a phase, if it has the parts that judging relies on."""
    match phase, node:
        case (
            (_, Raised()) | ("plain", Record(_, _, {"inputs": Mapping()})) | ("gradient", Record())
        ):
            return node
        case "random", Record(_, {"first": _, "stacked": Mapping(stacks)}) if len(
            stacks
        ) <= MAX_STACKS and all(map(_is_stack, stacks.values())):
            return node
        case "gradient", Scalar(str() as why) if why in _NO_GRADIENTS:
            return node
    return unreadable(phase, "a part of it is missing, or too large")


def _is_stack(node: Node) -> bool:
    """Whether a node holds draws, one after the other."""
    if not isinstance(node, Tensor):
        return False
    return node.array.dtype == np.float64 and node.array.ndim > 0 and len(node.array) > 0


@dataclass(frozen=True, slots=True)
class Side:
    """What running one side gave: a recording of each phase, up to one that failed.

    `first` is how its process had come to an end before, where it was run again and did not.
    """

    recordings: dict[str, Node]
    first: str | None = None

    def get(self, phase: str) -> Node:
        """The recording of a phase; an error where there is none."""
        return self.recordings.get(phase) or Raised(CRASH, "no recording")

    def ended(self, phase: str) -> Raised | None:
        """How the process came to its end in a phase; None where it did not."""
        node = self.recordings.get(phase)
        return node if isinstance(node, Raised) and node.error in ENDINGS else None

    @property
    def raised(self) -> Raised | None:
        """The error that kept the first phase from finishing."""
        first = self.get("plain")
        return first if isinstance(first, Raised) else None
