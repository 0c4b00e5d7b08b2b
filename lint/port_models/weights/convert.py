"""Weights carried over, as functions: what the command does, without files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from port_models.arrays import Array, from_paddle, from_torch
from port_models.arrays import to_paddle as paddle_tensor
from port_models.arrays import to_torch as torch_tensor
from port_models.weights import plan as planning
from port_models.weights.plan import Names, Plan


class UncarriedWeights(ValueError):
    """Some weights have no place in the other model, or the other way round; `plan` says which."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("\n".join(f"{w.torch or w.paddle}: {w.note}" for w in plan.wrong))
        self.plan = plan


def torch_to_paddle(
    state: Mapping[str, Any],
    model: Any,
    *,
    rename: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
) -> dict[str, Any]:
    """The state for `model.set_state_dict` of a Paddle model that a PyTorch state becomes.

    `rename` gives PyTorch's prefix for a prefix of Paddle's names; `ignore` are patterns of names,
    of either side, that may be left out. Raise UncarriedWeights if any other tensor of either side
    has no counterpart that fits.
    """
    given = {name: from_torch(value) for name, value in state.items()}
    plan = planning.to_paddle(model, given, Names(rename or {}, ignore))
    return {name: paddle_tensor(array) for name, array in _whole(plan).items()}


def paddle_to_torch(
    state: Mapping[str, Any],
    model: Any,
    *,
    rename: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
) -> dict[str, Any]:
    """The state for `load_state_dict` in PyTorch that a Paddle model's state becomes.

    The options and the error are those of `torch_to_paddle`.
    """
    given = {name: from_paddle(value) for name, value in state.items()}
    plan = planning.to_torch(model, given, Names(rename or {}, ignore))
    return {name: torch_tensor(array) for name, array in _whole(plan).items()}


def _whole(plan: Plan) -> dict[str, Array]:
    if plan.wrong:
        raise UncarriedWeights(plan)
    return plan.state
