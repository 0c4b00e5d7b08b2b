"""The torch code of every example, converted as a file of its own and run on the newest Paddle.

Run it with `.venv/bin/python benchmarks/converted.py`, with names of APIs for some only; all takes
15 minutes on two processors. The file makes the inputs first, as a stranger's would, so that what
they are is known from code alone; what follows is what `torch-to-paddle` writes, run by the
machinery of `verify-mappings` against the torch code. Two figures:

- of the examples for which the entry has code, those that are converted and equal. It has code
  where the record says that what the mapping writes is equal (`applied`); examples whose Paddle
  code only a person can write (`missing`, `context-change`, advice) are counted beside them;
- of the examples that are silently different, those that are told at their line or written so that
  they are equal. These are examples whose torch code, run on Paddle unchanged, gives something
  else, and those of limits that differ with what the mapping writes (`limits`), without the rare
  inputs that are not told on purpose: NaN, no elements, odd dtypes.

`--list` names each example that is missed, and why.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from convert_torch.converting import convert
from convert_torch.finding import Kind
from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.inputs import InputError, ModuleInput, ScalarInput, ValueInput, parse_input
from mapping_model.limits.sharing import placed_limits
from mapping_model.limits.standing import is_rare
from mapping_model.outcomes import Departure, DropIn, Outcome
from mapping_model.records import LIMITS_OF, read_results
from mapping_model.results import Applied, Result
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.runs.cases import ExampleCase, Task, cases_of
from verify_mappings.runs.executing import Setup, execute

MAPPINGS = Path(__file__).parents[1] / "mappings"
RELEASE = PADDLE[-1]
BELOW = "# The inputs stand above."
GOALS = {"with code": 0.97, "unchanged code": 0.99, "limits": 0.99}
_LEFT = (Kind.UNDECIDED, Kind.POSSIBLE)


@dataclass(frozen=True, slots=True)
class Ported:
    """An example: its Paddle code, what was said of its lines, and what running it gave."""

    case: ExampleCase
    recorded: Result
    code: str
    kinds: frozenset[Kind]
    condition: str = ""
    why: str = ""
    outcome: Outcome | None = None

    @property
    def equal(self) -> bool:
        """Whether it was written, and gives the same."""
        return self.outcome is Outcome.EQUAL

    @property
    def seen(self) -> bool:
        """Whether nothing is silent: it is equal, is told, or is left to a person."""
        return self.equal or self.outcome is None or Kind.SILENT in self.kinds

    def __str__(self) -> str:
        fate = self.outcome or "left"
        return f"{self.case.name} {self.case.key}: {fate}: {self.why}".replace("\n", " ")[:300]


def file_of(example: Example) -> str:
    """The torch code of an example as a file that makes its inputs first."""
    lines = ["import torch"]
    for name, spec in example.inputs:
        lines.append(f"{name} = {_making(spec)}")
    return "\n".join([*lines, BELOW, example.torch])


def _making(spec: object) -> str:
    try:
        parsed = parse_input(spec)
    except InputError:
        return "None"
    if isinstance(parsed, ModuleInput):
        return parsed.torch if parsed.torch.startswith("torch.") else f"torch.nn.{parsed.torch}"
    if isinstance(parsed, (ScalarInput, ValueInput)):
        return repr(parsed.value)
    return "torch.rand(2, 3)"


def ported(case: ExampleCase, recorded: Result, condition: str, shelf: Shelf) -> Ported:
    """An example with the code that the converter writes; nothing is run yet."""
    text = file_of(case.example)
    found = convert(text, shelf, load_snapshot("paddle", RELEASE))
    start = text[: text.index(BELOW)].count("\n") + 1
    told = [one for one in found.findings if one.line > start]
    left = [f"{one.api}: {one.text.en}" for one in told if one.kind in _LEFT]
    _, there, code = found.code.partition(BELOW)
    if not there:
        left.append("layout: what follows the inputs cannot be told from them")
    kinds = frozenset(one.kind for one in told)
    return Ported(case, recorded, code.lstrip(), kinds, condition, " ".join(left))


def run(found: Iterable[Ported]) -> Iterator[Ported]:
    """The same with the outcomes of those that were written."""
    everything = list(found)
    python = Path(sys.executable)
    setup = Setup(python, {RELEASE: python}, None, 20.0, drop_in=False)
    written = [one for one in everything if not one.why]
    tasks = [
        Task(
            replace(
                one.case,
                example=replace(one.case.example, paddle=one.code, expect=Outcome.EQUAL),
                departs=None,
            ),
            (RELEASE,),
        )
        for one in written
    ]
    results = iter(execute(setup, tasks) if tasks else [])
    for one in everything:
        if one.why:
            yield one
        else:
            result = next(results).result
            yield replace(one, outcome=result.outcome, why=result.detail or "")


def chosen(names: Iterable[str]) -> Iterator[Ported]:
    """The examples of entries and of limits that have a record on the release, converted."""
    records = next(one.entries for one in read_results(MAPPINGS) if one.paddle == RELEASE)
    corpus, shelf, wanted = Corpus.load(MAPPINGS), Shelf(MAPPINGS), set(names)
    for name in sorted(corpus.entries):
        for case in cases_of(corpus, name) if not wanted or name in wanted else ():
            result = records.get(case.name, {}).get(case.key)
            shown = not case.of_limit or (case.key.endswith(".1") and case.is_for(RELEASE))
            if result is not None and shown and not case.example.cannot_run:
                yield ported(case, result, _condition(case, corpus), shelf)


def _condition(case: ExampleCase, corpus: Corpus) -> str:
    """What a limit asks for; empty for other examples."""
    if not case.of_limit:
        return ""
    entry = corpus.entries[case.name.removeprefix(LIMITS_OF)]
    number = int(case.key.partition(".")[0])
    return list(placed_limits(entry, corpus.limits))[number - 1].limit.when


def of_entries(found: Iterable[Ported]) -> Iterator[tuple[str, Ported]]:
    """The examples that are right by the hand of a person, by whether the mapping's code is."""
    for one in found:
        if not one.case.of_limit and one.recorded.outcome is Outcome.EQUAL:
            has_code = one.recorded.applied is Applied.EQUAL
            yield ("with code" if has_code else "without code"), one


