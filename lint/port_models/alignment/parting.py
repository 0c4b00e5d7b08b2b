"""Both models run on the same input, and where the port first gives something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from mapping_model.ending import UsageError
from port_models.alignment.comparison import Compared, Difference, compared, difference, size, worst
from port_models.alignment.origins import Origins
from port_models.alignment.pairing import pairs
from port_models.alignment.settings import differing
from port_models.alignment.trace import Call, Trace
from port_models.weights.plan import Names, Plan

# Gradients far smaller than the others of a model are noise: a bias before a softmax has one of 0.
_LEAST_GRADIENT = 1e-2
# How much larger than the difference before it one of rounding may be: beside a layer, through it.
_CARRIED, _GROWN = 2.0, 10.0
# So many calls are told of which something is computed.
_TOLD = 5


class Side(Protocol):
    """A model of either library that can be run again and again."""

    def layers(self) -> dict[str, Any]:
        """Its layers by name."""

    def run(self, training: bool) -> Trace:
        """One pass, forward or in training also backward."""


class Reference(Side, Protocol):
    """PyTorch's model, which can also tell of what something is computed."""

    def origins(self, call: Call, training: bool, result: bool) -> Origins:
        """The calls and lines that the inputs of a call come of, or its `result`."""


@dataclass(frozen=True, slots=True)
class Tolerances:
    """What differences on average mean nothing, of values and of gradients."""

    forward: float = 1e-6
    backward: float = 1e-4


@dataclass(slots=True)
class Pass:
    """What one way of running both models showed: `rows` in the order of Paddle's calls.

    `parting` is where they first part, in words: what, then what may be why; empty where nowhere.
    `notes` tell differences that the libraries have and the port cannot help.
    """

    training: bool
    rows: list[Compared]
    output: Difference
    gradients: dict[str, Difference] = field(default_factory=dict)
    state: dict[str, Difference] = field(default_factory=dict)
    parting: list[str] = field(default_factory=list)
    layer: str | None = None
    notes: list[str] = field(default_factory=list)


def passes(
    torch: Reference, paddle: Side, plan: Plan, names: Names, tolerances: Tolerances
) -> list[Pass]:
    """Both models in evaluation, forward; then in training without dropout, backward too.

    Raise UsageError if PyTorch's model, which shows what is right, cannot be run.
    """
    return [_pass(torch, paddle, plan, names, tolerances, training) for training in (False, True)]


def _pass(
    torch: Reference, paddle: Side, plan: Plan, names: Names, tolerances: Tolerances, training: bool
) -> Pass:
    theirs, ours = torch.run(training), paddle.run(training)
    if theirs.error:
        raise UsageError(f"PyTorch's model cannot be run on these inputs: {theirs.error}")
    if not theirs.outputs:
        raise UsageError("PyTorch's model gives no tensor, so there is nothing to compare.")
    paired = pairs(theirs.calls, ours.calls, names)
    gradients = [
        size(gradient)
        for call in theirs.calls
        for gradient in call.gradients
        if gradient is not None
    ]
    least = _LEAST_GRADIENT * max(gradients, default=0.0) or 1.0
    rows = [compared(pair, least) for pair in paired]
    found = Pass(training, rows, worst(theirs.outputs, ours.outputs))
    if not ours.error and len(theirs.outputs) != len(ours.outputs):
        counts = f"{len(theirs.outputs)} tensors against {len(ours.outputs)}"
        found.output = Difference(np.inf, np.inf, counts)
    if training:
        _compare_state(found, theirs, ours, plan)
    _forward(found, torch, paddle.layers(), tolerances)
    if ours.error:
        found.parting.append(f"Paddle's model raised {ours.error}")
    if training and not found.parting:
        _backward(found, tolerances)
    if training and not found.parting and (error := paddle.run(training).error):
        # What is kept from a pass with its graph, as a `.data` that was left out, stops the next.
        found.parting.append(f"Paddle's model runs once; run again, it raised {error}")
    elif found.parting:
        _random(found, (("PyTorch", torch, theirs), ("Paddle", paddle, ours)))
    return found


