"""What is done to a generator in a call: `randn(3, generator=Generator().manual_seed(3))`.

Paddle draws from the generator of the device, so the call is not passed one; what seeds it stays,
as a statement before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from mapping_model.calls.uses import dotted
from mapping_model.language.evaluating import Scope
from mapping_model.language.filling import Written
from mapping_model.language.parsing import RECEIVER
from mapping_model.syntax import walk

_GENERATOR = "generator"
_MAKES_ONE = "Generator"
_MEMBERS = "torch.Generator."
_MARK = "seeds"


def seeded_before(api: str, written: Written, scope: Scope) -> Written:
    """The code for a call, after what the generator that it was passed does, if that is dropped.

    So for `torch.manual_seed(3).get_state()`: Paddle asks no generator for its state.
    """
    value = scope.values.get(RECEIVER if api.startswith(_MEMBERS) else _GENERATOR)
    if value is None or not _does_something(value):
        return written
    if any(node is value for node in written.nodes()):
        return written
    seeding = ast.Expr(value)
    vars(seeding)[_MARK] = True
    return Written(written.expression, (seeding, *written.before))


def seeds_again(before: Iterable[ast.stmt], more: Iterable[ast.stmt]) -> bool:
    """Whether statements before one seed twice: the first draw would come after the second seed."""
    return any(_MARK in vars(line) for line in before) and any(_MARK in vars(line) for line in more)


def _does_something(value: ast.expr) -> bool:
    """Whether an expression does more than to make a generator or to name one."""
    calls = (node for node in walk(value) if isinstance(node, ast.Call))
    return any((dotted(call.func) or "").rpartition(".")[2] != _MAKES_ONE for call in calls)
