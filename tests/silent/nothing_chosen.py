"""Masks that choose nothing, and indices of no element: `python tests/silent/nothing_chosen.py`.

As for a batch without images. In the examples of functions and methods masks become false
everywhere and indices empty, and beside them each other tensor is empty, too, as what they choose.
Told is where PyTorch takes that and the process of Paddle ends, or the result has another shape or
other numbers, unless a limit asks for what is empty. Names of APIs behind it look at those alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from silent_calls import ROOT, Answer, Call, answers, call, examples, listed

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from verify_mappings.command.environments import find_interpreter

_OWNERS = {"torch", "torch.Tensor", "torch.nn.functional"}
# So many of the examples of an entry.
_EXAMPLES = 2
_ASKS = re.compile(r"\b(size|shape|numel|len)\b")
_MASK, _INDEX = "bool", ("int64", "int32")
# Why others need no word.
KNOWN: dict[str, str] = {}


def calls(corpus: Corpus, names: list[str], *, every: bool = False) -> Iterator[Call]:
    """All of entries that do not tell of what is empty; of `every` entry."""
    seen: dict[str, int] = {}
    for name, entry, example in examples(corpus, names):
        left = example.compare.random or (tells(entry) and not every)
        if name.rpartition(".")[0] not in _OWNERS or left:
            continue
        found = call(corpus, name, example.torch, example)
        made = list(variants(found)) if found is not None else []
        if made and seen.setdefault(name, 0) < _EXAMPLES:
            seen[name] += 1
            yield from made


def tells(entry: Entry) -> bool:
    """Whether a limit of an entry asks how many elements something has."""
    limits = (one for variant in entry.variants for one in variant.limits)
    return any(_ASKS.search(one if isinstance(one, str) else one.when) for one in limits)


def variants(one: Call) -> Iterator[Call]:
    """A call with masks and indices that choose nothing, and with another tensor empty, too."""
    tensors = [n for n, (kind, _, _) in one.inputs.items() if kind in ("random", "literal")]
    choosing = [n for n in tensors if one.inputs[n][2] in (_MASK, *_INDEX)]
    if not choosing or len(choosing) == len(tensors):
        return
    none = {**one.inputs, **{name: _none(*one.inputs[name]) for name in choosing}}
    yield replace(one, inputs=none)
    for other in tensors:
        if other not in choosing:
            yield replace(one, inputs={**none, other: _empty(*none[other])})


def _none(kind: str, value: Any, dtype: str) -> list[Any]:
    if dtype != _MASK:
        return _empty(kind, value, dtype)
    return ["random", [_shape(kind, value), -2.0, -1.0], dtype]  # positive ones are true


def _empty(kind: str, value: Any, dtype: str) -> list[Any]:
    return ["random", [[0, *_shape(kind, value)[1:]], 0, 1], dtype]


def _shape(kind: str, value: Any) -> list[int]:
    if kind == "random":
        return list(value[0])
    return [len(value), *_shape("", value[0])] if isinstance(value, list) and value else []


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls that PyTorch takes and that end the process of Paddle, or give something else."""
    for one, theirs, ours in answers(python, found, torch):
        if "error" in ours:
            if "its process ended" in ours["error"]:
                yield one, "the process ends"
            continue
        yield from ((one, what) for what in list(_otherwise(theirs["result"], ours["result"]))[:1])


def _otherwise(one: Answer, other: Answer) -> Iterator[str]:
    if "items" in one and "items" in other and len(one["items"]) == len(other["items"]):
        for ours, theirs in zip(listed(one), listed(other), strict=True):
            yield from _otherwise(ours, theirs)
        return
    if one.get("shape") != other.get("shape"):
        yield f"the shape is {other.get('shape')} for {one.get('shape')}"
    for a, b in zip(one.get("real", []), other.get("real", []), strict=False):
        if a == a and b == b and abs(a - b) > 1e-3 + 1e-3 * abs(a):
            yield f"{a!r} is {b!r}"


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        known = f" ({KNOWN[one.api]})" if one.api in KNOWN else ""
        shapes = {
            name: value[0] for name, (kind, value, _) in one.inputs.items() if kind == "random"
        }
        print(f"{one.api} {shapes}: {one.torch.strip()!r} as {one.paddle.strip()!r}: {what}{known}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if {one.api for one, _ in told} - {*KNOWN} else 0


if __name__ == "__main__":
    sys.exit(main())
