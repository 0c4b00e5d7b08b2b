"""Collectives in a group of two of three processes: `python tests/silent/groups.py [API]`.

Examples of two processes, of the entries that have a `group`, are run in a group of processes 0 and
1 of three, in torch and as the mapping writes them in the newest Paddle: once by the members alone,
and once by all three. Told is where a process gets something else in Paddle, or an error in Paddle
alone. What one that is no member meets is left out where the gotcha on groups is linked.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from silent_calls import ROOT, Answer, Call, answers, call

from mapping_model.calls.uses import dotted
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example
from verify_mappings.command.environments import find_interpreter

_INSIDE = Path(__file__).parent / "inside_groups.py"
_GOTCHA = "process-groups"
# Tensors count as equal up to here.
_NEAR = 1e-5


def calls(corpus: Corpus, names: Sequence[str], *, every: bool = False) -> Iterator[Call]:
    """Those of the members, and of all where the entry does not tell of others; or of `every`."""
    for name, entry, example in _examples(corpus, names):
        for alone in (True, False):
            if not alone and not every and _GOTCHA in entry.gotchas:
                continue
            code = within(example.torch, name, alone=alone)
            if code and (found := call(corpus, name, code, example)):
                yield found


def _examples(corpus: Corpus, names: Sequence[str]) -> Iterator[tuple[str, Entry, Example]]:
    """Of entries with a row `group`, the examples of two processes that raise nothing."""
    for name, entry in corpus.entries.items():
        if (names and name not in names) or entry.alias_of is not None:
            continue
        rows = [row.torch for variant in entry.variants for row in variant.params]
        if "group" not in rows:
            continue
        for _, example in entry.examples():
            if example.processes == 2 and not example.cannot_run and not example.compare.raises:
                yield name, entry, example


def within(code: str, api: str, *, alone: bool = False) -> str:
    """The code in a group of processes 0 and 1, run by these `alone`; empty if it has groups."""
    tree = ast.parse(code)
    family = api.rpartition(".")[0]
    if "group" in code.replace("group_src", "").replace("group_dst", ""):
        return ""
    for node in ast.walk(tree):
        called = dotted(node.func) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and called and _takes_group(called, family):
            node.keywords.append(ast.keyword("group", ast.Name("group", ast.Load())))
    body = ast.unparse(tree)
    if alone:
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        body = f"result = None\nif torch.distributed.get_rank() < 2:\n{lines}"
    return f"group = torch.distributed.new_group([0, 1])\n{body}"


def _takes_group(called: str, family: str) -> bool:
    last = called.removeprefix(f"{family}.")
    return last != called and "." not in last and not last.startswith(("is_", "init_", "P2P"))


def differing(python: Path, found: Sequence[Call]) -> Iterator[tuple[Call, str]]:
    """The calls of which a process gets something else."""
    for one, theirs, ours in answers(python, found, inside=_INSIDE):
        for rank, (torchs, paddles) in enumerate(
            zip(theirs["result"], ours["result"], strict=True)
        ):
            if "error" not in torchs and not _alike(torchs, paddles):
                yield one, f"process {rank}: {paddles.get('error', 'other values')}"
                break


def _alike(one: Answer, other: Answer) -> bool:
    """Whether answers have the same values, all the way down."""
    if "error" in other or one.keys() != other.keys():
        return False
    return all(_same(one[key], other[key]) for key in one if key not in ("kind", "dtype"))


def _same(one: object, other: object) -> bool:
    match one, other:
        case dict(), dict():
            return _alike(one, other)
        case list(), list():
            return len(one) == len(other) and all(map(_same, one, other))
        case float(), float():
            return abs(one - other) <= _NEAR * max(1, abs(one))
    return one == other


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        print(f"{one.api}: {what}: {one.torch.strip()!r} as {one.paddle.strip()!r}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
