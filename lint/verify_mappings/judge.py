"""Judging an example from what its two sides gave."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mapping_model.entry import Compare, Example, Expect
from mapping_model.results import Outcome, Result, example_hash
from verify_mappings.compare import Comparison, Options, compare
from verify_mappings.recording import Mapping, Node, Raised, Record, Scalar, Tensor
from verify_mappings.statistics import compare_draws

# Errors that say that the example is broken, not that an API refuses something.
_BROKEN = {"NameError", "SyntaxError", "IndentationError", "InputError", "Refused", "Crash"}
# Backward passes add up more rounding errors than forward passes.
_GRADIENT_FACTOR = 10.0
_SHOWN = 3


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


def judge(example: Example, torch: Side, paddle: Side) -> Result:
    """The result of an example: its outcome, and whether that is what the example claims."""
    if example.compare.raises:
        return _both_raise(example, torch.raised, paddle.raised)
    if torch.raised:
        return _result(example, Outcome.RAISES, f"torch raises {torch.raised}", broken=True)
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
    gradient: str | None = None,
) -> Result:
    expected = outcome.value == example.expect.value and not broken
    return Result(outcome, expected, example_hash(example), max_diff, gradient, detail)


def _both_raise(example: Example, torch: Raised | None, paddle: Raised | None) -> Result:
    for side, error in (("torch", torch), ("Paddle", paddle)):
        if error and error.error in _BROKEN:
            return _result(example, Outcome.RAISES, f"{side} raises {error}", broken=True)
    if torch and paddle:
        told = f"torch raises {torch}; Paddle raises {paddle}"
        return _result(example, Outcome.EQUAL, told)
    told = " and ".join(
        f"{side} raises {error}" if error else f"{side} does not raise"
        for side, error in (("torch", torch), ("Paddle", paddle))
    )
    return _result(example, Outcome.DIFFERS, told, broken=not (torch or paddle))


def _paddle_raises(example: Example, error: Raised) -> Result:
    lacking = error.error == "AttributeError" and "has no attribute" in error.message
    missing = lacking and example.expect != Expect.RAISES
    outcome = Outcome.MISSING if missing else Outcome.RAISES
    # A gotcha may say that Paddle ends the process: that is a crash as expected.
    broken = error.error in _BROKEN - {"Crash"}
    return _result(example, outcome, f"Paddle raises {error}", broken)


def _options(settings: Compare, **more: object) -> Options:
    fixed = {"dtype": settings.dtype_ignore is None, "tracks": settings.gradient_skip is None}
    return Options(settings.rtol, settings.atol, **{**fixed, **more})  # type: ignore[arg-type]


def _random(example: Example, torch: Side, paddle: Side) -> Result:
    ours, theirs = torch.get("random"), paddle.get("random")
    if isinstance(ours, Raised):
        return _result(example, Outcome.RAISES, f"torch raises {ours}", broken=True)
    if isinstance(theirs, Raised):
        return _paddle_raises(example, theirs)
    assert isinstance(ours, Record)
    assert isinstance(theirs, Record)
    first = (node.fields["first"] for node in (ours, theirs))
    shapes = compare(*first, "", _options(example.compare, values=False))
    differences = shapes.differences or list(compare_draws(ours, theirs))
    return _judged(example, differences, None, None)


def _plain(example: Example, torch: Side, paddle: Side) -> Result:
    ours, theirs = torch.get("plain"), paddle.get("plain")
    assert isinstance(ours, Record)
    if not _says_something(ours) and isinstance(theirs, Record) and "result" not in theirs.fields:
        told = "nothing to compare: no `result` is bound and no input is changed"
        return _result(example, Outcome.DIFFERS, told, broken=True)
    found = compare(ours, theirs, "", _options(example.compare))
    if found.differences:
        return _judged(example, found.differences, found.max_diff, None)
    gradient, differences = _gradient(example.compare, torch, paddle)
    return _judged(example, differences, found.max_diff, gradient)


def _judged(
    example: Example, differences: list[str], max_diff: float | None, gradient: str | None
) -> Result:
    outcome = Outcome.DIFFERS if differences else Outcome.EQUAL
    shown = differences[:_SHOWN]
    if len(differences) > _SHOWN:
        shown.append(f"and {len(differences) - _SHOWN} more differences")
    rounded = None if max_diff is None else float(f"{max_diff:.3g}")
    return _result(example, outcome, "; ".join(shown) or None, max_diff=rounded, gradient=gradient)


def _says_something(torch: Record) -> bool:
    """Whether the torch side bound a result, or did something to an input."""
    if "result" in torch.fields or any(name.startswith("module ") for name in torch.fields):
        return True
    exact = Options(rtol=0.0, atol=0.0)
    return bool(compare(torch.carried["inputs"], Mapping(torch.fields), "", exact).differences)


def _gradient(settings: Compare, torch: Side, paddle: Side) -> tuple[str | None, list[str]]:
    """What is to be said of gradients, and the differences of them."""
    if settings.gradient_skip:
        return f"not compared: {settings.gradient_skip.en}", []
    ours, theirs = torch.get("gradient"), paddle.get("gradient")
    if isinstance(ours, Scalar):
        return str(ours.value), []
    if isinstance(ours, Raised):
        return f"torch fails when inputs require gradients: {ours}", []
    if isinstance(theirs, Raised):
        return "differs", [f"with inputs that require gradients Paddle raises {theirs}"]
    assert isinstance(ours, Record)
    assert isinstance(theirs, Record)
    names = ours.fields.keys() | theirs.fields.keys()
    options = _options(settings, tracks=False, factor=_GRADIENT_FACTOR)
    found = Comparison()
    for name in sorted(names):
        pair = (side.fields.get(name, Scalar(None)) for side in (ours, theirs))
        found.differences += _gradient_differences(name, *pair, options)
    return ("differs" if found.differences else "equal"), found.differences


def _gradient_differences(name: str, ours: Node, theirs: Node, options: Options) -> list[str]:
    """Differences of one gradient; having none is the same as having zeros."""
    if isinstance(ours, Mapping) or isinstance(theirs, Mapping):
        parts = [node.items if isinstance(node, Mapping) else {} for node in (ours, theirs)]
        return [
            difference
            for key in sorted(parts[0].keys() | parts[1].keys())
            for difference in _gradient_differences(
                f"{name}, {key}", *(part.get(key, Scalar(None)) for part in parts), options
            )
        ]
    if isinstance(ours, Tensor) and isinstance(theirs, Tensor):
        return compare(ours, theirs, f"gradient of {name}", options).differences
    for side, there, lacking in (("Paddle", ours, theirs), ("torch", theirs, ours)):
        if isinstance(there, Tensor) and lacking == Scalar(None) and np.any(there.array):
            return [f"gradient of {name}: {side} gives none"]
    return []
