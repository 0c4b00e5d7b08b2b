"""Where results show what was in memory, though a limit says otherwise: `tests/notes/memory.py`.

The examples of all limits that are about empty tensors, or say that Paddle gives zeros, are run on
the newest release with two different bytes in all memory that nothing has been written to. Told are
those whose results differ, unless the limit speaks of memory. Probes do not look there, since torch
refuses many of these calls, and what both ran is compared alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from mapping_model.applying.code import candidates
from mapping_model.corpus import Corpus
from mapping_model.entry import Example, Limit
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import find_interpreter

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from example_inputs import plain_inputs
from library_programs import answers

ROOT = Path(__file__).parents[2]
_EMPTY = re.compile(r"(size|shape\[.+\]|shape|len\(\w+\)) == 0|\b0 in \w+\.shape")
_ZEROS = re.compile(r"\b(zeros?|are 0|is 0)\b")
_MEMORY = "memory"

# Runs each piece twice in a process of its own, and tells whether the results are the same.
_INSIDE = """
import json, os, sys, warnings
import numpy as np
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
warnings.filterwarnings("ignore")
import paddle
from verify_mappings.inside.paddle_adapter import open_library
library = open_library()

def flat(value):
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return [value.detach().numpy().copy()] if isinstance(value, paddle.Tensor) else []

def ran(code, inputs, byte):
    names = {"paddle": paddle}
    for name, (kind, value, dtype) in inputs.items():
        if kind == "random":
            value = np.random.default_rng(7).normal(size=value[0]) * 3
        names[name] = value if kind == "value" else paddle.to_tensor(np.asarray(value, dtype))
    with library.filling(byte):
        exec(code, names)
    return [one for name in ("result", *inputs) for one in flat(names.get(name))]

def same(code, inputs):
    try:
        one, other = (ran(code, inputs, byte) for byte in (0x11, 0x77))
    except Exception:
        return True
    return len(one) == len(other) and all(
        a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
        for a, b in zip(one, other)
    )

for code, inputs in json.load(sys.stdin):
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writing, b"1" if same(code, inputs) else b"0")
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 1)
    os.close(reading)
    os.waitpid(pid, 0)
    answers.write(json.dumps(said != b"0") + chr(10))
"""


def asked(corpus: Corpus) -> Iterator[tuple[str, Limit, str]]:
    """The limits that the look is about, and what is written for their examples."""
    release = load_snapshot("paddle", PADDLE[-1])
    for name, entry in corpus.entries.items():
        for placed in placed_limits(corpus.resolve(name) or entry, corpus.limits):
            limit = placed.limit
            text = limit.text.en if limit.text else ""
            if limit.until is not None or not (_EMPTY.search(limit.when) or _ZEROS.search(text)):
                continue
            for one in candidates(limit.example.torch, corpus.resolve, release, {}):
                if not one.undone:
                    yield name, limit, one.code
                    break


def showing(python: Path, pieces: list[tuple[str, Example]]) -> list[bool]:
    """Of each piece of code, with the inputs of an example, whether memory shows in results."""
    sent = [(code, plain_inputs(example)) for code, example in pieces]
    return [not same for same in answers(python, _INSIDE, "paddle", sent)]


def untold(python: Path, corpus: Corpus) -> list[tuple[str, str]]:
    """The entries and conditions of limits that leave out that memory shows."""
    found = list(asked(corpus))
    shown = showing(python, [(code, limit.example) for _, limit, code in found])
    return [
        (name, limit.when)
        for (name, limit, _), shows in zip(found, shown, strict=True)
        if shows and not (limit.text and _MEMORY in limit.text.en)
    ]


def main() -> int:
    """Tell them."""
    corpus = Corpus.load(ROOT / "mappings")
    found = untold(find_interpreter(None, ("torch", "paddle")), corpus)
    for name, when in found:
        print(f"{name}: {when}")
    print(f"{len(list(asked(corpus)))} limits, {len(found)} do not say that memory shows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
