"""What is written for a class under another of its names."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from mapping_model.applying.code import candidates
from mapping_model.corpus import Corpus
from mapping_model.snapshots import PADDLE, load_snapshot
from mapping_model.types import Type

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load(ROOT / "mappings")


def test_members_are_written_the_same_under_every_name_of_a_class(corpus: Corpus) -> None:
    members: dict[str, list[str]] = defaultdict(list)
    for name in corpus.entries:
        owner, _, member = name.rpartition(".")
        members[owner].append(member)
    pairs = [
        (name, entry.alias_of, member)
        for name, entry in corpus.entries.items()
        if entry.alias_of and entry.alias_of.rpartition(".")[2][:1].isupper()
        for member in members[entry.alias_of]
    ]
    assert len(pairs) > 200
    different = [
        f"{name}.{member}"
        for name, own, member in pairs
        for use in (f"o.{member}(x)", f"o.{member}")
        if _written(corpus, name, use) != _written(corpus, own, use)
    ]
    assert different == []


def test_calls_are_written_the_same_under_every_name(corpus: Corpus) -> None:
    """Those of the examples of an entry, whatever the snapshot knows of its other names."""
    calls = [
        (name, node)
        for name, entry in corpus.entries.items()
        if entry.alias_of and not name.startswith("torch.Tensor.")
        for _, example in corpus.entries[entry.alias_of].examples()
        for node in ast.walk(ast.parse(example.torch))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == entry.alias_of
    ]
    assert len(calls) > 500
    different = []
    for name, node in calls:
        whole, own = ast.unparse(node), ast.unparse(node.func)
        other = name + whole.removeprefix(own)
        # What is left as it is has its own name.
        if _code(corpus, whole) != _code(corpus, other).replace(f"{name}(", f"{own}("):
            different.append(other)
    assert different == []


def test_a_member_is_known_under_the_name_that_scripts_use(corpus: Corpus) -> None:
    """PyTorch's guides have the scaler of gradients from `torch.cuda.amp`."""
    for name in ("torch.cuda.amp.GradScaler", "torch.amp.grad_scaler.GradScaler"):
        assert "set_incr_ratio(3.0)" in _written(corpus, name, "o.set_growth_factor(3.0)")
    code = "def f(s: torch.cuda.amp.GradScaler):\n    return s.set_growth_factor(3.0)"
    assert "set_incr_ratio(3.0)" in _code(corpus, code)


def _written(corpus: Corpus, class_: str, use: str) -> str:
    return _code(corpus, f"o = {class_}()\nresult = {use}").rpartition("\n")[2]


def _code(corpus: Corpus, code: str) -> str:
    release = load_snapshot("paddle", PADDLE[-1])
    *_, last = candidates(code, corpus.resolve, release, {"x": Type("Tensor")})
    return last.code
