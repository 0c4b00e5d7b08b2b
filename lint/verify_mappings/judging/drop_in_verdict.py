"""Judging the torch code as it ran on Paddle, whose package was bound to the name `torch`.

"Differs" says that a port which only changes the import would be silently wrong: nothing is
called so that could not be compared, or that Paddle refused with an error.
"""

from __future__ import annotations

from dataclasses import replace

from mapping_model.entry import Example, Raises
from mapping_model.outcomes import DropIn, Outcome
from verify_mappings.judging.side_outcome import Side
from verify_mappings.judging.verdict import judge
from verify_mappings.recording import Raised, Record

Verdict = tuple[DropIn | None, str | None]


def judge_drop_in(example: Example, torch: Side, paddle: Side) -> Verdict:
    """What the torch code shows on Paddle, and the difference or error.

    Both are None where it shows nothing: torch itself fails, or what it gives cannot be compared.
    """
    if example.compare.raises:
        return _both_raise(example.compare.raises, torch, paddle)
    if torch.raised:
        return None, None
    error = _error(torch, paddle)
    if error:
        return DropIn.REFUSED, str(error)
    # Dtypes count: an example may leave them out for its own Paddle code only.
    compare = replace(example.compare, dtype_ignore=None)
    strict = replace(example, expect=Outcome.EQUAL, compare=compare)
    result = judge(strict, torch, paddle)
    if result.outcome is Outcome.EQUAL:
        return DropIn.EQUAL, None
    if judge(strict, torch, torch).outcome is not Outcome.EQUAL:
        return None, None  # it does not even compare with itself
    return DropIn.DIFFERS, result.detail


def _error(torch: Side, paddle: Side) -> Raised | None:
    """The first error of Paddle in a phase that torch got through."""
    pairs = ((node, paddle.get(phase)) for phase, node in torch.recordings.items())
    errors = (
        theirs for ours, theirs in pairs if isinstance(ours, Record) and isinstance(theirs, Raised)
    )
    return next(errors, None)


def _both_raise(stated: Raises, torch: Side, paddle: Side) -> Verdict:
    """The verdict on an example that is about an error."""
    if not (torch.raised and torch.raised.fits(stated.torch)):
        return None, None
    if not paddle.raised:
        return DropIn.DIFFERS, f"torch raises {torch.raised}; Paddle does not raise"
    same = any(map(paddle.raised.fits, (stated.torch, stated.paddle)))
    return (DropIn.EQUAL, None) if same else (DropIn.REFUSED, str(paddle.raised))