def silent(found: Iterable[Ported]) -> Iterator[tuple[str, Ported]]:
    """The examples that differ without an error, by what it is that differs."""
    for one in found:
        if not one.case.of_limit and one.recorded.drop_in is DropIn.DIFFERS:
            yield "unchanged code", one
        differs = one.case.departs in (Departure.DIFFERS, Departure.GRADIENT)
        if one.case.of_limit and differs and one.recorded.outcome is Outcome.DIFFERS:
            yield ("limits, rare" if is_rare(one.condition) else "limits"), one


def main() -> int:
    """Convert, run, print; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="what is missed, and why")
    options = parser.parse_args()
    found = list(run(chosen(options.names)))
    missed: list[str] = []
    shares: dict[str, float] = {}
    for title, groups, right in (
        ("converted and equal", of_entries(found), attrgetter("equal")),
        ("told, or equal", silent(found), attrgetter("seen")),
    ):
        counts: dict[str, Counter[bool]] = {}
        for group, one in groups:
            counts.setdefault(group, Counter())[right(one)] += 1
            missed += [] if right(one) else [f"{title}, {group}: {one}"]
        print(title)
        for group, count in sorted(counts.items()):
            shares[group] = count[True] / count.total()
            print(f"  {group:16} {count[True]:6} of {count.total():6}  {shares[group]:.2%}")
    for line in missed if options.list else ():
        print(line)
    return int(any(shares.get(group, 1) < goal for group, goal in GOALS.items()))


if __name__ == "__main__":
    sys.exit(main())
