"""What gotchas say of functions, asked of their in-place twins: `python tests/notes/twins.py`.

Checks that show a departure are made in place as well, `paddle.clip(x, min=low)` as
`x.clip_(min=low)`, on the newest release. Told is where that comes to another end, an error in the
place of a wrong result or the other way round, since a sentence about the function is then not
true of the twin. What is in `KNOWN` has been looked at, and its text tells the twin apart.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.snapshots import PADDLE, load_snapshot, torch_snapshot
from verify_mappings.command.environments import find_interpreter

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from example_inputs import plain_inputs
from library_programs import answers

ROOT = Path(__file__).parents[2]
KNOWN = {
    "clip-bounds": "the text says what is so in place",
    "comparison-scalar": "the twin refuses numbers, an error that nobody misses",
}

# Runs `code` in one library, and tells the outcome: the error, or all tensors by their names.
_INSIDE = """
import importlib, json, os, sys, warnings
import numpy as np
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
warnings.filterwarnings("ignore")
L = importlib.import_module(sys.argv[1])
for code, inputs in json.load(sys.stdin):
    try:
        names = {sys.argv[1]: L}
        for name, (kind, value, dtype) in inputs.items():
            if kind == "random":
                value = np.random.default_rng(7).normal(size=value[0]) * 3
            made = np.asarray(value, dtype) if kind != "value" else value
            to = L.tensor if sys.argv[1] == "torch" else L.to_tensor
            names[name] = made if kind == "value" else to(made)
        exec(code, names)
        told = np.asarray(names["result"].detach().numpy(), "float64").tolist()
    except Exception as error:
        told = type(error).__name__
    answers.write(json.dumps(told) + chr(10))
"""


def twin(code: str, release: str) -> str | None:
    """The same call in place; None where there is none."""
    tree = ast.parse(code)
    call = getattr(tree.body[-1], "value", None) if len(tree.body) == 1 else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        return None
    owner = ast.unparse(call.func.value)
    library = owner.partition(".")[0]
    function = f"{call.func.attr}_"
    own = call.args[0] if library in ("torch", "paddle") and call.args else call.func.value
    rest = call.args[1:] if library in ("torch", "paddle") else call.args
    snapshot = torch_snapshot() if release == "torch" else load_snapshot("paddle", release)
    if not isinstance(own, ast.Name) or own.id in ("torch", "paddle"):
        return None
    if snapshot.get(f"{snapshot.library}.Tensor.{function}") is None:
        return None
    made = ast.Call(ast.Attribute(own, function, ast.Load()), rest, call.keywords)
    return f"{ast.unparse(made)}\nresult = {own.id}"


def calls(corpus: Corpus) -> Iterator[tuple[str, Example, str, str]]:
    """The checks of gotchas that depart, and both sides in place."""
    for name, gotcha in corpus.gotchas.items():
        for _, example in gotcha.examples():
            if example.expect == "equal" or example.cannot_run or example.paddle is None:
                continue
            torch, paddle = twin(example.torch, "torch"), twin(example.paddle, PADDLE[-1])
            if torch and paddle:
                yield name, example, torch, paddle


def ends(python: Path, library: str, pieces: list[tuple[str, Example]]) -> list[object]:
    """How each ends: the name of an error, or values."""
    sent = [(code, plain_inputs(example)) for code, example in pieces]
    return answers(python, _INSIDE, library, sent)


def told(python: Path, found: list[tuple[str, Example, str, str]]) -> Iterator[tuple[str, str]]:
    """The gotchas whose checks come to another end in place, and what it is."""
    kinds = {}
    for kind, codes in {
        "plain": [(e.torch, e.paddle or "", e) for _, e, _, _ in found],
        "in place": [(torch, paddle, e) for _, e, torch, paddle in found],
    }.items():
        torch = ends(python, "torch", [(one, e) for one, _, e in codes])
        paddle = ends(python, "paddle", [(one, e) for _, one, e in codes])
        kinds[kind] = [_kind(a, b) for a, b in zip(torch, paddle, strict=True)]
    for (name, _, _, code), plain, inside in zip(found, *kinds.values(), strict=True):
        if plain != inside and inside not in ("torch raises", "equal"):
            yield name, f"{plain}, in place {inside}: {code.splitlines()[0]}"


def _kind(torch: object, paddle: object) -> str:
    if isinstance(torch, str):
        return "torch raises"
    if isinstance(paddle, str):
        return "raises"
    return "equal" if torch == paddle else "differs"


def main() -> int:
    """Tell what nobody has looked at."""
    found = list(calls(Corpus.load(ROOT / "mappings")))
    seen = list(told(find_interpreter(None, ("torch", "paddle")), found))
    for name, what in seen:
        print(f"{name}: {what}{'' if name not in KNOWN else ' (known)'}")
    print(f"{len(found)} checks made in place, {len(seen)} come to another end")
    return any(name not in KNOWN for name, _ in seen)


if __name__ == "__main__":
    sys.exit(main())
