"""Both models generate by the user's own code, and where what they give first parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mapping_model.ending import UsageError
from port_models.alignment.comparison import difference, worst
from port_models.alignment.parting import Tolerances, said
from port_models.alignment.trace import Trace, flat

# Of what the model gives after some calls, in which rounding grows.
_GROWN = 100.0


@dataclass(slots=True)
class Generated:
    """How many calls of the model and numbers were the same; where they part, empty if nowhere."""

    calls: int
    numbers: int
    parting: list[str] = field(default_factory=list)


def generated(torch: Trace, paddle: Trace, tolerances: Tolerances) -> Generated:
    """Hold what Paddle's side generated against PyTorch's.

    Raise UsageError if PyTorch's, which shows what is right, cannot generate, or gives nothing.
    """
    if torch.error:
        raise UsageError(f"PyTorch's model cannot generate: {torch.error}")
    if not torch.outputs:
        raise UsageError("PyTorch's function returns neither tensors nor numbers to compare.")
    numbers = sum(array.size for array in torch.outputs)
    found = Generated(len(torch.calls), numbers)
    limit = tolerances.forward * _GROWN
    for number, (theirs, ours) in enumerate(zip(torch.calls, paddle.calls, strict=False), 1):
        given = worst(theirs.inputs[:1], ours.inputs[:1])
        gives = worst(theirs.outputs[:1], ours.outputs[:1])
        if given.mean > limit:
            told = f"In call {number} of the model it is given something else: {said(given)}."
            found.parting.append(told)
            return found
        if gives.mean > limit:
            told = f"In call {number} the model is given the same and gives something else"
            found.parting.append(f"{told}: {said(gives)}.")
            if number > 1:
                found.parting.append("Look at what is kept from call to call, such as a cache.")
            return found
    if paddle.error:
        calls = len(paddle.calls)
        found.parting.append(f"After {calls} calls that are equal, Paddle raised {paddle.error}")
        return found
    found.parting += _results(torch, paddle, limit)
    if found.parting and len(torch.calls) != len(paddle.calls):
        made = f"{len(torch.calls)} times in PyTorch, {len(paddle.calls)} in Paddle"
        found.parting.append(f"The model is called {made}.")
    return found


def _results(torch: Trace, paddle: Trace, limit: float) -> Iterator[str]:
    """Where the results part: of tokens the first one, of other numbers by how much."""
    if len(torch.outputs) != len(paddle.outputs):
        yield f"{len(torch.outputs)} results in PyTorch, {len(paddle.outputs)} in Paddle."
        return
    for theirs, ours in zip(torch.outputs, paddle.outputs, strict=True):
        if theirs.dtype.kind in "iub" and theirs.shape == ours.shape:
            apart = np.argwhere(theirs != ours)
            if len(apart):
                place = tuple(map(int, apart[0]))
                yield (
                    f"{len(apart)} of {theirs.size} tokens differ; first at {list(place)}: "
                    f"{theirs[place]} in PyTorch, {ours[place]} in Paddle."
                )
                return
        elif (one := difference(theirs, ours)).mean > limit:
            yield f"The result is something else: {said(one)}."
            return


def results(value: Any, tensor: type, array: Callable[[Any], np.ndarray]) -> list[np.ndarray]:
    """What a function that generates has returned: tensors, arrays, or a list of numbers."""
    if found := [array(one) for one in flat(value, tensor)]:
        return found
    if found := list(flat(value, np.ndarray)):
        return found
    try:
        numbers = np.asarray(value)
    except ValueError:  # lists of several lengths
        numbers = np.asarray([number for part in value for number in part])
    return [numbers] if numbers.dtype.kind in "iufb" and numbers.size else []
