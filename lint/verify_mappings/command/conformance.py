"""The command `conformance`: how far Paddle is torch, by what is recorded, or run anew."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from mapping_model.conformance.frozen import (
    Examples,
    Frozen,
    Part,
    examples_of,
    numbers,
    parts_of,
)
from mapping_model.conformance.samples import read_samples
from mapping_model.conformance.states import (
    Conformance,
    ResultOf,
    State,
    Way,
    conformance_of,
    recorded_of,
)
from mapping_model.corpus import Corpus
from mapping_model.ending import CLEAN, PROBLEMS, UsageError
from mapping_model.naming import owner_of
from mapping_model.probes import probe_path, read_probes
from mapping_model.problems import did_you_mean
from mapping_model.records import BrokenRecord, read_results, subject_of
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import environment_of, find_interpreter
from verify_mappings.command.freezing import make_set
from verify_mappings.command.report import errors, output, plain_table
from verify_mappings.command.selection import MAPPINGS, choose_cases, find_root, loaded
from verify_mappings.probing.untold import Explaining, untold
from verify_mappings.runs.cases import plan
from verify_mappings.runs.executing import Setup, execute

_TOLD = {
    Part.EXAMPLES: "examples of the entries here",
    Part.SAMPLES: "samples of torch's own tests",
}


def conformance(options: argparse.Namespace) -> int:
    """`verify-mappings conformance`."""
    root = find_root(options.root)
    corpus = loaded(root)
    if options.freeze:
        return make_set(root, corpus, options)
    releases = {
        release: load_snapshot("paddle", release)
        for release in PADDLE
        if release in (options.paddle or PADDLE)
    }
    if unknown := sorted({*(options.paddle or ())} - releases.keys()):
        raise UsageError(f"There is no Paddle {unknown[0]} here, only {', '.join(PADDLE)}.")
    calls = _chosen(options.set, options.module)
    examples: dict[Part, Examples] = {
        Part.EXAMPLES: examples_of(corpus.entries.values()),
        Part.SAMPLES: read_samples(root / MAPPINGS),
    }
    of = {one.part: _recorded(root, one, examples[one.part]) for one in calls}
    recorded = [conformance_of(one, examples[one.part], releases, of[one.part]) for one in calls]
    found = recorded
    if options.run:
        of = dict.fromkeys(of, _ran(root, corpus, calls, releases, options))
        found = [conformance_of(one, examples[one.part], releases, of[one.part]) for one in calls]
    if options.untold:
        samples = [one for one in found if one.frozen.part is Part.SAMPLES]
        return _tell_untold(root, corpus, samples, examples[Part.SAMPLES], of[Part.SAMPLES])
    unlike = [line for pair in zip(recorded, found, strict=True) for line in _unlike(*pair)]
    if options.format == "json":
        print(json.dumps(as_data(found), indent=1))
    else:
        for part in found:
            _print(part, options.list, output())
        for line in unlike:
            print(f"not as recorded: {line}")
    return PROBLEMS if unlike else CLEAN


def _chosen(number: int | None, module: str | None) -> list[Frozen]:
    """The parts of a set, the newest where none is named: of all, or of one module or class."""
    if number is not None and number not in numbers():
        raise UsageError(f"There is no set {number}, only {', '.join(map(str, numbers()))}.")
    parts = parts_of(numbers()[-1] if number is None else number)
    if module is None:
        return parts
    own = [
        replace(part, calls={n: of for n, of in part.calls.items() if module in (n, owner_of(n))})
        for part in parts
    ]
    if not any(part.calls for part in own):
        names = {name for part in parts for name in part.calls}
        known = {owner_of(name) for name in names} | names
        told = f"The set has no module, class or API `{module}`.{did_you_mean(module, known)}"
        raise UsageError(told)
    return [part for part in own if part.calls]


def _recorded(root: Path, calls: Frozen, examples: Examples) -> ResultOf:
    names = [calls.part.recorded(name) for name in calls.calls]
    try:
        results = {one.paddle: one.entries for one in read_results(root / MAPPINGS, names)}
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from error
    return recorded_of(calls.part, examples, results)


def _ran(
    root: Path,
    corpus: Corpus,
    calls: Sequence[Frozen],
    releases: Collection[str],
    options: argparse.Namespace,
) -> ResultOf:
    """What running the calls shows."""
    wanted = {part.part.recorded(name) for part in calls for name in part.calls}
    names = [name for name in map(subject_of, sorted(wanted)) if name in corpus.entries]
    cases = [case for case in choose_cases(corpus, names, root) if case.name in wanted]
    setup = Setup(
        find_interpreter(None, ("torch",)),
        {release: environment_of(root, release, errors()) for release in releases},
        *(options.jobs, options.timeout, True, options.unconfined),
    )
    verified = execute(setup, plan(cases, list(releases), corpus))
    ran = {(v.release, v.case.name, v.case.key): v.result for v in verified if not v.left_out}
    return lambda release, name, key: ran.get((release, name, key))


def _tell_untold(
    root: Path,
    corpus: Corpus,
    found: Sequence[Conformance],
    samples: Examples,
    result_of: ResultOf,
) -> int:
    """Tell of the samples that come out otherwise though no limit says so; the exit code."""
    console, code = output(), CLEAN
    for part in found:
        probed = {
            name: read_probes(probe_path(root / MAPPINGS, name)) for name in part.frozen.calls
        }
        for release in part.releases:
            there = {name: one[release] for name, one in probed.items() if release in one}
            explaining = Explaining(corpus, release, there)
            listed = list(untold(part, samples, result_of, explaining))
            counts = Counter(one.state for one in listed)
            told = ", ".join(f"{count} {state}" for state, count in counts.items()) or "none"
            console.print(f"Paddle {release}, samples of which no limit tells: {told}")
            for one in listed:
                console.print(f"  {one.state} {one.api}: {one.code}: {one.told}", markup=False)
            code = PROBLEMS if listed else code
    return code


def _unlike(recorded: Conformance, found: Conformance) -> Iterator[str]:
    """Where a run has shown something else than what is recorded."""
    for way, states in found.ways.items():
        for name, now in states.items():
            if now != (then := recorded.ways[way][name]):
                what = f"{found.frozen.part.recorded(name)} on {way.release}, {way.mode}"
                yield f"{what}: {', '.join(now)}, recorded {', '.join(then)}"


def as_data(found: Sequence[Conformance]) -> dict[str, object]:
    """What programs get: the set, and of each part the numbers of calls and APIs."""
    return {
        "set": found[0].frozen.number,
        "parts": {part.frozen.part.value: _data_of(part) for part in found},
    }


def _data_of(found: Conformance) -> dict[str, object]:
    return {
        "calls": found.frozen.total,
        "apis": len(found.frozen.calls),
        "releases": [
            {
                "paddle": release,
                "modes": {
                    mode: {
                        "calls": _numbers(found.calls(way)),
                        "apis": _numbers(found.apis(way)),
                    }
                    for mode in found.modes
                    if (way := Way(release, mode)) in found.ways
                },
            }
            for release in found.releases
        ],
    }


def _numbers(counted: Mapping[State, int]) -> dict[str, int]:
    return {state.value: counted.get(state, 0) for state in State}


def _print(found: Conformance, listed: Collection[State], console: Console) -> None:
    calls = found.frozen
    told = (
        f"Set {calls.number}, {_TOLD[calls.part]}: {calls.total} calls of {len(calls.calls)} APIs"
    )
    console.print(f"\n[bold]{told}[/bold]")
    for mode in found.modes:
        table = plain_table(f"\n{mode}")
        table.add_column("Paddle", overflow="fold")
        for heading in (*(state.value for state in State), "APIs equal in all calls"):
            table.add_column(heading, justify="right", overflow="fold")
        for release in found.releases_with(mode):
            way = Way(release, mode)
            counted = found.calls(way)
            equal = found.apis(way)[State.EQUAL]
            table.add_row(release, *(str(counted[state]) for state in State), str(equal))
        console.print(table)
    for way in found.ways:
        for state in listed:
            names = [name for name in calls.calls if found.state(way, name) is state]
            if names:
                console.print(f"\n{state.value} on {way.release}, {way.mode}: {len(names)} APIs")
                console.print(*(f"  {name}" for name in names), sep="\n")
