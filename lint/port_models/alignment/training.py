"""Both models are trained a few steps, and where what they do first parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mapping_model.ending import UsageError
from port_models.alignment.comparison import Difference, difference, size, worst
from port_models.alignment.parting import Tolerances, said
from port_models.weights.plan import Plan

# What is compared of each step, in the order in which it happens.
TRAINED = ("data", "loss", "gradients", "parameters")
# What learning rates and settings may differ by, of their size.
_SAME = 1e-6
# Of losses and parameters after some steps, in which rounding grows.
_GROWN = 100.0


@dataclass(slots=True)
class Step:
    """What one step of training did, up to and with that of the optimizer.

    `inputs` is what the model was called with last, `losses` what was gone backward from,
    `gradients` are those of parameters then, `clipped` tells whether they were made smaller before
    they were used. `rates` are the learning rates of parameters, `settings` what else the
    optimizer was given, `after` the parameters behind it.
    """

    inputs: list[np.ndarray] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    gradients: dict[str, np.ndarray] = field(default_factory=dict)
    clipped: bool = False
    rates: dict[str, float] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    after: dict[str, np.ndarray] = field(default_factory=dict)


@dataclass(slots=True)
class Training:
    """The steps of one side, the one under way last, and how it ended, if by an error."""

    steps: list[Step] = field(default_factory=lambda: [Step()])
    error: str = ""

    @property
    def now(self) -> Step:
        """The step under way."""
        return self.steps[-1]

    @property
    def done(self) -> list[Step]:
        """Those that an optimizer has ended."""
        return self.steps[:-1]


@dataclass(slots=True)
class Trained:
    """How training went: numbers of each step, and where it first parts, empty where nowhere."""

    losses: list[tuple[float, float]]
    differences: list[dict[str, Difference]]
    parting: list[str]


def trained(torch: Training, paddle: Training, plan: Plan, tolerances: Tolerances) -> Trained:
    """Hold the steps of Paddle's side against PyTorch's.

    Raise UsageError if PyTorch's, which shows what is right, cannot be trained.
    """
    if torch.error:
        raise UsageError(f"PyTorch's model cannot be trained: {torch.error}")
    if not torch.done:
        raise UsageError("PyTorch's training makes no step of an optimizer.")
    found = Trained([], [], [])
    for number, (theirs, ours) in enumerate(zip(torch.done, paddle.done, strict=False), 1):
        rows = _rows(theirs, ours, plan)
        found.losses.append((_loss(theirs), _loss(ours)))
        found.differences.append({name: one for name, (one, *_) in rows.items()})
        for told in _parting(theirs, ours, rows, plan, tolerances, first=number == 1):
            found.parting.append(told if found.parting else f"In step {number}, {told}")
        if found.parting:
            return found
    if paddle.error:
        steps = len(paddle.done)
        found.parting.append(f"After {steps} steps that are equal, Paddle raised {paddle.error}")
    elif len(paddle.done) != len(torch.done):
        made = f"{len(torch.done)} in PyTorch, {len(paddle.done)} in Paddle"
        found.parting.append(f"The optimizer makes another number of steps: {made}.")
    return found


def _loss(step: Step) -> float:
    return step.losses[-1] if step.losses else float("nan")


def _rows(theirs: Step, ours: Step, plan: Plan) -> dict[str, tuple[Difference, str]]:
    """What is compared, in the order in which it happens, each with the worst name."""
    gradients = _carried(theirs.gradients, ours.gradients, plan)
    largest = max((size(torch) for torch, _ in gradients.values()), default=0.0) or 1.0
    return {
        "data": (worst(theirs.inputs[:1], ours.inputs[:1]), ""),
        "loss": (difference(np.asarray(theirs.losses), np.asarray(ours.losses)), ""),
        "gradients": _worst(gradients, 1e-2 * largest),
        "parameters": _worst(_carried(theirs.after, ours.after, plan), 1.0),
    }


def _carried(
    torch: Mapping[str, np.ndarray], paddle: Mapping[str, np.ndarray], plan: Plan
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Arrays of both sides by Paddle's names, in Paddle's layout."""
    return {
        name: (slot.to_paddle(torch[slot.torch], paddle[name].shape), paddle[name])
        for name, slot in plan.carried.items()
        if slot.torch in torch and name in paddle
    }


def _worst(
    pairs: Mapping[str, tuple[np.ndarray, np.ndarray]], least: float
) -> tuple[Difference, str]:
    found = [(difference(*pair, least), name) for name, pair in pairs.items()]
    return max(found, key=lambda one: one[0].mean, default=(Difference(0.0, 0.0), ""))


def _parting(
    theirs: Step,
    ours: Step,
    rows: Mapping[str, tuple[Difference, str]],
    plan: Plan,
    tolerances: Tolerances,
    first: bool,
) -> Iterator[str]:
    """Where a step parts, in words: what, then what may be why."""
    forward = tolerances.forward * (1.0 if first else _GROWN)
    limits = {"data": tolerances.forward, "loss": forward, "gradients": tolerances.backward}
    limits["parameters"] = forward
    told = {
        "data": "the model is given something else",
        "loss": "the loss is another, of the same data and parameters",
        "gradients": "the loss is the same, the gradient of `{0}` is not",
        "parameters": "gradients and learning rates are the same, `{0}` is not after the step",
    }
    for what, (apart, name) in rows.items():
        if what == "parameters":
            yield from (rates := list(_rates(theirs, ours, plan)))
            if rates:
                return
        if apart.mean > limits[what]:
            yield f"{told[what].format(name)}: {said(apart)}."
            if what == "parameters":
                yield from _settings(theirs, ours)
            return


def _rates(theirs: Step, ours: Step, plan: Plan) -> Iterator[str]:
    """Learning rates that differ, and what has none on one side."""
    for name, slot in plan.carried.items():
        one, other = theirs.rates.get(slot.torch), ours.rates.get(name)
        if one is None and other is None:
            continue
        if one is None or other is None:
            which = "PyTorch's" if other is None else "Paddle's"
            yield f"`{name}` is trained by {which} optimizer alone."
            return
        if abs(one - other) > _SAME * max(abs(one), abs(other)):
            yield f"the learning rate of `{name}` is {one:.6g} in PyTorch, {other:.6g} in Paddle."
            return


def _settings(theirs: Step, ours: Step) -> Iterator[str]:
    """What the optimizers do otherwise."""
    if theirs.clipped is not ours.clipped:
        which = "PyTorch" if theirs.clipped else "Paddle"
        yield f"Gradients are clipped in {which} alone."
    for name, one in theirs.settings.items():
        other = ours.settings.get(name)
        if other is not None and one != other:
            yield f"{name} is {one} in PyTorch, {other} in Paddle."


@contextmanager
def replaced(owner: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    """An attribute of a class as something made of it, for a time."""
    kept = vars(owner)[name]
    setattr(owner, name, make(kept))
    try:
        yield
    finally:
        setattr(owner, name, kept)


def changed(before: Mapping[str, np.ndarray], after: Mapping[str, np.ndarray]) -> bool:
    """Whether any of some arrays is another now."""
    both = [(array, after[name]) for name, array in before.items() if name in after]
    return len(both) < len(before) or any(not np.array_equal(*pair) for pair in both)


def numbers(values: Sequence[Any]) -> tuple[float, ...]:
    """Settings as numbers, for comparing and for printing."""
    return tuple(float(value) for value in values)
