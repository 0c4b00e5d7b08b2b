"""The logarithm of the Jacobian of two transforms after each other: equal, or told by a limit."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from library_programs import BOTH, answers
from mapping_model.applying.code import rewrite_tree
from mapping_model.entry import Entry
from mapping_model.limits.standing import open_limits
from mapping_model.snapshots import paddle_snapshot
from mapping_model.syntax import parsed
from whole import corpus

_D = "torch.distributions"
PARTS = {
    "affine": f"{_D}.AffineTransform(0.5, 2.0)",
    "exp": f"{_D}.ExpTransform()",
    "sigmoid": f"{_D}.SigmoidTransform()",
    "flat": f"{_D}.ReshapeTransform((2, 2), (4,))",
    "square": f"{_D}.ReshapeTransform((4,), (2, 2))",
    "stick": f"{_D}.StickBreakingTransform()",
}
RUN = """\
import json, sys
import torch, paddle

def ran(code, library, made):
    scope = {"torch": torch, "paddle": paddle, "x": made}
    try:
        exec(code, scope)
        result = scope["result"]
        return [list(result.shape), result.reshape([-1]).tolist()]
    except Exception as error:
        return type(error).__name__

def both(codes, shape):
    size = 1
    for one in shape:
        size *= one
    values = [0.25 * one for one in range(size)]
    ours, theirs = torch.tensor(values).reshape(shape), paddle.to_tensor(values).reshape(shape)
    return [ran(codes[0], torch, ours), ran(codes[1], paddle, theirs)]

print(json.dumps([both(codes, shape) for *codes, shape in json.loads(sys.stdin.read())]))
"""


def _chains() -> Iterator[tuple[str, list[int]]]:
    for first in PARTS:
        # Two of the same shapes do not fit, which PyTorch does not see.
        for second in PARTS if first not in ("flat", "square") else PARTS.keys() - {first}:
            chain = f"{_D}.ComposeTransform([{PARTS[first]}, {PARTS[second]}])"
            code = f"t = {chain}\nresult = t.log_abs_det_jacobian(x, t(x))"
            shape = [2, 2] if "flat" in (first, second) and first != "square" else [4]
            yield code, shape


def _written(code: str) -> tuple[str, set[str]]:
    """The code for Paddle, and of which limits of chains are told."""
    found = rewrite_tree(parsed(code), corpus().resolve, paddle_snapshot(), mending=True)
    assert not found.undone
    limits = {
        one.limit.then.value
        for used in found.used
        if isinstance(used.entry, Entry) and used.entry.torch == f"{_D}.ComposeTransform"
        for one in open_limits(used, {}, paddle_snapshot().version)
    }
    return ast.unparse(found.tree), limits


def _unlike(ours: object, theirs: object) -> bool:
    match ours, theirs:
        case [shape, [*values]], [other, [*found]]:
            near = all(abs(a - b) < 1e-4 for a, b in zip(values, found, strict=False))
            return shape != other or not near
        case _:
            return not isinstance(ours, str)


@pytest.mark.sweeps
def test_chains_of_transforms(libraries: Path) -> None:
    """What differs has an `AffineTransform` of a number, which limits tell."""
    chains = [(code, *_written(code), shape) for code, shape in _chains()]
    given = [(code, written, shape) for code, written, _, shape in chains]
    *_, ran = answers(libraries, RUN, BOTH, given)
    pairs = zip(chains, ran, strict=True)
    unlike = [(code, told) for (code, _, told, _), (a, b) in pairs if _unlike(a, b)]
    assert len(unlike) > 2
    assert [code for code, _ in unlike if "AffineTransform" not in code] == []
    assert [code for code, told in unlike if not told] == []
