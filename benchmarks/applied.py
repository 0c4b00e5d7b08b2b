"""What a program can make of the mappings: the torch code of all examples, rewritten and run.

Run it with `.venv/bin/python benchmarks/applied.py`, with names of APIs for some only. Each
example's torch code is rewritten by `mapping_model.applying` for a Paddle release, and what comes
of it is run and held against torch as the example's own Paddle code is. What differs or could not
be written is listed with `--list`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from mapping_model.applying.code import Rewritten, rewrite
from mapping_model.applying.examples import variables_of
from mapping_model.applying.reach import left_to_people
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.outcomes import Outcome
from mapping_model.snapshots import PADDLE, paddle_releases
from verify_mappings.command.environments import environment_of
from verify_mappings.runs.cases import Case
from verify_mappings.runs.executing import Setup, execute
from verify_mappings.runs.tasks import Task

ROOT = Path(__file__).parents[1]


def rewritten(corpus: Corpus, names: list[str], release: str) -> list[tuple[Case, Rewritten]]:
    """Every example of the entries, with its torch code rewritten for a release."""
    snapshot = paddle_releases()[release]
    return [
        (
            Case(name, key, example),
            rewrite(example.torch, corpus.resolve, snapshot, variables_of(example)),
        )
        for name, entry in corpus.entries.items()
        if not names or name in names
        for key, example in entry.examples()
    ]


def category_of(entry: Entry, key: str) -> str:
    """The category of the variant that an example belongs to."""
    variant = int(key.partition(".")[0]) - 1 if len(entry.variants) > 1 else 0
    return entry.variants[variant].category.value


def main() -> int:
    """Rewrite, run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--release", choices=PADDLE, default=PADDLE[-1])
    parser.add_argument("--list", action="store_true", help="what differs, what is not written")
    parser.add_argument("--dry", action="store_true", help="only rewrite")
    parser.add_argument("--uses", type=Path, metavar="FILE", help="API and uses, tab-separated")
    options = parser.parse_args()
    corpus = Corpus.load(ROOT / "mappings")
    found = rewritten(corpus, options.names, options.release)
    counts: dict[str, Counter[str]] = {}
    run: list[tuple[Case, Rewritten]] = []
    for case, made in found:
        count = counts.setdefault(category_of(corpus.entries[case.name], case.key), Counter())
        count["examples"] += 1
        count["written"] += not made.undone
        if made.undone and options.list:
            why = "; ".join(
                f"{u.api}: {u.decision.reason} {u.decision.about}".strip() for u in made.undone
            )
            print(f"{case.name} {case.key}: {why}")
        elif not made.undone and case.example.cannot_run is None:
            run.append((case, made))
    _variants(corpus, options.names, options.uses)
    if not options.dry:
        _run(corpus, run, counts, options.release, options.list)
    _table(counts)
    return 0


def _variants(corpus: Corpus, names: list[str], uses: Path | None) -> None:
    """The share of variants that leave nothing to a person, also weighted by uses."""
    weights = _weights(uses)
    counts: dict[str, Counter[str]] = {}
    for name, entry in corpus.entries.items():
        source = corpus.resolve(name)
        if (names and name not in names) or source is None:
            continue
        for variant in source.variants:
            share = weights.get(name, 0) / len(source.variants)
            whole = not left_to_people(variant)
            for key in (variant.category.value, "all"):
                count = counts.setdefault(key, Counter())
                count["uses"] += round(share)
                count["uses applied"] += round(share * whole)
                if entry.alias_of is None:
                    count["variants"] += 1
                    count["applied"] += whole
    print(f"{'category':20}" + "".join(f"{column:>14}" for column in _WHOLE))
    for category, count in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        print(f"{category:20}" + "".join(f"{count[column]:14}" for column in _WHOLE))


_WHOLE = ("variants", "applied", "uses", "uses applied")


def _weights(path: Path | None) -> dict[str, int]:
    if path is None:
        return {}
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdecimal()}


def _run(
    corpus: Corpus,
    run: list[tuple[Case, Rewritten]],
    counts: dict[str, Counter[str]],
    release: str,
    listed: bool,
) -> None:
    python = environment_of(ROOT, release, Console(stderr=True))
    setup = Setup(Path(sys.executable), {release: python}, None, 20.0, drop_in=False)
    tasks = [
        Task(Case(c.name, c.key, replace(c.example, paddle=made.code)), (release,))
        for c, made in run
    ]
    for (case, made), verified in zip(run, execute(setup, tasks), strict=True):
        count = counts[category_of(corpus.entries[case.name], case.key)]
        count["run"] += 1
        equal = verified.result.outcome is Outcome.EQUAL
        count["equal"] += equal
        if listed and not equal:
            print(f"\n{case.name} {case.key}: {verified.result.outcome}, {verified.result.detail}")
            print(
                f"{case.example.torch.strip()}\n>>>\n{made.code}\n<<<\n{case.example.paddle.strip()}"
            )


def _table(counts: dict[str, Counter[str]]) -> None:
    columns = ("examples", "written", "run", "equal")
    print(f"\n{'category':20}" + "".join(f"{column:>10}" for column in columns))
    for category, count in sorted(counts.items()):
        print(f"{category:20}" + "".join(f"{count[column]:10}" for column in columns))
    total = sum(counts.values(), Counter())
    print(f"{'all':20}" + "".join(f"{total[column]:10}" for column in columns))


if __name__ == "__main__":
    sys.exit(main())
