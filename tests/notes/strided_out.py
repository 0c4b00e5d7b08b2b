"""What calls write to an `out` that is not contiguous: `python tests/notes/strided_out.py`.

Each example that passes `out` is run in torch and, as the mapping writes it, in Paddle, `out` being
every second element of a tensor. Told are the entries where that tensor then holds something else
and no limit asks whether `out` is contiguous. `--python` is another interpreter, with an older
Paddle (`--release` says which).
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapping_model.applying.code import candidates
from mapping_model.applying.typing import TENSOR
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import find_interpreter

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from example_inputs import plain_inputs
from library_programs import answers

ROOT = Path(__file__).parents[2]
_ASKS = re.compile(r"contiguous\(out\)|contiguous\(t\) for t in out")

_INSIDE = """
import importlib, json, os, sys, warnings
import numpy as np
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
warnings.filterwarnings("ignore")
L = importlib.import_module(sys.argv[1])
to = L.tensor if sys.argv[1] == "torch" else L.to_tensor
for code, inputs, outs in json.load(sys.stdin):
    try:
        names, bases, chosen = {sys.argv[1]: L}, {}, np.random.default_rng(7)
        for name, (kind, value, dtype) in inputs.items():
            if kind == "value":
                names[name] = value
                continue
            if kind == "random":
                shape, low, high = value
                drawn = chosen.normal(size=shape), chosen.uniform(low or 0, high or 1, shape)
                value = drawn[low is not None]
            made = np.asarray(value).astype(dtype)
            if name in outs:
                bases[name] = to(np.stack([made, made], -1))
                names[name] = bases[name][..., 0]
            else:
                names[name] = to(made)
        exec(code, names)
        told = []
        for name in sorted(bases):
            array = bases[name].detach().numpy()
            told += [array.real.astype("float64").tolist(), array.imag.astype("float64").tolist()]
    except Exception as error:
        told = f"{type(error).__name__}: {error}"[:100]
    answers.write(json.dumps(told) + chr(10))
"""


@dataclass(frozen=True, slots=True)
class OutCall:
    """Code for both libraries, inputs, and which of these are written to."""

    api: str
    torch: str
    paddle: str
    inputs: dict[str, Any]
    outs: list[str]


def out_calls(corpus: Corpus, release: str = PADDLE[-1], *, every: bool = False) -> list[OutCall]:
    """The calls with `out` of all entries that have no limit for it; of `every` entry."""
    return [
        call
        for name, entry in corpus.entries.items()
        if entry.alias_of is None and (every or not _told(corpus.resolve(name) or entry, corpus))
        for call in _calls(name, corpus.resolve(name) or entry, corpus, release)
    ]


def _told(entry: Entry, corpus: Corpus) -> bool:
    return any(_ASKS.search(one.limit.when) for one in placed_limits(entry, corpus.limits))


def _calls(name: str, entry: Entry, corpus: Corpus, release: str) -> Iterator[OutCall]:
    for _, example in entry.examples():
        inputs, outs = plain_inputs(example), _outs(example.torch)
        if not outs or not {*outs} <= inputs.keys() or example.compare.random:
            continue
        kinds = {one: TENSOR for one, (kind, _, _) in inputs.items() if kind != "value"}
        snapshot = load_snapshot("paddle", release)
        for one in candidates(example.torch, corpus.resolve, snapshot, kinds):
            if not one.undone:
                yield OutCall(name, example.torch, one.code, inputs, outs)
                break


def _outs(code: str) -> list[str]:
    """The names that code passes as `out`."""
    passed = [
        n.value for n in ast.walk(ast.parse(code)) if isinstance(n, ast.keyword) and n.arg == "out"
    ]
    return sorted({n.id for value in passed for n in ast.walk(value) if isinstance(n, ast.Name)})


def elsewhere(
    python: Path, calls: list[OutCall], torch: Path | None = None
) -> Iterator[tuple[OutCall, str]]:
    """The calls that leave something else in memory, and the error where there is one."""
    asked = [(one.torch, one.inputs, one.outs) for one in calls]
    theirs = answers(torch or python, _INSIDE, "torch", asked)
    asked = [(one.paddle, one.inputs, one.outs) for one in calls]
    ours = answers(python, _INSIDE, "paddle", asked)
    for call, one, other in zip(calls, theirs, ours, strict=True):
        if isinstance(one, str):
            continue
        if isinstance(other, str):
            yield call, other
        elif not _alike(one, other):
            yield call, ""


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list):
        return (
            isinstance(other, list)
            and len(one) == len(other)
            and all(_alike(a, b) for a, b in zip(one, other, strict=True))
        )
    if isinstance(other, list):
        return False
    return bool(abs(one - other) <= 1e-4 + 1e-4 * abs(one)) or (one != one and other != other)


def main() -> int:
    """Tell them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path)
    parser.add_argument("--release", default=PADDLE[-1])
    options = parser.parse_args()
    newest = find_interpreter(None, ("torch", "paddle"))
    calls = out_calls(Corpus.load(ROOT / "mappings"), options.release)
    found = list(elsewhere(options.python or newest, calls, newest))
    for call, error in found:
        print(f"{call.api}: {call.torch.strip()!r} {error}")
    print(f"{len(calls)} calls, {len(found)} write elsewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
