"""The examples of all entries as calls that the looks in this folder change and run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapping_model.applying.code import candidates
from mapping_model.applying.typing import TENSOR
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example
from mapping_model.snapshots import PADDLE, load_snapshot

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
import library_programs
from example_inputs import all_inputs

ROOT = Path(__file__).parents[2]
_INSIDE = Path(__file__).parent / "inside_silent.py"
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """Code for both libraries, and its inputs as `example_inputs` has them."""

    api: str
    torch: str
    paddle: str
    inputs: dict[str, list[Any]]


def examples(corpus: Corpus, names: Sequence[str]) -> Iterator[tuple[str, Entry, Example]]:
    """Those of all entries, or of some, that need no other machine and raise nothing."""
    for name, entry in corpus.entries.items():
        if (names and name not in names) or entry.alias_of is not None:
            continue
        resolved = corpus.resolve(name) or entry
        for _, example in resolved.examples():
            if not example.cannot_run and not example.compare.raises and example.processes == 1:
                yield name, resolved, example


def call(
    corpus: Corpus, name: str, code: str, example: Example, release: str = PADDLE[-1]
) -> Call | None:
    """Torch code on the inputs of an example, as the mapping writes it; None where it does not."""
    inputs = all_inputs(example)
    kinds = {one: TENSOR for one, (kind, _, _) in inputs.items() if kind not in ("value", "module")}
    for one in candidates(code, corpus.resolve, load_snapshot("paddle", release), kinds):
        if not one.undone:
            return Call(name, code, one.code, inputs)
    return None


def answers(
    python: Path,
    calls: Sequence[Call],
    torch: Path | None = None,
    *options: str,
    inside: Path = _INSIDE,
) -> Iterator[tuple[Call, Answer, Answer]]:
    """Each call, and what it gives in torch and in Paddle, but where torch refuses it.

    `inside` is the program that runs them.
    """
    asked = [(one.torch, one.inputs) for one in calls]
    theirs = library_programs.answers(torch or python, inside, "torch", asked, *options)
    taken = [(one, said) for one, said in zip(calls, theirs, strict=True) if "error" not in said]
    asked = [(one.paddle, one.inputs) for one, _ in taken]
    ours = library_programs.answers(python, inside, "paddle", asked, *options)
    for (one, torchs), paddles in zip(taken, ours, strict=True):
        yield one, torchs, paddles


def unlike(
    python: Path,
    calls: Sequence[Call],
    otherwise: Callable[[Answer, Answer], Iterator[str]],
    torch: Path | None = None,
) -> Iterator[tuple[Call, str]]:
    """The calls that both take whose results are `otherwise`, each with the first such thing."""
    for one, theirs, ours in answers(python, calls, torch):
        if "error" not in ours:
            for what in otherwise(theirs["result"], ours["result"]):
                yield one, what
                break


def listed(one: Answer) -> list[Answer]:
    """The items of a container, of a dictionary its values."""
    return list(one["items"].values() if isinstance(one["items"], dict) else one["items"])
