"""Programs that go on: `python tests/states/state_programs.py [PART OF A NAME ...]`.

What has state, or is entered, may agree in one call and differ in the next. Each program, of
`programs.yaml` or `nested_contexts.py`, is written for Paddle as `show` does, or as its entry tells
a person, both are run, and what they append to `result` is compared step by step. Told are those
that differ, unless they say where a reader is told, and those that say so and differ no more.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nested_contexts
import yaml

from mapping_model.applying.code import candidates
from mapping_model.corpus import Corpus
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import find_interpreter

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from library_programs import answers

ROOT = Path(__file__).parents[2]
_INSIDE = Path(__file__).with_name("inside_states.py")
_PROGRAMS = Path(__file__).with_name("programs.yaml")


@dataclass(frozen=True, slots=True)
class Program:
    """Code for torch; that for Paddle where a person decides; and where a reader is told."""

    name: str
    torch: str
    paddle: str = ""
    told: str = ""


def programs() -> list[Program]:
    """Those that are written down, and those of all pairs of contexts."""
    written = yaml.safe_load(_PROGRAMS.read_text(encoding="utf-8"))
    found = [one for name, fields in written.items() for one in _spread(name, **fields)]
    return [*found, *(Program(*one) for one in nested_contexts.programs())]


def _spread(
    name: str, torch: str, paddle: str = "", told: str = "", each: Sequence[str] = ()
) -> Iterator[Program]:
    """One, or one with each of some expressions in the place of `MAKE`."""
    if not each:
        yield Program(name, torch, paddle, told)
    for one in each:
        yield Program(f"{name}: {one}", torch.replace("MAKE", one), paddle, told)


def converted(corpus: Corpus, found: Sequence[Program]) -> Iterator[tuple[Program, str]]:
    """Each with its code for Paddle; none where something is left to a person."""
    release = load_snapshot("paddle", PADDLE[-1])
    for one in found:
        if one.paddle:
            yield one, one.paddle
            continue
        written = candidates(one.torch, corpus.resolve, release, {})
        right = [other.code for other in written if not other.undone]
        yield one, right[0] if right else ""


def differing(python: Path, found: Sequence[tuple[Program, str]]) -> Iterator[tuple[Program, str]]:
    """The programs that torch ends and whose steps are others in Paddle, each with the first."""
    theirs = answers(python, _INSIDE, "torch", [one.torch for one, _ in found])
    ours = answers(python, _INSIDE, "paddle", [code for _, code in found])
    for (one, code), torch, paddle in zip(found, theirs, ours, strict=True):
        if not code:
            yield one, "not converted"
        elif torch["error"]:
            yield one, f"torch: {torch['error']}"
        elif what := _first(torch["steps"], paddle["steps"], paddle["error"]):
            yield one, what


def _first(torch: list[Any], paddle: list[Any], error: str) -> str:
    for number, (theirs, ours) in enumerate(zip(torch, paddle, strict=False)):
        if not alike(theirs, ours):
            return f"step {number}: {_short(theirs)} is {_short(ours)}"
    if error:
        return f"step {len(paddle)}: {error}"
    return "" if len(torch) == len(paddle) else f"{len(torch)} steps are {len(paddle)}"


def alike(one: Any, other: Any) -> bool:
    """Whether two values are equal, numbers nearly."""
    if isinstance(one, float) and isinstance(other, float):
        near = math.isclose(one, other, rel_tol=2e-4, abs_tol=1e-5)
        return near or (math.isnan(one) and math.isnan(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


def _short(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    if "items" in value:
        return f"[{', '.join(map(_short, value['items']))}]{value.get('keys', '')}"
    if "value" in value:
        return str(value["value"])
    needs = ", needs a gradient" if value.get("needs") else ""
    numbers = [round(one, 5) for one in value["real"][:12]]
    return f"{value.get('dtype', value['kind'])} {value['shape']} {numbers}{needs}"


def main() -> int:
    """Tell them."""
    parts = [one for one in sys.argv[1:] if not one.startswith("-")]
    found = [one for one in programs() if not parts or any(part in one.name for part in parts)]
    written = list(converted(Corpus.load(ROOT / "mappings"), found))
    if "--code" in sys.argv:
        for one, code in written:
            print(f"--- {one.name}\n{code or one.torch}")
    told = dict(differing(find_interpreter(None, ("torch", "paddle")), written))
    wrong = [(one, what) for one, what in told.items() if not one.told]
    wrong += [(one, "differs no more") for one in found if one.told and one not in told]
    for one, what in wrong:
        print(f"{one.name}: {what}")
    if "--told" in sys.argv:
        for one, what in told.items():
            if one.told:
                print(f"told: {one.name} ({one.told}): {what}")
    print(f"{len(found)} programs, {len(wrong)} differ and are not told")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
