"""The command `conformance`: how far Paddle is torch, by what is recorded, or run anew."""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from rich.console import Console

from mapping_model.conformance.frozen import Frozen, calls_of, freeze, frozen, newest, numbers, save
from mapping_model.conformance.states import (
    Conformance,
    ResultOf,
    State,
    Way,
    conformance_of,
    recorded_of,
)
from mapping_model.ending import CLEAN, PROBLEMS, UsageError
from mapping_model.naming import owner_of
from mapping_model.problems import did_you_mean
from mapping_model.records import BrokenRecord, read_results
from mapping_model.results import Result
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import environment_of, find_interpreter
from verify_mappings.command.report import errors, output, plain_table
from verify_mappings.command.selection import MAPPINGS, choose_cases, find_root, loaded
from verify_mappings.runs.cases import plan
from verify_mappings.runs.executing import Setup, execute


def conformance(options: argparse.Namespace) -> int:
    """`verify-mappings conformance`."""
    root = find_root(options.root)
    corpus = loaded(root)
    if options.freeze:
        now = freeze(corpus.entries.values())
        print(f"wrote {save(now)}: {sum(map(len, now.values()))} calls of {len(now)} APIs")
        return CLEAN
    calls = _part(_set(options.set), options.module)
    releases = {
        release: load_snapshot("paddle", release)
        for release in PADDLE
        if release in (options.paddle or PADDLE)
    }
    if unknown := sorted({*(options.paddle or ())} - releases.keys()):
        raise UsageError(f"There is no Paddle {unknown[0]} here, only {', '.join(PADDLE)}.")
    try:
        results = {one.paddle: one.entries for one in read_results(root / MAPPINGS)}
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from error
    of = partial(conformance_of, calls, corpus.entries, releases)
    found = recorded = of(recorded_of(corpus.entries, results))
    if options.run:
        names = [name for name in calls.calls if name in corpus.entries]
        cases = [c for c in choose_cases(corpus, names, root) if not c.of_limit]
        keys = {name: {key for _, key in calls_of(corpus.entries[name])} for name in names}
        cases = [case for case in cases if case.key in keys[case.name]]
        setup = Setup(
            find_interpreter(None, ("torch",)),
            {release: environment_of(root, release, errors()) for release in releases},
            *(options.jobs, options.timeout, True, options.unconfined),
        )
        verified = execute(setup, plan(cases, list(releases), corpus))
        ran = {(v.release, v.case.name, v.case.key): v.result for v in verified if not v.left_out}
        found = of(_of_run(ran))
    unlike = list(_unlike(recorded, found))
    if options.format == "json":
        print(json.dumps(as_data(found), indent=1))
    else:
        _print(found, options.list, output())
        for line in unlike:
            print(f"not as recorded: {line}")
    return PROBLEMS if unlike else CLEAN


def _set(number: int | None) -> Frozen:
    if number is not None and number not in numbers():
        raise UsageError(f"There is no set {number}, only {', '.join(map(str, numbers()))}.")
    return newest() if number is None else frozen(number)


def _part(calls: Frozen, module: str | None) -> Frozen:
    """The calls of one module or class; of all where none is named."""
    if module is None:
        return calls
    own = {name: found for name, found in calls.calls.items() if module in (name, owner_of(name))}
    if not own:
        known = {owner_of(name) for name in calls.calls} | {*calls.calls}
        told = f"The set has no module, class or API `{module}`.{did_you_mean(module, known)}"
        raise UsageError(told)
    return replace(calls, calls=own)


def _of_run(ran: Mapping[tuple[str, str, str], Result]) -> ResultOf:
    return lambda release, name, key: ran.get((release, name, key))


def _unlike(recorded: Conformance, found: Conformance) -> list[str]:
    """Where a run has shown something else than what is recorded."""
    return [
        f"{name} on {way.release}, {way.mode}: {', '.join(now)}, recorded {', '.join(then)}"
        for way, states in found.ways.items()
        for name, now in states.items()
        if now != (then := recorded.ways[way][name])
    ]


def as_data(found: Conformance) -> dict[str, object]:
    """What programs get: the set, and the numbers of calls and APIs by release and mode."""
    return {
        "set": found.frozen.number,
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
    told = f"Set {calls.number}: {calls.total} calls of {len(calls.calls)} APIs."
    console.print(told)
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
