"""Gradients through layers in evaluation: `python tests/layers/layer_evaluating.py [LAYER ...]`.

Each layer of an example is built, put into evaluation and called on inputs that need a gradient, in
double precision. Told is where the result or a gradient differs though the numbers are the same in
training, unless a limit of the entry speaks of evaluation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from layer_calls import ROOT, LayerCall, kinds, layer_calls

from mapping_model.applying.code import candidates
from mapping_model.corpus import Corpus
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import find_interpreter

sys.path.append(str(Path(__file__).parents[1] / "silent"))  # where calls are run, and no tests
from doubles import differing
from silent_calls import Call

_EVALUATION = "not training"


def calls(
    corpus: Corpus, found: Sequence[LayerCall], *, every: bool = False
) -> Iterator[tuple[Call, Call]]:
    """Each layer in training and in evaluation; of `every` entry, told or not."""
    for one in found:
        if one.forward and one.paddle is not None and (every or not _tells(corpus, one.layer)):
            pair = [_call(corpus, one, mode) for mode in ("train", "eval")]
            if pair[0] is not None and pair[1] is not None:
                yield pair[0], pair[1]


def _tells(corpus: Corpus, layer: str) -> bool:
    entry = corpus.resolve(layer) or corpus.entries[layer]
    return any(_EVALUATION in one.limit.when for one in placed_limits(entry, corpus.limits))


def _call(corpus: Corpus, one: LayerCall, mode: str) -> Call | None:
    inputs = {
        name: [kind, value, "float64" if dtype == "float32" else dtype]
        for name, (kind, value, dtype) in one.inputs.items()
        if name in one.forward
    }
    code = f"result = {one.torch}\nresult.{mode}()"
    release = load_snapshot("paddle", PADDLE[-1])
    for written in candidates(code, corpus.resolve, release, kinds(one.inputs)):
        if not written.undone:
            return Call(one.layer, code, written.code, inputs)
    return None


def otherwise(python: Path, found: Sequence[tuple[Call, Call]]) -> Iterator[tuple[Call, str]]:
    """The calls in evaluation that differ, and do not in training."""
    trained = {one.torch for one, _ in differing(python, [train for train, _ in found])}
    pairs = {evaluated.torch: train.torch for train, evaluated in found}
    for one, what in differing(python, [evaluated for _, evaluated in found]):
        if pairs[one.torch] not in trained:
            yield one, what


def main() -> int:
    """Tell them."""
    corpus = Corpus.load(ROOT / "mappings")
    wanted = [one for one in layer_calls(corpus) if one.layer in sys.argv[1:] or not sys.argv[1:]]
    found = list(calls(corpus, wanted))
    told = list(otherwise(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        print(f"{one.api}: {what}: {one.torch!r} as {one.paddle!r}")
    print(f"{len(found)} calls of {len({one.api for one, _ in found})} layers, {len(told)} differ")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