def _compare_state(found: Pass, torch: Trace, paddle: Trace, plan: Plan) -> None:
    """Gradients of parameters, and what a pass has made of the state, in Paddle's layout."""
    largest = max((size(gradient) for gradient in torch.parameter_gradients.values()), default=0.0)
    for name, slot in plan.carried.items():
        if slot.torch in torch.state and name in paddle.state:
            made = paddle.state[name]
            wanted = slot.to_paddle(torch.state[slot.torch], made.shape)
            found.state[name] = difference(wanted, made)
        theirs = torch.parameter_gradients.get(slot.torch)
        ours = paddle.parameter_gradients.get(name)
        least = _LEAST_GRADIENT * largest or 1.0
        if theirs is not None and ours is not None:
            theirs = slot.to_paddle(theirs, ours.shape)
            found.gradients[name] = difference(theirs, ours, least)
        elif only := [each for each in (theirs, ours) if each is not None and each.any()]:
            note = f"only {'Paddle' if only[0] is ours else 'PyTorch'} computes one"
            found.gradients[name] = Difference(np.inf, np.inf, note)


def _random(found: Pass, sides: Iterable[tuple[str, Side, Trace]]) -> None:
    """Tell that a model draws numbers, which explains all differences, if one does."""
    for library, side, first in sides:
        if drawn := _drawn(first, side.run(found.training)):
            mode = "training with every dropout at 0" if found.training else "evaluation"
            found.layer = drawn.layer
            found.parting = [
                f"{library}'s model gives something else each time, also in {mode}; "
                f"{_at(drawn)} is the first to do so.",
                "Is a dropout on that does not ask `training`, or one that is no layer? Only the "
                "dropouts of layers are set to 0 here.",
            ]
            return


def _drawn(one: Trace, other: Trace) -> Call | None:
    """The first call that gives something else when the same model runs again."""
    for first, second in zip(one.calls, other.calls, strict=False):
        if worst(first.outputs, second.outputs).mean > 0:
            return first
    return None


def _forward(
    found: Pass, torch: Reference, layers: Mapping[str, Any], tolerances: Tolerances
) -> None:
    """Tell the first call whose result is another."""
    same: Compared | None = None
    rounding = 0.0
    for row in found.rows:
        given_same = row.input.mean <= max(tolerances.forward, _CARRIED * rounding)
        # What rounding has done so far, a layer may make larger: a maximum picks the extremes.
        grown = _GROWN * row.input.mean if given_same else 0.0
        if row.output.mean <= max(tolerances.forward, grown):
            same, rounding = row, max(rounding, row.output.mean)
            continue
        call = row.pair.paddle
        found.layer = call.layer
        if not given_same:
            after, where = _after(found, torch, row.pair.torch, same)
            told = f"What is computed{after}, before {_at(call)}, is something else"
            found.parting = [f"{told}: {said(row.input)}.", *where]
        elif not any(_inside(other.pair.paddle, call) for other in found.rows):
            told = f"{_at(call)} is given the same and gives something else"
            theirs = torch.layers().get(row.pair.torch.layer)
            hints = differing(theirs, layers.get(call.layer))
            found.parting = [f"{told}: {said(row.output)}.", *(f"{hint}." for hint in hints)]
        else:
            after, where = _after(found, torch, row.pair.torch, same, result=True)
            told = f"The code of {_at(call)} itself{after} gives something else"
            found.parting = [f"{told}: {said(row.output)}.", *where]
        if given_same and (hint := _given(row)):
            found.parting.append(hint)
        return
    if found.output.mean > max(tolerances.forward, _CARRIED * rounding):
        after = f" after {_at(same.pair.paddle)}" if same else ""
        found.parting = [f"What is computed{after} is something else: {said(found.output)}."]


