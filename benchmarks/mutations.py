"""The share of faults, put into real entries one at a time, that the linter notices.

Run it with `.venv/bin/python benchmarks/mutations.py`. Stale results (PM8xx) do not count as
noticed: they would notice every change of code. With `--execute`, faults in code that the linter
passes are also run by `verify-mappings`, and falsified where they run as expected: a fault after
which an example does not see what it shows is noticed, too. The seed chooses the place of each
fault. Rules and examples have been improved after what survived of some seeds (1, 21, 22, 31 to
33), so another seed tells more.

What a program can tell to change nothing is no fault: a keyword that passes its default left out,
the two arguments of a function in which they mean the same exchanged, 1 added to a number so large
that float32 has no such next one (it is doubled). What nobody can see on an ordinary machine is
one: a GPU is named, code that cannot be run is changed.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from executing import execute
from faults import FAULTS, IN_CODE, Data
from faults.common import bodies
from linting import Linter, dump

from mapping_model.corpus import Corpus

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Survivor:
    """A fault that the linter passes: its kind, the file, and its data with the fault."""

    kind: str
    path: str
    data: Data
    original: Data

    @property
    def title(self) -> str:
        """One line for the list of survivors."""
        return f"{self.kind}\t{self.path}\t{_difference(self.original, self.data)}"

    @property
    def executable(self) -> bool:
        """Whether execution can notice it: it is in code of an example that can be run."""
        changed = [
            example
            for body, before in zip(bodies(self.data), bodies(self.original), strict=True)
            for example, old in zip(
                body.get("examples", ()), before.get("examples", ()), strict=False
            )
            if example != old
        ]
        return self.kind in IN_CODE and not any("cannot_run" in example for example in changed)


def mutate(linter: Linter, seed: int, kinds: list[str]) -> tuple[Counter[str], list[Survivor]]:
    """Put every fault into every entry that has a place for it; count, and keep the survivors."""
    tried: Counter[str] = Counter()
    survivors: list[Survivor] = []
    for document in linter.corpus.written.values():
        before = linter.problems(document.name, dump(document.data))
        for kind in kinds:
            data = copy.deepcopy(document.data)
            if not FAULTS[kind](data, random.Random(f"{seed} {kind} {document.name}")):
                continue
            if data == document.data:
                continue
            tried[kind] += 1
            if not linter.problems(document.name, dump(data)) - before:
                survivors.append(Survivor(kind, document.name, data, document.data))
    return tried, survivors


def table(tried: Counter[str], left: Counter[str], title: str) -> None:
    """Print the share noticed, per kind and altogether."""
    print(f"\n{title}")
    for kind, count in sorted(tried.items(), key=lambda item: (-left[item[0]], item[0])):
        print(f"{(count - left[kind]) / count:8.1%}  {count - left[kind]:5} of {count:5}  {kind}")
    total, passed = sum(tried.values()), sum(left.values())
    print(f"{(total - passed) / total:8.2%}  {total - passed:5} of {total:5}  all kinds")


def main() -> int:
    """Measure and print; return 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=FAULTS, help="only faults of this kind")
    parser.add_argument("--survivors", metavar="FILE", help="list what the linter passes")
    parser.add_argument("--execute", type=int, metavar="N", help="run N survivors per kind")
    options = parser.parse_args()
    linter = Linter(Corpus.load(ROOT / "mappings"))
    tried, survivors = mutate(linter, options.seed, options.kind or list(FAULTS))
    table(tried, Counter(s.kind for s in survivors), "Noticed by the linter alone")
    if options.survivors:
        Path(options.survivors).write_text("".join(f"{s.title}\n" for s in survivors), "utf-8")
    if options.execute:
        in_code = [s for s in survivors if s.executable]
        sample = _sample(in_code, options.execute, options.seed)
        ran = Counter(s.kind for s in sample)
        for command in ("run", "falsify"):
            passed = execute(ROOT, [(s.path, dump(s.data)) for s in sample], command)
            sample = [s for s, silent in zip(sample, passed, strict=True) if silent]
            title = f"Of a sample of these, in code that can be run, noticed up to `{command}`"
            table(ran, Counter(s.kind for s in sample), title)
        left = Counter(s.kind for s in sample)
        if options.survivors:
            with Path(options.survivors).open("a", encoding="utf-8") as file:
                file.writelines(f"executed: {s.title}\n" for s in sample)
        _overall(tried, survivors, ran, left)
    return 0


def _sample(survivors: list[Survivor], size: int, seed: int) -> list[Survivor]:
    """At most `size` of each kind."""
    shuffled = random.Random(seed).sample(survivors, len(survivors))
    seen: Counter[str] = Counter()
    kept = []
    for survivor in shuffled:
        seen[survivor.kind] += 1
        if seen[survivor.kind] <= size:
            kept.append(survivor)
    return kept


def _overall(
    tried: Counter[str], survivors: list[Survivor], ran: Counter[str], left: Counter[str]
) -> None:
    """The share noticed by either, with the sample standing for all survivors of its kind."""
    total, passed = sum(tried.values()), 0.0
    for kind, count in Counter(s.kind for s in survivors if s.executable).items():
        passed += count * left[kind] / ran[kind]
    beyond = Counter(s.kind in IN_CODE for s in survivors if not s.executable)
    noticed = total - passed - sum(beyond.values())
    print(f"\nNoticed by the linter or by executing: {noticed / total:.2%} of {total}")
    print(
        f"Not noticed: {passed:.0f} in code that was run, {beyond[True]} in code that cannot be run"
    )
    print(f"on an ordinary machine, {beyond[False]} outside of code.")


def _difference(one: object, two: object, path: str = "") -> str:
    """The first place where two data differ."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        key = next((k for k in one if one[k] != two[k]), None)
        return _difference(one[key], two[key], f"{path}/{key}") if key is not None else path
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        place = next((i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b), None)
        return _difference(one[place], two[place], f"{path}/{place}") if place is not None else path
    return f"{path}: {one!r} -> {two!r}"[:400]


if __name__ == "__main__":
    sys.exit(main())
