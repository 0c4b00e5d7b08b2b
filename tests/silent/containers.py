"""Tuples that Paddle gives as lists, and the other way: `python tests/silent/containers.py [API]`.

Each call or attribute of an API in its examples is run by itself, in torch and as the mapping
writes it in the newest Paddle, and the types of what contains others are compared, all the way
down. Told is where one is a tuple and the other a list, so that `==` is false and `isinstance`
another, unless the entry names both. Names of the parts are left out: who asks for one that is not
there sees an error.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from silent_calls import ROOT, Answer, Call, call, examples, listed, unlike

from mapping_model.calls.uses import dotted
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from verify_mappings.command.environments import find_interpreter

# Gotchas that say it of every entry with them.
_GOTCHAS = {"parts-in-lists"}
# Why other containers need no word.
KNOWN = {
    "torch.svd": "the list is what was passed as `out`",
}
_SAYS = re.compile(r"\btuple\b.*\blist\b|\blist\b.*\btuple\b", re.DOTALL)


def calls(corpus: Corpus, names: list[str], *, every: bool = False) -> Iterator[Call]:
    """Those of the entries that do not tell it; of `every` entry."""
    for name, entry, example in examples(corpus, names):
        if not every and tells(entry):
            continue
        for code in alone(example.torch, name):
            if found := call(corpus, name, code, example):
                yield found


def tells(entry: Entry) -> bool:
    """Whether an entry has a sentence about its result that names both types, or a gotcha."""
    variants = entry.variants
    texts = [note.en for variant in variants for note in variant.notes]
    texts += [one.returns.note.en for one in variants if one.returns]
    return bool(_GOTCHAS & {*entry.gotchas}) or any(map(_SAYS.search, texts))


def alone(code: str, api: str) -> Iterator[str]:
    """The code up to a call or attribute of the API, which becomes the result."""
    last = api.rpartition(".")[2]
    tree = ast.parse(code)
    seen = set()
    for number, statement in enumerate(tree.body):
        nodes = list(ast.walk(statement))
        called = {id(one.func) for one in nodes if isinstance(one, ast.Call)}
        for node in nodes:
            inner = node.func if isinstance(node, ast.Call) else node
            if id(node) in called or (dotted(inner) or "").rpartition(".")[2] != last:
                continue
            if isinstance(inner, ast.expr) and (text := ast.unparse(node)) not in seen:
                seen.add(text)
                before = [ast.unparse(one) for one in tree.body[:number]]
                yield "\n".join([*before, f"result = {text}"])


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls whose results are contained otherwise."""
    return unlike(python, found, _otherwise, torch)


def _otherwise(one: Answer, other: Answer) -> Iterator[str]:
    if "items" not in one or "items" not in other:
        return
    kinds = [kind["kind"].removeprefix("named ").partition(" ")[0] for kind in (one, other)]
    if kinds[0] != kinds[1]:
        within = listed(one)
        yield f"{one['kind']} is {other['kind']} of {within[0]['kind'] if within else 'nothing'}"
    for ours, theirs in zip(listed(one), listed(other), strict=False):
        yield from _otherwise(ours, theirs)


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    left = [(one, what) for one, what in told if one.api not in KNOWN]
    for one, what in left:
        print(f"{one.api}: {what}: {one.torch.strip()!r} as {one.paddle.strip()!r}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(left)} differ")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
