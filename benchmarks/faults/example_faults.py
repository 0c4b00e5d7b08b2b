"""Faults in examples: which there are, their code, their inputs."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from typing import Any

from faults.common import (
    Data,
    bodies,
    fault,
    misspelt,
    pick_example,
)
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.falsify.changes import calls

_SIDES = ("torch", "paddle")
_LARGE = 2**24
# What gives the same, gradients too, when its two arguments change places.
_SYMMETRIC = re.compile(
    r"paddle\.(maximum|minimum|add|multiply|equal|not_equal|equal_all|broadcast_shape)$"
    r"|functional\.(mse_loss|l1_loss|cosine_similarity)$"
    r"|nn\.(MSELoss|L1Loss|CosineSimilarity)\([^()]*\)$"
)


@fault("all examples deleted")
def _(data: Data, rng: random.Random) -> bool:
    found = [body for body in bodies(data) if body.get("examples")]
    if found:
        del rng.choice(found)["examples"]
    return bool(found)


@fault("the example of a rewrite deleted")
def _(data: Data, rng: random.Random) -> bool:
    for body in bodies(data):
        rewritten = {r.get("torch") for r in body.get("params", ()) if r.get("do") == "rewrite"}
        kept = [e for e in body.get("examples", ()) if e.get("param") not in rewritten]
        if kept and len(kept) < len(body["examples"]):
            body["examples"] = kept
            return True
    return False


@fault("`param` of an example misspelt")
def _(data: Data, rng: random.Random) -> bool:
    found = [e for body in bodies(data) for e in body.get("examples", ()) if "param" in e]
    if found:
        example = rng.choice(found)
        example["param"] = example["param"] + "s"
    return bool(found)


def _code(data: Data, rng: random.Random) -> tuple[Data, str] | None:
    example = pick_example(data, rng)
    return None if example is None else (example, rng.choice(_SIDES))


@fault("a syntax error in code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    found = _code(data, rng)
    if found is None:
        return False
    example, side = found
    wrong = ((")", ""), ("(", ""), ("=", "＝"), (",", "，"))
    for old, new in rng.sample(wrong, len(wrong)):
        if old in example[side]:
            example[side] = example[side].replace(old, new, 1)
            return True
    return False


def _replace(
    data: Data,
    rng: random.Random,
    sides: tuple[str, ...],
    places: Callable[[ast.AST], Any],
    change: Callable[[ast.AST, random.Random], None],
) -> bool:
    """Change one node of the code of a random example, and write the code anew."""
    example = pick_example(data, rng)
    if example is None:
        return False
    side = rng.choice(sides)
    tree = ast.parse(example[side])
    nodes = [node for node in ast.walk(tree) if places(node)]
    if nodes:
        change(rng.choice(nodes), rng)
        example[side] = ast.unparse(tree) + "\n"
    return bool(nodes)


@fault("an undefined name in code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)

    return _replace(data, rng, _SIDES, places, lambda n, r: setattr(n, "id", f"{n.id}_"))


@fault("a keyword in code misspelt", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.keyword) and node.arg is not None

    return _replace(data, rng, _SIDES, places, lambda n, r: setattr(n, "arg", misspelt(n.arg, r)))


@fault("an attribute in code misspelt", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    return _replace(
        data,
        rng,
        _SIDES,
        lambda node: isinstance(node, ast.Attribute),
        lambda n, r: setattr(n, "attr", misspelt(n.attr, r)),
    )


@fault("a keyword dropped from the Paddle code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    # A keyword that passes the default may go: the call is the same without it.
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and bool(_unusual(node))

    def change(node: ast.AST, rng: random.Random) -> None:
        node.keywords.remove(rng.choice(_unusual(node)))

    return _replace(data, rng, ("paddle",), places, change)


def _unusual(call: ast.Call) -> list[ast.keyword]:
    """The keywords of a call that do not pass what the snapshot gives as their default."""
    (called,) = (c for c in calls(ast.Module([ast.Expr(call)], [])) if c.node is call)
    usual = [id(one.value) for one in called.passed if one.usual]
    return [keyword for keyword in call.keywords if id(keyword.value) not in usual]


@fault("a number in the Paddle code changed", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Constant) and type(node.value) in (int, float)

    def change(node: ast.AST, rng: random.Random) -> None:
        # Beyond what float32 tells apart, one more is the same number.
        node.value = node.value + 1 if abs(node.value) < _LARGE else node.value * 2

    return _replace(data, rng, ("paddle",), places, change)


@fault("a truth value in the Paddle code changed", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Constant) and isinstance(node.value, bool)

    return _replace(data, rng, ("paddle",), places, lambda n, r: setattr(n, "value", not n.value))


@fault("another function in the Paddle code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        plain = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        return plain and node.value.id == "paddle" and f"paddle.{node.attr}" in paddle_snapshot()

    others = ("abs", "sum", "transpose", "zeros_like", "exp", "sort", "mean", "concat")
    return _replace(
        data,
        rng,
        ("paddle",),
        places,
        lambda n, r: setattr(n, "attr", r.choice([o for o in others if o != n.attr])),
    )


@fault("arguments in the Paddle code exchanged", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        arguments = [ast.dump(argument) for argument in node.args]
        if len(arguments) == 2 and _SYMMETRIC.search(ast.unparse(node.func)):
            return False
        return arguments != arguments[::-1]

    return _replace(data, rng, ("paddle",), places, lambda n, r: n.args.reverse())


@fault("an input deleted", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    example = pick_example(data, rng)
    if example is None or not example.get("inputs"):
        return False
    del example["inputs"][rng.choice(list(example["inputs"]))]
    return True


@fault("an input that nothing uses", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    example = pick_example(data, rng)
    if example is not None:
        example["inputs"] = {**example.get("inputs", {}), "unused_input": [1.0]}
    return example is not None


@fault("a meaningless input", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    example = pick_example(data, rng)
    if example is None or not example.get("inputs"):
        return False
    example["inputs"][rng.choice(list(example["inputs"]))] = rng.choice(
        ("float31[2]", "float32[2, x]", "tensor", [[1], [2, 3]])
    )
    return True
