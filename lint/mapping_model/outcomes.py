"""The words for what running examples shows, of one example and of an entry."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What running an example shows, or must show; of several, the one further down counts.

    For readers an example that gives what it claims is `EQUAL`, whatever it claims.
    """

    NO_EXAMPLES = "no-examples"
    NOT_EXECUTABLE = "not-executable"
    EQUAL = "equal"
    PENDING = "pending"
    DIFFERS = "differs"
    RAISES = "raises"
    MISSING = "missing"

    @property
    def failed(self) -> bool:
        """Whether it was run and did not give what it claims."""
        return self in (Outcome.DIFFERS, Outcome.RAISES, Outcome.MISSING)


# What a run can give, as reports count it.
RUN = (
    Outcome.EQUAL,
    Outcome.DIFFERS,
    Outcome.RAISES,
    Outcome.MISSING,
    Outcome.NOT_EXECUTABLE,
)


class DropIn(StrEnum):
    """What becomes of the unchanged torch code with Paddle's package under the name `torch`."""

    EQUAL = "equal"
    DIFFERS = "differs"
    REFUSED = "refused"
    UNKNOWN = "unknown"

    @property
    def word(self) -> str:
        """What it is called on pages and for programs."""
        words = {DropIn.EQUAL: "drop-in", DropIn.DIFFERS: "silently-different"}
        return words.get(self, self.value)


class Departure(StrEnum):
    """How Paddle departs from torch where a limit of a mapping holds.

    `ACCEPTED`: torch raises an error and Paddle does not. `BACKWARD`: the result is right, and
    Paddle raises an error where a gradient is wanted.
    """

    DIFFERS = "differs"
    GRADIENT = "gradient-differs"
    BACKWARD = "backward-raises"
    REFUSED = "refused"
    CRASHES = "crashes"
    ACCEPTED = "accepted"

    @classmethod
    def of(cls, word: str) -> Departure:
        """What a case says under `departs`."""
        return _WORDS.get(word) or cls(word)

    @property
    def word(self) -> str:
        """What a case says for it."""
        return next((word for word, one in _WORDS.items() if one is self), self.value)


# As a sentence about Paddle: "it raises". Records and the JSON have the names of old.
_WORDS = {
    "gradient": Departure.GRADIENT,
    "backward": Departure.BACKWARD,
    "raises": Departure.REFUSED,
    "accepts": Departure.ACCEPTED,
}


class Status(StrEnum):
    """What a reader may expect of an entry's examples on the newest release."""

    EXECUTED = "executed"
    PENDING = "pending"
    FAILING = "failing"
    NOT_EXECUTABLE = "not-executable"
    NO_EXAMPLES = "no-examples"
    MISSING = "missing"

    @classmethod
    def of(cls, outcome: Outcome) -> Status:
        """The status that follows from the outcome of all examples of an entry."""
        if outcome.failed:
            return cls.FAILING
        return cls.EXECUTED if outcome is Outcome.EQUAL else cls(outcome.value)
