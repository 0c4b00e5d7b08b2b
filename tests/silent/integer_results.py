"""Integers that need a gradient: `python tests/silent/integer_results.py [API ...]`.

Integers and bools never need one in PyTorch. In Paddle those that an operation gives beside its
values do, such as the indices of `topk`: where floats are made of them, going backward goes there,
and may end the process. The examples of all entries run on inputs that need a gradient; told is
where an integer in the result needs one, unless the entry has the gotcha.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from silent_calls import ROOT, Call, answers, call, examples

from mapping_model.corpus import Corpus
from verify_mappings.command.environments import find_interpreter

GOTCHA = "integer-results"
# They say of what they do to a gradient, or make nothing but integers of numbers.
GOTCHAS = {GOTCHA, "int-cast-gradient"}
# Why others need no word.
KNOWN = {"torch.Tensor.view": "bits are no numbers that floats are made of"}
_MOST = 3
_NEEDING = """
def needing(one):
    if isinstance(one, dict):
        one = list(one.values())
    if isinstance(one, (list, tuple)):
        return [needs for part in one for needs in needing(part)]
    whole = isinstance(one, paddle.Tensor) and str(one.dtype).split(".")[-1][:3] in _WHOLE
    return [not one.stop_gradient] if whole else []
_WHOLE = ("int", "uin", "boo")
result = any(needing(result))
"""


def calls(corpus: Corpus, names: list[str], *, every: bool = False) -> Iterator[Call]:
    """A few of each entry that has no such gotcha; of `every` entry."""
    count: dict[str, int] = {}
    for name, entry, example in examples(corpus, names):
        if count.get(name, 0) >= _MOST or (not every and GOTCHAS & {*entry.gotchas}):
            continue
        found = call(corpus, name, example.torch, example)
        if found is not None and any("float" in dtype for _, _, dtype in found.inputs.values()):
            count[name] = count.get(name, 0) + 1
            yield replace(found, paddle=f"{found.paddle}\n{_NEEDING}")


def needing(python: Path, found: list[Call]) -> Iterator[Call]:
    """Those in whose result an integer needs a gradient."""
    for one, _, ours in answers(python, found, None, "gradients"):
        if ours.get("result", {}).get("real") == [1]:
            yield one


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(needing(find_interpreter(None, ("torch", "paddle")), found))
    told = [one for one in told if one.api not in KNOWN]
    for one in told:
        print(f"{one.api}: {one.torch.strip()!r}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} need one")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
