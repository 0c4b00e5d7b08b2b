"""What keeps fewer digits than float64 has: `python tests/silent/doubles.py [API ...]`.

The float32 inputs of all examples become float64, as does the default dtype, and what the calls
give, with its gradients, is held against torch to 1e-10 of the largest value. Told is what differs
where no limit asks for float64, no text of the entry speaks of digits or of float32, and the gotcha
`numbers-in-float32` is not linked. `KNOWN` says of what is left why it is no loss of digits.
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
from mapping_model.limits.sharing import placed_limits
from verify_mappings.command.environments import find_interpreter

_WIDER = {"float32": "float64", "complex64": "complex128"}
_NARROW = re.compile(r"float32|float16|\.float\(|\.half\(|complex64|default_dtype|autocast")
_SAYS = re.compile(r"\bdigits\b|\b(?:in|to|through) float32")
_GOTCHAS = {"numbers-in-float32"}
_CLOSE = 1e-10
_EQUAL = "weights of 0.3 make all features equal, and a normalisation divides rounding by itself"
KNOWN = {
    **{f"torch.nn.Transformer{name}": _EQUAL for name in ("", "Decoder", "Encoder")},
    **{f"torch.nn.Transformer{name}Layer": _EQUAL for name in ("Decoder", "Encoder")},
    "torch.pinverse": "a limit tells of the gradient",
    "torch.Tensor.pinverse": "a limit tells of the gradient",
    "torch.nn.functional.binary_cross_entropy": "divided by 1e-12, as the example says",
    "torch.nn.BCELoss": "divided by 1e-12, as the example says",
    "torch.nn.functional.kl_div": "the example divides integers, which gives float32 in Paddle",
    "torch.nn.KLDivLoss": "the example divides integers, which gives float32 in Paddle",
    "torch.hamming_window": "without `dtype` it is float32, a matter of the default dtype",
    "torch.distributions.PowerTransform": "the numbers of `Normal`, whose entry tells it",
    "torch.optim.Optimizer.load_state_dict": "the factors of `Momentum`, which `SGD` tells of",
    "torch.nn.CrossEntropyLoss": "here no dtype of the target is known, so other code is written",
}


def calls(corpus: Corpus, names: list[str], *, every: bool = False) -> Iterator[Call]:
    """The calls on float64 of the entries that do not tell it; of `every` entry."""
    for name, entry, example in examples(corpus, names):
        compare = example.compare
        if compare.random or _NARROW.search(example.torch) or (not every and tells(entry, corpus)):
            continue
        found = call(corpus, name, example.torch, example)
        if found and not _NARROW.search(found.paddle) and _has_floats(found):
            yield replace(found, inputs=_wider(found.inputs))


def tells(entry: Entry, corpus: Corpus) -> bool:
    """Whether an entry speaks of digits, in its limits, notes or gotchas."""
    limits = [one.limit for one in placed_limits(entry, corpus.limits)]
    texts = [one.text.en for one in limits if one.text and "float64" in one.when]
    texts += [note.en for variant in entry.variants for note in variant.notes]
    return any(map(_SAYS.search, texts)) or bool(_GOTCHAS & {*entry.gotchas})


def _has_floats(one: Call) -> bool:
    """Whether all numbers in tensors are floats; what integers become is another question."""
    dtypes = {dtype for _, _, dtype in one.inputs.values() if dtype}
    return not any(dtype.startswith(("int", "uint")) for dtype in dtypes) or "float32" in dtypes


def _wider(inputs: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [kind, value, _WIDER.get(dtype, dtype)]
        for name, (kind, value, dtype) in inputs.items()
    }


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls with other digits, and how far apart they are."""
    for one, theirs, ours in answers(python, found, torch, "gradients"):
        if "error" in ours:
            continue
        both = theirs.keys() & ours.keys()
        for name in sorted(both, key=lambda one: (one != "result", one)):
            if (far := _apart(theirs[name], ours[name])) > _CLOSE:
                yield one, f"{name} is {far:.1e} off"
                break


def _apart(one: Answer, other: Answer) -> float:
    """How far apart floats are, of the largest one."""
    if "items" in one and "items" in other:
        pairs = zip(listed(one), listed(other), strict=False)
        return max((_apart(a, b) for a, b in pairs), default=0.0)
    if one.get("dtype", "float64") not in ("float64", "complex128"):
        return 0.0
    pairs = [
        (a, b)
        for part in ("real", "imag")
        for a, b in zip(one.get(part, []), other.get(part, []), strict=False)
        if a == a and b == b and abs(a) != float("inf") and abs(b) != float("inf")
    ]
    most = max((abs(a) for a, _ in pairs), default=0.0)
    return max((abs(a - b) for a, b in pairs), default=0.0) / (most or 1.0)


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        known = f" ({KNOWN[one.api]})" if one.api in KNOWN else ""
        print(f"{one.api}: {what}: {one.torch.strip()!r} as {one.paddle.strip()!r}{known}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if {one.api for one, _ in told} - {*KNOWN} else 0


if __name__ == "__main__":
    sys.exit(main())
