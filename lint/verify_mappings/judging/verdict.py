"""Judging an example from what its two sides gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapping_model.entry import Example, Raises
from mapping_model.outcomes import Outcome
from mapping_model.results import Result, example_hash
from verify_mappings.judging.compare import Options, compare
from verify_mappings.judging.gradients import Gradients, compare_gradients
from verify_mappings.judging.side_outcome import UNREADABLE, Side
from verify_mappings.judging.statistics import compare_draws
from verify_mappings.recording import Mapping, Raised, Record

# Errors that say that the example is broken, not that an API refuses something.
_BROKEN = {
    *("NameError", "SyntaxError", "IndentationError", "InputError", "Refused", "TooLarge"),
    UNREADABLE,
}
_SHOWN = 3


def judge(example: Example, torch: Side, paddle: Side) -> Result:
    """The result of an example: its outcome, and whether that is what the example claims."""
    if example.compare.raises:
        return _both_raise(example, example.compare.raises, torch.raised, paddle.raised)
    if torch.raised:
        return _torch_raises(example, torch.raised)
    if paddle.raised:
        return _paddle_raises(example, paddle.raised)
    if example.compare.random:
        return _random(example, torch, paddle)
    return _plain(example, torch, paddle)


def _result(
    example: Example,
    outcome: Outcome,
    detail: str | None = None,
    broken: bool = False,
    max_diff: float | None = None,
    gradient: Gradients | None = None,
) -> Result:
    expected = outcome.value == example.expect.value and not broken
    return Result(
        outcome,
        expected,
        example_hash(example),
        max_diff=max_diff,
        gradient=gradient.state if gradient else None,
        gradient_detail=gradient.why if gradient else None,
        detail=detail,
    )


def _both_raise(
    example: Example, stated: Raises, torch: Raised | None, paddle: Raised | None
) -> Result:
    """The result of an example that is about an error: each side must raise the one stated."""
    if torch and (torch.error in _BROKEN or not torch.fits(stated.torch)):
        return _torch_raises(example, torch, f"; stated is {stated.torch}")
    if paddle and (paddle.error in _BROKEN or not paddle.fits(stated.paddle)):
        return _paddle_raises(example, paddle, f"; stated is {stated.paddle}")
    if torch and paddle:
        told = f"torch raises {torch}; Paddle raises {paddle}"
        return _result(example, Outcome.EQUAL, told)
    told = " and ".join(
        f"{side} raises {error}" if error else f"{side} does not raise"
        for side, error in (("torch", torch), ("Paddle", paddle))
    )
    return _result(example, Outcome.DIFFERS, told, broken=not (torch or paddle))


def _torch_raises(example: Example, error: Raised, more: str = "") -> Result:
    return _result(example, Outcome.RAISES, f"torch raises {error}{more}", broken=True)


def _paddle_raises(example: Example, error: Raised, more: str = "") -> Result:
    lacking = error.error == "AttributeError" and "has no attribute" in error.message
    missing = lacking and example.expect != Outcome.RAISES
    outcome = Outcome.MISSING if missing else Outcome.RAISES
    broken = bool(more) or error.error in _BROKEN
    return _result(example, outcome, f"Paddle raises {error}{more}", broken)


def _random(example: Example, torch: Side, paddle: Side) -> Result:
    ours, theirs = torch.get("random"), paddle.get("random")
    if isinstance(ours, Raised):
        return _torch_raises(example, ours)
    if isinstance(theirs, Raised):
        return _paddle_raises(example, theirs)
    assert isinstance(ours, Record)
    assert isinstance(theirs, Record)
    wanted, stacked = example.compare.property, ours.fields["stacked"]
    assert isinstance(stacked, Mapping)
    if wanted and not any(path.startswith(wanted) for path in stacked.items):
        told = f"`{wanted}` does not give numbers of one shape in every draw"
        return _result(example, Outcome.DIFFERS, told, broken=True)
    if not stacked.items:
        told = "nothing to compare: torch gives no numbers of one shape in every draw"
        return _result(example, Outcome.DIFFERS, told, broken=True)
    first, other = ours.fields["first"], theirs.fields["first"]
    shapes = compare(first, other, "", replace(Options.of(example.compare), values=False))
    differences = shapes.differences or list(compare_draws(ours, theirs))
    return _judged(example, differences, None, None)


def _plain(example: Example, torch: Side, paddle: Side) -> Result:
    ours, theirs = torch.get("plain"), paddle.get("plain")
    assert isinstance(ours, Record)
    if not _says_something(ours) and isinstance(theirs, Record) and "result" not in theirs.fields:
        told = "nothing to compare: no `result` is bound and no input is changed"
        return _result(example, Outcome.DIFFERS, told, broken=True)
    found = compare(ours, theirs, "", Options.of(example.compare))
    if found.differences:
        return _judged(example, found.differences, found.max_diff, None)
    # An error may be all there is to say of gradients, but not the end of a process.
    if ended := torch.ended("gradient"):
        return _torch_raises(example, ended)
    if ended := paddle.ended("gradient"):
        return _paddle_raises(example, ended)
    gradients = compare_gradients(example.compare, torch, paddle)
    return _judged(example, gradients.differences, found.max_diff, gradients)


def _judged(
    example: Example,
    differences: Sequence[str],
    max_diff: float | None,
    gradient: Gradients | None,
) -> Result:
    outcome = Outcome.DIFFERS if differences else Outcome.EQUAL
    shown = list(differences[:_SHOWN])
    if len(differences) > _SHOWN:
        shown.append(f"and {len(differences) - _SHOWN} more differences")
    told = "; ".join(shown) or None
    return _result(example, outcome, told, max_diff=max_diff, gradient=gradient)


def _says_something(torch: Record) -> bool:
    """Whether the torch side bound a result, or did something to an input."""
    if "result" in torch.fields or any(name.startswith("module ") for name in torch.fields):
        return True
    exact = Options(rtol=0.0, atol=0.0)
    return bool(compare(torch.carried["inputs"], Mapping(torch.fields), "", exact).differences)
