"""Whoever changes how outcomes come about says whether recorded results still hold."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from mapping_model.results import HARNESS

LINT = Path(__file__).parents[2] / "lint"
PINNED = Path(__file__).with_name("harness.json")
# All that decides what an example gives; tolerances are part of the hash of each example.
DECIDING = (
    "verify_mappings/inside/*.py",
    "verify_mappings/judging/*.py",
    "verify_mappings/job.py",
    "verify_mappings/processor.py",
    "verify_mappings/worker.py",
    "verify_mappings/recording*.py",
    "verify_mappings/runs/verifier.py",
    "mapping_model/inputs.py",
)
# Fields of syntax trees that hold types only.
TYPES = ("annotation", "returns")
CHANGED = f"""
What decides the outcomes of examples is not what it was when this was last confirmed.

1. Can any example come out differently (other outcome, gradient, drop-in state, other inputs)?
   Then raise HARNESS in lint/mapping_model/results.py, and run all examples again:
   verify-mappings matrix.
2. In either case confirm it: write this line to {PINNED.relative_to(LINT.parent)}:
"""


def digest(sources: list[str]) -> str:
    """A digest of what modules do: no docstrings, imports, order or names of modules matter."""
    parts = sorted(part for source in sources for part in _parts(ast.parse(source)))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _parts(module: ast.Module) -> Iterator[str]:
    """The statements of a module in a form that is the same on every Python."""
    modules = {
        alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("verify_mappings.")
        for alias in node.names
        if alias.name.islower()
    }
    yield from filter(None, (_told(statement, modules) for statement in module.body))


def _told(node: object, modules: set[str]) -> str:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant(str())):
            return ""
        case ast.Attribute(ast.Name(name), attribute) if name in modules:
            return f"Name({attribute})"  # a function called by the name of its module, or without
        case ast.Name(name):
            return f"Name({name})"
        case ast.AST():
            fields = ((name, _told(value, modules)) for name, value in ast.iter_fields(node))
            inner = " ".join(
                f"{name}={text}" for name, text in fields if text and name not in TYPES
            )
            return f"{type(node).__name__}({inner})"
        case list():
            return " ".join(filter(None, (_told(item, modules) for item in node)))
    return "" if node is None else repr(node)


def test_a_change_of_what_decides_outcomes_is_confirmed() -> None:
    files = [path for pattern in DECIDING for path in sorted(LINT.glob(pattern))]
    assert len(files) > 15
    now = {"harness": HARNESS, "digest": digest([path.read_text("utf-8") for path in files])}
    pinned = json.loads(PINNED.read_text("utf-8"))
    assert pinned == now, f"{CHANGED}   {json.dumps(now)}\n"


SOURCE = '''"""Doc."""

from verify_mappings.inside import arrays
from verify_mappings.inside.library import same

LIMIT = 3

def first(x):
    """Doc."""
    return arrays.input_array(x) + LIMIT

def second(x):
    # A comment.
    return same(x)
'''
SAME = {
    "a docstring": SOURCE.replace("Doc.", "Another."),
    "a comment": SOURCE.replace("# A comment.", ""),
    "a layout": SOURCE.replace("return same(x)", "return (\n        same(x)\n    )"),
    "a moved module": SOURCE.replace("verify_mappings.inside", "verify_mappings.elsewhere"),
    "a type": SOURCE.replace("def first(x)", "def first(x: int) -> float"),
    "a renamed module": SOURCE.replace("arrays", "tables"),
}
OTHER = {
    "a number": SOURCE.replace("LIMIT = 3", "LIMIT = 4"),
    "an operator": SOURCE.replace("+", "-"),
    "a call": SOURCE.replace("return same(x)", "return x"),
    "a string": SOURCE.replace("LIMIT = 3", "LIMIT = '3'"),
}


def test_what_changes_nothing_does_not_change_the_digest() -> None:
    for what, text in SAME.items():
        assert text != SOURCE
        assert digest([text]) == digest([SOURCE]), what
    # Functions that move to another module, and modules in another order.
    start = SOURCE.index("def second")
    assert digest([SOURCE[start:], SOURCE[:start]]) == digest([SOURCE])


def test_what_changes_anything_changes_the_digest() -> None:
    assert len({digest([text]) for text in [SOURCE, *OTHER.values()]}) == len(OTHER) + 1
