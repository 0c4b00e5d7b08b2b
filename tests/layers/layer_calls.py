"""The constructor calls of layers in the examples of their entries, in torch and in Paddle."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapping_model.applying.code import candidates
from mapping_model.applying.typing import TENSOR
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example
from mapping_model.snapshots import PADDLE, load_snapshot
from mapping_model.types import Type

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from example_inputs import plain_inputs

ROOT = Path(__file__).parents[2]
_LAYER = re.compile(r"torch\.nn\.[A-Z]\w+")
# What holds others, and what is no layer: of them nothing is kept as it was given.
_OTHER = {"torch.nn.Parameter", "torch.nn.Buffer"}

# Calls that examples lack, and that give their layers what no example gives.
_FURTHER = (
    *("torch.nn.MaxPool1d(2)", "torch.nn.MaxPool2d(2)", "torch.nn.MaxPool3d(2)"),
    *("torch.nn.AvgPool1d(2)", "torch.nn.AvgPool2d(2)", "torch.nn.AvgPool3d(2)"),
    *("torch.nn.AvgPool1d((2,), (3,), (1,))", "torch.nn.LPPool1d(2, 3)", "torch.nn.LPPool2d(2, 3)"),
    *("torch.nn.RMSNorm((2, 3))", "torch.nn.LayerNorm((2, 3), 1e-4)", "torch.nn.Tanh()"),
    *("torch.nn.InstanceNorm1d(4)", "torch.nn.InstanceNorm2d(4)", "torch.nn.InstanceNorm3d(4)"),
    *("torch.nn.Conv1d(3, 6, 3)", "torch.nn.Conv2d(3, 6, 3)", "torch.nn.Conv3d(3, 6, 3)"),
    *("torch.nn.LSTM(4, 3)", "torch.nn.CosineSimilarity(1, 1e-4)", "torch.nn.Flatten(1, 2)"),
    *("torch.nn.TripletMarginWithDistanceLoss(distance_function=None, margin=2.0)",),
)


# Calls that examples lack and that compute: with `ceil_mode` the last window of one dimension would
# begin behind the input, and another has one more.
_COMPUTING = {
    **{f"torch.nn.{kind}Pool2d((2, 3), 2, 1)": [1, 1, 3, 4] for kind in ("Avg", "Max")},
    **{f"torch.nn.{kind}Pool3d((2, 3, 3), 2, 1)": [1, 1, 3, 4, 4] for kind in ("Avg", "Max")},
}


@dataclass(frozen=True, slots=True)
class LayerCall:
    """A layer as one example builds it: torch's call, and what the mapping writes for it.

    `inputs` are the tensors that the call names and those that `forward` is passed.
    """

    layer: str
    torch: str
    paddle: str | None
    inputs: dict[str, Any] = field(default_factory=dict)
    forward: tuple[str, ...] = ()


def layer_calls(corpus: Corpus) -> list[LayerCall]:
    """All of them, each once."""
    release = load_snapshot("paddle", PADDLE[-1])
    found: dict[tuple[str, str, str | None], LayerCall] = {}
    for name, entry in corpus.entries.items():
        if not _LAYER.fullmatch(name) or name in _OTHER:
            continue
        source = corpus.resolve(name)
        examples = source.examples() if source else entry.examples()
        for _, example in examples:
            for torch, inputs, forward in _calls(example, source.torch if source else name):
                written = candidates(f"result = {torch}", corpus.resolve, release, kinds(inputs))
                for one in written:
                    code = one.code if not one.undone else _own(example, source or entry, inputs)
                    call = LayerCall(name, torch, code, inputs, forward)
                    found.setdefault((name, torch, code), call)
                    if not found[name, torch, code].forward:
                        found[name, torch, code] = call
    for torch in (*_FURTHER, *_COMPUTING):
        name, shape = torch.partition("(")[0], _COMPUTING.get(torch)
        inputs = {"x": ["random", [shape, None, None], "float32"]} if shape else {}
        for one in candidates(f"result = {torch}", corpus.resolve, release, {}):
            if not one.undone:
                call = LayerCall(name, torch, one.code, inputs, tuple(inputs))
                found.setdefault((name, torch, one.code), call)
    return list(found.values())


def _calls(example: Example, name: str) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    tree = ast.parse(example.torch)
    nodes = list(ast.walk(tree))
    inputs = plain_inputs(example)
    outer = {
        id(node.func): [ast.unparse(one) for one in node.args]
        for node in nodes
        if isinstance(node, ast.Call) and not node.keywords
    }
    for node in nodes:
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) == name):
            continue
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {"torch"}
        if not names - {"int", "float", "True", "False"} <= inputs.keys():
            continue
        passed = outer.get(id(node), [one for one in inputs if one not in names])
        known = passed if {*passed} <= inputs.keys() else []
        yield ast.unparse(node), {one: inputs[one] for one in inputs}, tuple(known)


def _own(example: Example, entry: Entry, inputs: dict[str, Any]) -> str | None:
    """How the example itself builds the layer in Paddle, where a person must decide."""
    targets = {one.paddle for one in entry.variants}
    try:
        nodes = ast.walk(ast.parse(example.paddle or ""))
    except SyntaxError:
        return None
    calls = [n for n in nodes if isinstance(n, ast.Call) and ast.unparse(n.func) in targets]
    names = {n.id for call in calls for n in ast.walk(call) if isinstance(n, ast.Name)}
    if len(calls) != 1 or not names - {"paddle", "int", "float"} <= inputs.keys():
        return None
    return f"result = {ast.unparse(calls[0])}"


def kinds(inputs: dict[str, Any]) -> dict[str, Type]:
    """The types of the inputs of a call."""
    return {name: TENSOR for name, (kind, _, _) in inputs.items() if kind != "value"}
