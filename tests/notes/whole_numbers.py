"""Whole numbers where examples pass floats: `python tests/notes/whole_numbers.py [API ...]`.

Each float in the calls of an entry's examples becomes a whole number, `lr=0.1` becomes `lr=1`, one
at a time. Told is what PyTorch takes and Paddle refuses, by what the mapping writes in the newest
release, or computes otherwise, where no limit of the entry asks whether that argument is an int.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapping_model.applying.code import candidates
from mapping_model.applying.typing import TENSOR
from mapping_model.calls.uses import dotted
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import PADDLE, load_snapshot, torch_snapshot
from verify_mappings.command.environments import find_interpreter

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from example_inputs import all_inputs
from library_programs import answers

ROOT = Path(__file__).parents[2]

# Runs each piece in a process of its own; tells its error, or the values of tensors in `result`.
_INSIDE = """
import importlib, json, os, sys, warnings
import numpy as np
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
warnings.filterwarnings("ignore")
L = importlib.import_module(sys.argv[1])
TORCH = sys.argv[1] == "torch"

def made(kind, value, dtype, chosen):
    if kind == "value":
        return value
    if kind == "module":
        return eval(value[0] if TORCH else value[1], {**vars(L.nn), sys.argv[1]: L})
    if kind.startswith("random"):
        shape, low, high = value
        value = chosen.normal(size=shape) if low is None else chosen.uniform(low, high, shape)
    array = np.asarray(value).astype(dtype)
    if kind.endswith("parameter"):
        if TORCH:
            return L.nn.Parameter(L.tensor(array))
        one = L.create_parameter(list(array.shape), dtype)
        one.set_value(L.to_tensor(array))
        return one
    return L.tensor(array) if TORCH else L.to_tensor(array)

def said(code, inputs):
    try:
        chosen = np.random.default_rng(7)
        names = {sys.argv[1]: L}
        names |= {name: made(*spec, chosen) for name, spec in inputs.items()}
        exec(code, names)
        result = names.get("result")
        if isinstance(result, L.Tensor) and "float" in str(result.dtype):
            return np.asarray(result.detach().numpy(), "float64").tolist()
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:120]

for code, inputs in json.load(sys.stdin):
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writing, json.dumps(said(code, inputs)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        told = file.read() or b'"its process ended"'
    os.waitpid(pid, 0)
    answers.write(told.decode() + chr(10))
"""


@dataclass(frozen=True, slots=True)
class Piece:
    """A call with a whole number: which argument it is, the code for both, and inputs."""

    api: str
    argument: str
    torch: str
    paddle: str
    inputs: dict[str, Any]
    random: bool


def pieces(corpus: Corpus, names: list[str]) -> Iterator[Piece]:
    """Those of all entries, or of some."""
    release = load_snapshot("paddle", PADDLE[-1])
    for name, entry in corpus.entries.items():
        if (names and name not in names) or entry.alias_of is not None:
            continue
        resolved = corpus.resolve(name) or entry
        seen: set[str] = set()
        for _, example in resolved.examples():
            inputs = all_inputs(example)
            if example.cannot_run or example.compare.raises or _rounded(inputs):
                continue
            kinds = {n: TENSOR for n, (kind, _, _) in inputs.items() if kind not in _OTHERS}
            for argument, code in changed(example.torch, name):
                if argument in seen or _told(resolved, corpus, argument):
                    continue
                for one in candidates(code, corpus.resolve, release, kinds):
                    if not one.undone:
                        seen.add(argument)
                        random = bool(example.compare.random)
                        yield Piece(name, argument, code, one.code, inputs, random)
                        break


_OTHERS = ("value", "module")


def _rounded(inputs: dict[str, Any]) -> bool:
    """Whether NumPy lacks a dtype of theirs."""
    return any(dtype == "bfloat16" for _, _, dtype in inputs.values())


def _told(entry: Entry, corpus: Corpus, argument: str) -> bool:
    api = torch_snapshot().get(entry.torch)
    names = [one.name for one in api.signatures[0].by_position] if api and api.signatures else []
    if argument.isdigit() and int(argument) < len(names):
        argument = names[int(argument)]
    limits = (one.limit.when for one in placed_limits(entry, corpus.limits))
    return any(f"isa({argument}, int)" in when for when in limits)


def changed(code: str, api: str) -> Iterator[tuple[str, str]]:
    """The code with a whole number for one float that a call of the API is passed."""
    last = api.rpartition(".")[2]
    tree = ast.parse(code)
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and (dotted(call.func) or "").endswith(last)):
            continue
        given = [(str(place), value) for place, value in enumerate(call.args)]
        given += [(one.arg or "", one.value) for one in call.keywords]
        for argument, value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, float):
                before = value.value
                value.value = max(1, round(abs(before))) if abs(before) < 1e6 else 1
                yield argument, ast.unparse(tree)
                value.value = before


def refused(python: Path, found: list[Piece]) -> Iterator[tuple[Piece, str]]:
    """What PyTorch takes and Paddle does not, or otherwise."""
    theirs = asked(python, "torch", [(one.torch, one.inputs) for one in found])
    ours = asked(python, "paddle", [(one.paddle, one.inputs) for one in found])
    for piece, torch, paddle in zip(found, theirs, ours, strict=True):
        if isinstance(torch, str):
            continue
        if isinstance(paddle, str):
            yield piece, paddle
        elif torch is not None and not piece.random and not _alike(torch, paddle):
            yield piece, "differs"


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, list) or isinstance(other, list) or other is None:
        return False
    return bool(one == other or abs(one - other) <= 1e-4 + 1e-3 * abs(one))


def asked(python: Path, library: str, sent: list[Any]) -> list[Any]:
    """What became of code in one library: errors as text, or the values of `result`."""
    return answers(python, _INSIDE, library, sent)


def main() -> int:
    """Tell them."""
    found = list(pieces(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(refused(find_interpreter(None, ("torch", "paddle")), found))
    for piece, what in told:
        print(f"{piece.api} {piece.argument}: {piece.torch.strip()!r}: {what.splitlines()[0]}")
    print(f"{len(found)} arguments, {len(told)} are refused or differ")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
