"""Results that need a gradient in one library: `python tests/silent/needed_gradients.py [API ...]`.

The inputs of all examples need gradients, random ones too. Told is where a tensor of floats in what
the mapping writes then needs one in Paddle and not in torch, or the other way round: a sample that
lets a gradient through makes that of a policy 0, without an error. `KNOWN` says how it is told, or
why it does no harm.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from silent_calls import ROOT, Answer, Call, answers, call, examples, listed

from mapping_model.corpus import Corpus
from verify_mappings.command.environments import find_interpreter

_KEPT = "the note of `Tensor.grad` tells that a gradient needs one itself"
_CONSTANT = "its gradient is 0, or nobody asks for it"
KNOWN = {
    **{f"torch.Tensor.{name}": _KEPT for name in ("grad", "retain_grad")},
    **{f"torch.autograd.{name}": _KEPT for name in ("Variable", "backward")},
    "torch.distributions.Distribution.rsample": _KEPT,
    "torch.nn.utils.clip_grads_with_norm_": _KEPT,
    "torch.optim.Optimizer.zero_grad": _KEPT,
    "torch.bernoulli": "a limit tells of it",
    "torch.Tensor.bernoulli": "a limit tells of it",
    "torch.lu_unpack": _CONSTANT,
    "torch.triangular_solve": _CONSTANT,
    "torch.Tensor.triangular_solve": _CONSTANT,
    "torch.special.modified_bessel_i0": "PyTorch has no gradient of it",
    "torch.special.modified_bessel_i1": "PyTorch has no gradient of it",
    "torch.no_grad": "PyTorch returns the input itself, which has one dimension",
    "torch.utils.data.DataLoader": "the examples tell that batches are copies",
}


def calls(corpus: Corpus, names: list[str]) -> Iterator[Call]:
    """All of them that have tensors of floats as inputs."""
    for name, _, example in examples(corpus, names):
        found = call(corpus, name, example.torch, example)
        if found and any(dtype.startswith("float") for _, _, dtype in found.inputs.values()):
            yield found


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls with a result that needs a gradient in one library alone."""
    for one, theirs, ours in answers(python, found, torch, "gradients"):
        if "error" in ours or not (theirs["result"]["needing"] and ours["result"]["needing"]):
            continue
        for what in _otherwise(theirs["result"], ours["result"]):
            yield one, what
            break


def _otherwise(one: Answer, other: Answer) -> Iterator[str]:
    if "items" in one and "items" in other and len(one["items"]) == len(other["items"]):
        for ours, theirs in zip(listed(one), listed(other), strict=True):
            yield from _otherwise(ours, theirs)
        return
    floats = all("needs" in part and "float" in part["dtype"] for part in (one, other))
    if floats and one["needs"] != other["needs"]:
        yield "it needs a gradient in " + ("torch alone" if one["needs"] else "Paddle alone")


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        known = f" ({KNOWN[one.api]})" if one.api in KNOWN else ""
        print(f"{one.api}: {one.torch.strip()!r} as {one.paddle.strip()!r}: {what}{known}")
    left = {one.api for one, _ in told} - {*KNOWN}
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