def _after(
    found: Pass, torch: Reference, call: Call, same: Compared | None, result: bool = False
) -> tuple[str, list[str]]:
    """After which calls something is computed, and where PyTorch's model does so.

    These are the calls whose results it is computed of; the last one that was the `same`, where
    PyTorch's graph does not show them.
    """
    origins = torch.origins(call, found.training, result)
    paddle = {(row.pair.torch.layer, row.pair.torch.time): row.pair.paddle for row in found.rows}
    after = [_at(paddle[one]) for one in origins.calls if one in paddle]
    if not after and not origins.lines:
        after = [_at(same.pair.paddle)] if same else []
    where = [f"PyTorch's model computes it in {origins.where()}."] if origins.lines else []
    if len(after) > _TOLD + 1:
        after[_TOLD:] = [f"{len(after) - _TOLD} others"]
    *first, last = after or ["at the beginning"]
    told = f"{', '.join(first)} and {last}" if first else last
    return f" after {told}" if after else f" {told}", where


def _inside(call: Call, outer: Call) -> bool:
    """Whether a call is of a layer inside another one."""
    return call is not outer and call.layer.startswith(f"{outer.layer}." if outer.layer else "")


def _given(row: Compared) -> str:
    """What tensors both are given, where these are not as many."""
    theirs, ours = row.pair.torch.inputs, row.pair.paddle.inputs
    if len(theirs) == len(ours):
        return ""
    told = [
        f"{library} is given {', '.join(str(list(one.shape)) for one in inputs)}"
        for library, inputs in (("PyTorch's", theirs), ("Paddle's", ours))
    ]
    return f"{'; '.join(told)}."


def _backward(found: Pass, tolerances: Tolerances) -> None:
    """Tell where the gradient first parts on its way back, then statistics."""
    after: Compared | None = None
    for row in reversed(found.rows):
        if row.gradient is None:
            continue
        if row.gradient.mean > tolerances.backward:
            call = row.pair.paddle
            found.layer = call.layer
            before = f", before that of {_at(after.pair.paddle)}" if after else ""
            found.parting = [
                f"All results are the same, the gradient of what {_at(call)} gives is not"
                f"{before}: {said(row.gradient)}."
            ]
            return
        after = row
    for what, differences, limit in (
        ("the gradient of", found.gradients, tolerances.backward),
        ("what one pass in training makes of", found.state, tolerances.forward),
    ):
        for name, one in differences.items():
            if name.endswith("_variance") and one.mean <= 2 / max(1, _counted(found, name)):
                note = (
                    f"`{name}`: Paddle keeps the biased variance of a batch, PyTorch the unbiased"
                )
                found.notes += [f"{note}: {said(one)}."] if one.mean > limit else []
            elif one.mean > limit:
                found.layer = name.rpartition(".")[0]
                found.parting = [f"All results are the same, {what} `{name}` is not: {said(one)}."]
                return


def _counted(found: Pass, name: str) -> int:
    """How many values each variance of a batch norm is of."""
    layer = name.rpartition(".")[0]
    shapes = [
        row.pair.paddle.inputs[0].shape for row in found.rows if row.pair.paddle.layer == layer
    ]
    return min((int(np.prod(shape)) // shape[1] for shape in shapes), default=0)


def wrong_weights(model: Any, plan: Plan) -> list[tuple[str, Difference, str]]:
    """The tensors of the Paddle model that are not what the plan makes of PyTorch's, and why."""
    from port_models.arrays import from_paddle

    found = []
    for name, tensor in model.state_dict().items():
        if name not in plan.carried:
            continue
        mine, wanted = from_paddle(tensor).values, plan.state[name].values
        apart = difference(wanted, mine)
        if apart.mean > 0:
            why = ""
            if mine.ndim == 2 and mine.shape == wanted.T.shape and np.array_equal(mine, wanted.T):
                why = "It is PyTorch's matrix as it is; Paddle wants it transposed."
            found.append((name, apart, why))
    return found


def said(one: Difference) -> str:
    """A difference in words."""
    if one.mean == np.inf:
        return one.note
    numbers = f"{one.mean:.1e} on average, {one.largest:.1e} at most"
    return f"{numbers}; {one.note}" if one.note else numbers


def _at(call: Call) -> str:
    return f"`{call.name}` ({call.kind})" if call.name else f"the model ({call.kind})"


def first_parting(found: Sequence[Pass]) -> Pass | None:
    """The first pass in which the models part."""
    return next((one for one in found if one.parting), None)
