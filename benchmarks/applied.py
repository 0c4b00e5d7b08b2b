"""How far a program gets with the mappings, and what is recorded of the code that it writes.

Run it with `.venv/bin/python benchmarks/applied.py`, with names of APIs for some only. Nothing is
run: `verify-mappings matrix` has done that. `--list` names each example whose code is not right on
a release, or was not written, and why; `--uses` weighs the APIs by how often people use them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mapping_model.applying.reach import left_to_people
from mapping_model.corpus import Corpus
from mapping_model.entry import Case, Entry, Row, Variant
from mapping_model.outcomes import Outcome
from mapping_model.records import read_results
from mapping_model.results import Applied, Result
from mapping_model.snapshots import PADDLE, paddle_releases
from mapping_model.standings import EntryState, state_of
from mapping_model.usages import Verdict, usages_of

MAPPINGS = Path(__file__).parents[1] / "mappings"
ALL = "all"
# What was written, and run.
RUN = (Applied.EQUAL, Applied.DIFFERS, Applied.RAISES)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is recorded of the code for one example on one release."""

    name: str
    key: str
    category: str
    release: str
    result: Result


def main() -> int:
    """Read and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="what is not right or not written")
    parser.add_argument("--uses", type=Path, metavar="FILE", help="API and uses, tab-separated")
    options = parser.parse_args()
    corpus = Corpus.load(MAPPINGS)
    chosen = {n: e for n, e in corpus.entries.items() if not options.names or n in options.names}
    all_results, releases = read_results(MAPPINGS), paddle_releases()
    states = [
        state_of(entry, corpus.resolve(name), all_results, releases)
        for name, entry in chosen.items()
    ]
    seen = list(_seen(states))
    if options.list:
        _print_list(seen)
    _print_variants(chosen, corpus, _weights(options.uses))
    _print_outcomes(seen)
    _print_shares(seen)
    _print_verdicts(states)
    _print_forms(chosen.values())
    return 0


def _seen(states: Iterable[EntryState]) -> Iterator[Seen]:
    """What is recorded, but for what is stale or was recorded of another mapping."""
    for state in states:
        if state.entry.alias_of is not None:
            continue
        for key, execution in state.executions.items():
            number = int(key.partition(".")[0]) - 1 if len(state.variants) > 1 else 0
            category = state.variants[number].category.value
            for trial in execution.trials:
                if trial.result and trial.result.applied:
                    yield Seen(state.entry.torch, key, category, trial.release, trial.result)


def _print_list(seen: Iterable[Seen]) -> None:
    for one in seen:
        result = one.result
        for kind, status, detail in (
            ("mapping", result.applied, result.applied_detail),
            ("newer", result.newer, result.newer_detail),
        ):
            if status not in (None, Applied.EQUAL):
                own = "" if result.outcome is Outcome.EQUAL else f" (example: {result.outcome})"
                print(f"{one.name} {one.key} {one.release} {kind}: {status}{own}: {detail}")


def _print_variants(
    entries: Mapping[str, Entry], corpus: Corpus, weights: Mapping[str, int]
) -> None:
    """The variants that leave nothing to a person, also weighted by uses."""
    columns = ("variants", "applied", "uses", "uses applied")
    counts: dict[str, Counter[str]] = {}
    for name, entry in entries.items():
        source = corpus.resolve(name)
        for variant in source.variants if source else ():
            uses = round(weights.get(name, 0) / len(source.variants if source else ()))
            whole = not left_to_people(variant)
            for key in (variant.category.value, ALL):
                count = counts.setdefault(key, Counter())
                count.update({"uses": uses, "uses applied": uses * whole})
                if entry.alias_of is None:
                    count.update({"variants": 1, "applied": whole})
    rows = {key: [str(count[column]) for column in columns] for key, count in counts.items()}
    _print_table("Variants that can be applied", columns, rows)


def _weights(path: Path | None) -> dict[str, int]:
    if path is None:
        return {}
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdecimal()}


def _print_outcomes(seen: Sequence[Seen]) -> None:
    columns = ("examples", *Applied, "newer", "newer equal", "compat equal")
    rows = {}
    for release in PADDLE:
        results = [one.result for one in seen if one.release == release]
        count = Counter(str(result.applied) for result in results)
        more = (
            sum(result.newer is not None for result in results),
            sum(result.newer is Applied.EQUAL for result in results),
            sum("compat" in r.modes and r.modes["compat"].status == "equal" for r in results),
        )
        rows[release] = [str(n) for n in (len(results), *(count[o] for o in Applied), *more)]
    _print_table("Examples, by what the mapping's code gives", columns, rows)


def _print_shares(seen: Sequence[Seen]) -> None:
    rows = {}
    for category in (*dict.fromkeys(one.category for one in seen), ALL):
        of = [one for one in seen if category in (one.category, ALL)]
        rows[category] = [_share([one.result for one in of if one.release == r]) for r in PADDLE]
    _print_table("Equal of those that were written", PADDLE, rows)


def _share(results: Collection[Result]) -> str:
    run = [result for result in results if result.applied in RUN]
    equal = sum(result.applied is Applied.EQUAL for result in run)
    return f"{equal}/{len(run)} {equal / len(run):.1%}" if run else "-"


def _print_verdicts(states: Iterable[EntryState]) -> None:
    snapshots = list(paddle_releases().values())
    counts = {release: Counter[Verdict]() for release in PADDLE}
    for state in states:
        for usage in usages_of(state, snapshots):
            for one in usage.releases:
                counts[one.release][one.verdict] += 1
    rows = {r: [str(count[verdict]) for verdict in Verdict] for r, count in counts.items()}
    _print_table("Usages, by verdict", tuple(Verdict), rows)


def _print_forms(entries: Iterable[Entry]) -> None:
    variants = [variant for entry in entries for variant in entry.variants]
    count = Counter(form for variant in variants for form in _forms(variant))
    rows = {form: [str(number)] for form, number in count.most_common()}
    _print_table("How what is more than a plain call is said", ("times",), rows)


def _forms(variant: Variant) -> Iterator[str]:
    """The means that a variant uses."""
    for way in (variant, *variant.newer):
        yield from (f"form {row.form}" for row in way.params if row.form)
        yield from _means_of_rows(way.params)
        yield from _means_of_cases(way.write)
    yield from ("field" for _ in variant.fields)
    yield from ("newer" for _ in variant.newer)
    if variant.when is not None:
        yield "variant with `when`"
    if variant.returns is not None and variant.returns.value is not None:
        yield "returns `value`"


def _means_of_rows(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield from ("`value`" for _ in [row.value] if row.value)


def _means_of_cases(cases: Iterable[Case]) -> Iterator[str]:
    for case in cases:
        yield "case: code" if case.code else "case: target" if case.paddle else "case: advice"


def _print_table(title: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]]) -> None:
    width = max(map(len, rows), default=0)
    sizes = [
        max(len(column), *(len(row[i]) for row in rows.values()))
        for i, column in enumerate(columns)
    ]
    print(f"\n{title}")
    print(" " * width + "".join(f"  {c:>{s}}" for c, s in zip(columns, sizes, strict=True)))
    for key, row in sorted(rows.items(), key=lambda item: item[0] == ALL):
        print(f"{key:{width}}" + "".join(f"  {c:>{s}}" for c, s in zip(row, sizes, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
