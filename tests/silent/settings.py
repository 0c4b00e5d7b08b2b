"""What libraries say of themselves and of settings: `python tests/silent/settings.py [API ...]`.

The programs of `settings.yaml` ask for something in the plain state, before and after it is set,
within contexts, in decorators and behind an error, in torch and as the mapping writes them in the
newest Paddle. What sets something runs in a process of its own. Told is where they give something
else, or Paddle alone raises an error, unless the page of the API has the words of `told`, with its
gotchas; where these words are missing; and where nothing is other although a program has them.

What a program `asks` for is compared as a value and in the ways that code looks at one: its type,
text and truth, what it equals, whether it is a key.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from silent_calls import ROOT, Answer, Call, answers, call

from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.naming import path_for
from verify_mappings.command.environments import find_interpreter

_PROGRAMS = Path(__file__).with_suffix(".yaml")
_INPUTS = (("x", "float32[2, 3]"),)
# Results that are as near as this are equal; the rest of an answer is no value.
_NEAR = 1e-6
_NO_VALUES = {"needs", "needing", "is"}
_ASKS = """
def tried(question):
    try:
        return question()
    except Exception as error:
        return type(error).__name__

asked = {asks}
result = {{
    "type": type(asked).__name__ if type(asked).__module__ == "builtins" else "",
    "text": f"{{asked}}", "true": tried(lambda: bool(asked)), "is None": asked is None,
    "is True": asked is True, "is False": asked is False,
    "is a key": tried(lambda: {{asked: 1}}[asked]), "equals cpu": asked == "cpu",
    "equals cuda": asked == "cuda",
    "equals 0": tried(lambda: bool(asked == 0)), "equals 1": tried(lambda: bool(asked == 1)),
    "is in (cpu, cuda)": tried(lambda: asked in ("cpu", "cuda")),
}}
"""


@dataclass(frozen=True, slots=True)
class Program:
    """Code, the API whose page tells of it, and the words with which it tells of a difference."""

    of: str
    code: str
    told: str = ""

    @classmethod
    def read(cls, data: dict[str, str]) -> Program:
        """One of the file, where what it asks for may stand in place of the code."""
        code = data.get("code") or _ASKS.lstrip().format(asks=data["asks"])
        return cls(data["of"], code, data.get("told", ""))


def programs(names: Sequence[str] = (), path: Path = _PROGRAMS) -> list[Program]:
    """Those of a file, of all APIs or of some."""
    read = map(Program.read, yaml.safe_load(path.read_text("utf-8")))
    return [one for one in read if not names or one.of in names]


def wrong(
    python: Path, corpus: Corpus, asked: Sequence[Program], torch: Path | None = None
) -> Iterator[tuple[Program, str]]:
    """The programs with what is wrong with them: one thing each."""
    written: list[Call] = []
    of: dict[int, Program] = {}
    for one in asked:
        if found := call(corpus, one.of, one.code, Example("", "", _INPUTS)):
            written.append(found)
            of[id(found)] = one
        else:
            yield one, "the mapping does not write it"
        if one.told and one.told not in _page(corpus, one.of):
            yield one, "its page does not say what `told` has"
    for found, theirs, ours in answers(python, written, torch, "alone"):
        one = of[id(found)]
        other = next(_unlike(theirs, ours), "")
        if other and not one.told:
            yield one, other
        elif one.told and not other:
            yield one, "nothing is other"


def _unlike(theirs: Answer, ours: Answer) -> Iterator[str]:
    if "error" in ours:
        yield f"Paddle raises {ours['error']}"
        return
    for where, one, other in _pairs("result", theirs["result"], ours["result"]):
        if not _near(one, other):
            yield f"{where} is {other!r} in place of {one!r}"


def _pairs(where: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """What is to be equal, with where it stands."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if key not in _NO_VALUES:
                yield from _pairs(f"{where}.{key}", one[key], other[key])
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, pair in enumerate(zip(one, other, strict=True)):
            yield from _pairs(f"{where}[{place}]", *pair)
    else:
        yield where.replace(".items", ""), one, other


def _near(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=_NEAR) or (math.isnan(one) and math.isnan(other))
    return one == other


def _page(corpus: Corpus, api: str) -> str:
    """What an entry and its gotchas say, as it is written."""
    entry = corpus.entries.get(api)
    if entry is None:
        return ""
    if entry.alias_of:
        return _page(corpus, entry.alias_of)
    files = [path_for(api), *(f"gotchas/{name}.yaml" for name in entry.gotchas)]
    return " ".join(" ".join((ROOT / "mappings" / one).read_text("utf-8").split()) for one in files)


def main() -> int:
    """Tell them."""
    asked = programs(sys.argv[1:])
    python = find_interpreter(None, ("torch", "paddle"))
    found = list(wrong(python, Corpus.load(ROOT / "mappings"), asked))
    for one, what in found:
        print(f"{one.of}: {what}:\n{one.code}")
    print(f"{len(asked)} programs of {len({one.of for one in asked})} APIs, {len(found)} are wrong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
