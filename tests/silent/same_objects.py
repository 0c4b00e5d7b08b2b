"""Results that torch alone gives back as passed: `python tests/silent/same_objects.py [API ...]`.

Told is where the result is one of the inputs, such as `out`, the very object, and Paddle gives
another one, be it over the same memory: `r is x`, `r.grad` of a leaf and a later change of its size
are then others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from silent_calls import ROOT, Call, answers, call, examples

from mapping_model.corpus import Corpus
from verify_mappings.command.environments import find_interpreter

_OUT = "the row of `out` tells of it"
KNOWN = {
    "torch.multinomial": _OUT,
    "torch.normal": _OUT,
    "torch.dropout": "a limit tells that the result is a copy in evaluation",
}


def calls(corpus: Corpus, names: list[str]) -> Iterator[Call]:
    """All examples that are passed tensors."""
    for name, _, example in examples(corpus, names):
        found = call(corpus, name, example.torch, example)
        if found and any(kind != "value" for kind, _, _ in found.inputs.values()):
            yield found


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls whose result is an input in torch alone, and which one."""
    for one, theirs, ours in answers(python, found, torch):
        if "error" not in ours and (lost := {*theirs["result"]["is"]} - {*ours["result"]["is"]}):
            yield one, f"the result is not `{min(lost)}`"


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        known = f" ({KNOWN[one.api]})" if one.api in KNOWN else ""
        print(f"{one.api}: {one.torch.strip()!r} as {one.paddle.strip()!r}: {what}{known}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if {one.api for one, _ in told} - {*KNOWN} else 0


if __name__ == "__main__":
    sys.exit(main())
