"""Judging an example, and its torch code run on Paddle, from what both sides gave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from mapping_model.entry import Compare, Example, Raises
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.results import NO_BACKWARD, Gradient, Result, example_hash
from mapping_model.tolerances import GRADIENT_FACTOR
from verify_mappings.judging.compare import MOST, Options, compare
from verify_mappings.judging.statistics import compare_draws
from verify_mappings.recording import Mapping, Node, Observation, Raised, Scalar, Tensor

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
            (_, Raised())
            | ("plain", Observation(_, _, {"inputs": Mapping()}))
            | ("gradient", Observation())
        ):
            return node
        case "random", Observation(_, {"first": _, "stacked": Mapping(stacks)}):
            if len(stacks) <= MAX_STACKS and all(map(_is_stack, stacks.values())):
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


@dataclass(frozen=True, slots=True)
class Gradients:
    """What is to be said of gradients: the state, why if there is a reason, and differences."""

    state: Gradient
    why: str | None = None
    differences: tuple[str, ...] = ()


def compare_gradients(settings: Compare, torch: Side, paddle: Side) -> Gradients:
    """Compare the gradients of a fixed sum of all that the code computes."""
    if settings.gradient_skip:
        return Gradients(Gradient.SKIPPED, settings.gradient_skip.en)
    match torch.get("gradient"), paddle.get("gradient"):
        case Scalar(why), _:
            return Gradients(Gradient(str(why)))
        case Raised() as error, _:
            return Gradients(Gradient.TORCH_FAILS, str(error))
        case _, Raised() as error:
            told = f"{NO_BACKWARD}{error}"
            return Gradients(Gradient.DIFFERS, differences=(told,))
        case Observation(_, ours), Observation(_, theirs):
            options = replace(Options.of(settings), tracks=False, factor=GRADIENT_FACTOR)
            found = tuple(islice(_differences("", Mapping(ours), Mapping(theirs), options), MOST))
            return Gradients(Gradient.DIFFERS if found else Gradient.EQUAL, differences=found)
    return Gradients(Gradient.DIFFERS, differences=("Paddle gives no gradients",))


def _differences(name: str, ours: Node, theirs: Node, options: Options) -> Iterator[str]:
    """Differences of gradients; having none is the same as having zeros."""
    if isinstance(ours, Mapping) or isinstance(theirs, Mapping):
        mine, other = (n.items if isinstance(n, Mapping) else {} for n in (ours, theirs))
        none = Scalar(None)
        for key in sorted(mine.keys() | other.keys()):
            inner = f"{name}, {key}" if name else key
            yield from _differences(inner, mine.get(key, none), other.get(key, none), options)
    elif isinstance(ours, Tensor) and isinstance(theirs, Tensor):
        yield from compare(ours, theirs, f"gradient of {name}", options).differences
    else:
        for side, there, lacking in (("Paddle", ours, theirs), ("torch", theirs, ours)):
            if isinstance(there, Tensor) and lacking == Scalar(None) and np.any(there.array):
                yield f"gradient of {name}: {side} gives none"


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
    assert isinstance(ours, Observation)
    assert isinstance(theirs, Observation)
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
    assert isinstance(ours, Observation)
    if (
        not _says_something(ours)
        and isinstance(theirs, Observation)
        and "result" not in theirs.fields
    ):
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
    if example.processes > 1:
        return _judged(example, (), found.max_diff, None)
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


def _says_something(torch: Observation) -> bool:
    """Whether the torch side bound a result, or did something to an input."""
    if "result" in torch.fields or any(name.startswith("module ") for name in torch.fields):
        return True
    exact = Options(rtol=0.0, atol=0.0)
    return bool(compare(torch.carried["inputs"], Mapping(torch.fields), "", exact).differences)


Verdict = tuple[DropIn | None, str | None]


def judge_drop_in(example: Example, torch: Side, paddle: Side) -> Verdict:
    """What the torch code shows on Paddle, and the difference or error.

    Both are None where it shows nothing: torch itself fails, or what it gives cannot be compared.
    """
    if example.compare.raises:
        return _drop_in_of_errors(example.compare.raises, torch, paddle)
    if torch.raised:
        return None, None
    for phase, ours in torch.recordings.items():
        theirs = paddle.get(phase)
        if isinstance(ours, Observation) and isinstance(theirs, Raised):
            return DropIn.REFUSED, str(theirs)
    # Dtypes count: an example may leave them out for its own Paddle code only.
    compare = replace(example.compare, dtype_ignore=None)
    strict = replace(example, expect=Outcome.EQUAL, compare=compare)
    result = judge(strict, torch, paddle)
    if result.outcome is Outcome.EQUAL:
        return DropIn.EQUAL, None
    if judge(strict, torch, torch).outcome is not Outcome.EQUAL:
        return None, None  # it does not even compare with itself
    return DropIn.DIFFERS, result.detail


def _drop_in_of_errors(stated: Raises, torch: Side, paddle: Side) -> Verdict:
    """The verdict on an example that is about an error."""
    if not (torch.raised and torch.raised.fits(stated.torch)):
        return None, None
    if not paddle.raised:
        return DropIn.DIFFERS, f"torch raises {torch.raised}; Paddle does not raise"
    same = any(map(paddle.raised.fits, (stated.torch, stated.paddle)))
    return (DropIn.EQUAL, None) if same else (DropIn.REFUSED, str(paddle.raised))
