"""What torch takes for a list of numbers, as `range(3)`, is no list for Paddle: it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from library_programs import BOTH, answers
from mapping_model.applying.code import EntryOf, rewrite_tree
from mapping_model.building import build_entry
from mapping_model.entry import Entry, Limit
from mapping_model.snapshots import paddle_snapshot
from mapping_model.syntax import parsed
from whole import corpus

DATA = {
    "torch": "torch.tensor",
    "paddle": "paddle.to_tensor",
    "category": "renamed-params",
    "params": [{"torch": "data", "paddle": "data"}],
    "examples": [{"torch": "result = torch.tensor([1, 2])", "paddle": "result = 0"}],
}
PLANTED = build_entry(DATA)
CASE = {
    "when": "isa(data, sequence)",
    "departs": "raises",
    "code": "paddle.to_tensor(list(data), **rest)",
    "example": {"torch": "result = torch.tensor(range(5))"},
}
RUN = """\
import collections, json, sys
import torch, paddle

def ran(code):
    try:
        exec(code, {"torch": torch, "paddle": paddle, "collections": collections})
    except Exception as error:
        return type(error).__name__
    return ""

print(json.dumps([[ran(code) for code in pair] for pair in json.loads(sys.stdin.read())]))
"""
SEQUENCES = ("range(3)", "collections.deque([1, 2])")


class _Instead(ast.NodeTransformer):
    """Puts another sequence in the place of the first list of numbers that a call passes."""

    def __init__(self, sequence: str) -> None:
        self._sequence = sequence
        self.done = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The call: by position, as all of these take it."""
        match node.args:
            case [ast.List(elts=[ast.Constant(), *_] as items), *others] if not self.done and all(
                isinstance(one, ast.Constant) for one in items
            ):
                self.done = True
                instead = parsed(self._sequence, mode="eval").body
                return ast.Call(node.func, [instead, *others], node.keywords)
        return self.generic_visit(node)


def _pairs(entry: Entry, entry_of: EntryOf) -> Iterator[tuple[str, str]]:
    """Calls of examples that need no inputs, with another sequence, and what becomes of them."""
    for _, example in entry.examples():
        for sequence in SEQUENCES if not example.inputs and not example.cannot_run else ():
            instead = _Instead(sequence)
            tree = instead.visit(parsed(example.torch))
            if not instead.done:
                continue
            code = ast.unparse(ast.fix_missing_locations(tree))
            old = parsed(f"import collections\n{code}")
            new = rewrite_tree(old, entry_of, paddle_snapshot(), mending=True)
            if not new.undone:
                yield code, ast.unparse(new.tree)


def _lost(pairs: list[tuple[str, str]], python: Path) -> list[str]:
    """What torch takes and Paddle refuses."""
    *_, ran = answers(python, RUN, BOTH, pairs)
    return [
        f"{torch}: {paddle}"
        for (torch, paddle), (a, b) in zip(pairs, ran, strict=True)
        if b and not a
    ]


def test_a_planted_call_is_found(libraries: Path) -> None:
    """With the limit it is written."""
    entry_of = {"torch.tensor": PLANTED}.get
    left = _lost([*_pairs(PLANTED, entry_of)], libraries)
    assert left[:1] == [
        "result = torch.tensor(range(3)): import collections\nresult = paddle.to_tensor(range(3))"
    ]
    assert len(left) == len(SEQUENCES)
    data = {"params": [{"torch": "data", "paddle": "data"}], "category": "renamed-params"}
    mended = build_entry(
        {"torch": "torch.tensor", "paddle": "paddle.to_tensor", **data, "cases": [CASE]}
    )
    pairs = [(a, b) for a, b in _pairs(PLANTED, {"torch.tensor": mended}.get)]
    assert _lost(pairs, libraries) == []


@pytest.mark.sweeps
def test_each_is_written_or_told(libraries: Path) -> None:
    """Those of which a limit asks `isa(data, sequence)` without code are told."""
    told, pairs = [], []
    for entry in corpus().entries.values():
        found = [*_pairs(entry, corpus().resolve)] if entry.alias_of is None else []
        limits = [limit for variant in entry.variants for limit in variant.limits]
        asks = [one for one in limits if isinstance(one, Limit) and "sequence)" in one.when]
        (told if any(one.instead is None for one in asks) else pairs).extend(found)
    alone = ("torch.asarray(", "torch.sparse_csr_tensor(")
    assert all(any(name in code for name in alone) for code, _ in told)
    assert len(pairs) > 30
    assert _lost(pairs, libraries) == []
