"""Whether a copy of a layer is one of its own, on both sides.

What the mapping writes beside the call of a class may hold on to the layer, or to a variable: then
`copy.deepcopy`, by which averaged models and stacks of layers are made, gives a layer that computes
with the weights of the first, without an error.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Sequence
from pathlib import Path

from layer_calls import LayerCall
from layer_look import answers, piece

# What is asked of a copy: it computes the same, its own weights count, and no others change.
_ASKED = {
    "same": "a copy computes something else",
    "changed": "a copy has the weights of the first",
    "apart": "what is done to a copy changes the first",
}


def entangled(python: Path, calls: Sequence[LayerCall]) -> list[str]:
    """What is otherwise with copies of Paddle's layers than with those of torch's, as lines."""
    known = [(call, call.paddle) for call in calls if call.paddle is not None]
    asked = {"copied": True}
    torch = answers(python, "torch", [piece(c, f"result = {c.torch}") | asked for c, _ in known])
    paddle = answers(python, "paddle", [piece(c, written) | asked for c, written in known])
    found = []
    for (call, _), ours, theirs in zip(known, torch, paddle, strict=True):
        if "error" in ours:
            continue
        if "error" in theirs:
            found.append(f"{call.torch}: no copy: {theirs['error']}")
        found += [
            f"{call.torch}: {said}"
            for question, said in _ASKED.items()
            if ours.get(question) is True and theirs.get(question) is False
        ]
    return list(dict.fromkeys(found))


def unpickled(python: Path, calls: Sequence[LayerCall]) -> dict[str, bool]:
    """Of each Paddle code that makes a layer whether `pickle` refuses it, and not torch's."""
    known = [(call, call.paddle) for call in calls if call.paddle is not None]
    asked = {"copied": True}
    torch = answers(python, "torch", [piece(c, f"result = {c.torch}") | asked for c, _ in known])
    paddle = answers(python, "paddle", [piece(c, written) | asked for c, written in known])
    return {
        written: theirs["pickled"] is not True
        for (_, written), ours, theirs in zip(known, torch, paddle, strict=True)
        if ours.get("pickled") is True and "pickled" in theirs
    }


def holding(code: str, known: Collection[str] = ()) -> set[str]:
    """The names that functions in code of a mapping look up when they are called.

    In a loop, or where a name gets something else, they find what it has become by then.
    """
    nodes = list(ast.walk(ast.parse(code)))
    # What is called where it stands is over then, with all that it holds.
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    at_once = [one for one in nodes if isinstance(one, ast.Lambda) and id(one) in called]
    bound = {one.arg for function in at_once for one in function.args.args}
    found: set[str] = set()
    for function in (one for one in nodes if isinstance(one, ast.Lambda) and id(one) not in called):
        own = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        names = [node for node in ast.walk(function.body) if isinstance(node, ast.Name)]
        own |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
        found |= {node.id for node in names} - own - bound
    return found - {"paddle", *dir(builtins), *known}
