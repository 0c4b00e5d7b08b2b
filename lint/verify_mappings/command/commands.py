"""What the commands of `verify-mappings` do; each returns its exit code or raises UsageError."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

from mapping_model.ending import UsageError
from mapping_model.records import Record, sorted_releases
from mapping_model.snapshots import DIRECTORY, PADDLE
from verify_mappings.command.environments import environment_of, find_interpreter, installed
from verify_mappings.command.report import (
    Overlooked,
    errors,
    findings_json,
    findings_text,
    output,
    print_check,
    print_matrix,
    print_text,
    to_json,
)
from verify_mappings.command.selection import Chosen, choose, find_root
from verify_mappings.falsify.survivors import needless_exemptions, survivors
from verify_mappings.processor import this_processor
from verify_mappings.runs.cases import (
    ExampleCase,
    KnownResults,
    Task,
    Verified,
    completed,
    plan,
)
from verify_mappings.runs.executing import Setup, execute
from verify_mappings.runs.records import Disagreement, held_against, is_settled, left_over, ported
from verify_mappings.snapshot import SnapshotError, make_snapshot


def run(options: argparse.Namespace) -> int:
    """`verify-mappings run`."""
    this_processor(options.older_processor)  # before anything is run in vain
    if options.ported and not options.check:
        raise UsageError("--ported says what to leave out of --check; a record is whole.")
    root = find_root(options.root)
    torch, release, paddle = _interpreters(root, options.python, options.paddle)
    # What is kept is held against the code for all releases.
    chosen = choose(options) if options.write else choose(options, (release,))
    version = str(installed(torch, "torch"))
    recording = options.write or options.check
    records = chosen.records() if recording else {}  # read before anything is run in vain
    setup = _setup(options, torch, {release: paddle}, drop_in=recording and not options.ported)
    told = {name: ported(record) for name, record in records.items()} if options.ported else records

    def believed(one: Verified) -> bool:
        # What is recorded was run alone.
        against = held_against(told, [one], version, setup.processor) if options.check else ()
        return one.result.as_expected and all(found.open for found in against)

    if not setup.drop_in:
        setup = replace(setup, believed=believed)
    cases = [case for case in _wanted(chosen, options) if case.is_for(release)]
    tasks: Iterable[Task]
    if recording:
        tasks = plan(cases, (release,), chosen.corpus)
    else:
        cases = [case for case in cases if not case.of_sample]
        tasks = [Task(case, (release,)) for case in cases]
    keeper = chosen.keeper(setup.processor) if options.write else None
    verified = execute(setup, tasks, keeper, len(cases)) if cases else []
    found = _check(chosen, told, verified, version, setup, options)
    if options.format == "json":
        print(to_json(verified, version, setup.processor, found))
    else:
        print_text(verified, version, release, options.verbose, output())
        if options.check:
            print_check(found, setup.processor, output())
    excused = records if options.check and not options.strict else {}
    return 0 if _is_right(verified, excused, setup) and all(one.open for one in found) else 1


def matrix(options: argparse.Namespace) -> int:
    """`verify-mappings matrix`."""
    # Of a kind of processors that is emulated everything is to be run once.
    processor = this_processor(older=True) if options.older_processor else None
    chosen = choose(options)
    torch = find_interpreter(None, ("torch",))
    version = str(installed(torch, "torch"))
    releases = sorted_releases(set(options.paddle or PADDLE))
    known = KnownResults(chosen.records(), version, chosen.corpus, processor)
    everything = options.fresh or options.check
    tasks = list(plan(chosen.cases, releases, chosen.corpus, None if everything else known))
    wanted = [release for release in releases if any(release in t.releases for t in tasks)]
    setup = _setup(options, torch, _pythons(chosen.root, wanted), drop_in=True)
    keeper = None if options.check else chosen.keeper(setup.processor)
    verified = execute(setup, tasks, keeper) if tasks else []
    if keeper and not tasks:
        keeper({}).save()  # without what is recorded of examples that are gone
    shown = completed(chosen.cases, releases, known, verified)
    found = _check(chosen, known.records, verified, version, setup, options)
    if options.format == "json":
        print(to_json(shown, version, setup.processor, found))
    else:
        print_matrix(shown, releases, output())
        if options.check:
            print_check(found, setup.processor, output())
    telling = [one for one in shown if one.release == PADDLE[-1] or one.case.of_limit]
    excused = known.records if options.check else {}
    return 0 if _is_right(telling, excused, setup) and all(one.open for one in found) else 1


def run_older(options: argparse.Namespace, chosen: Chosen, tasks: Sequence[Task]) -> list[Verified]:
    """Run tasks on releases whose environments are there, and keep the results."""
    torch = find_interpreter(None, ("torch",))
    releases = sorted_releases({release for task in tasks for release in task.releases})
    setup = _setup(options, torch, _pythons(chosen.root, releases), drop_in=True)
    return execute(setup, tasks, chosen.keeper(setup.processor))


def falsify(options: argparse.Namespace) -> int:
    """`verify-mappings falsify`."""
    chosen = choose(options)
    cases = [case for case in _wanted(chosen, options) if case.name == case.subject]
    torch, newest, paddle = _interpreters(chosen.root, None, None)
    # Changed code may well end or hang: then it is seen.
    setup = replace(_setup(options, torch, {newest: paddle}, drop_in=False), again=False)
    entries = chosen.corpus.entries
    found: list[Overlooked] = list(survivors(cases, entries, newest, partial(execute, setup)))
    if options.exemptions:
        setup = replace(setup, paddles=_pythons(chosen.root, PADDLE))
        found += needless_exemptions(cases, PADDLE, partial(execute, setup))
    told = findings_json if options.format == "json" else findings_text
    print(told(found, chosen.corpus))
    return 1 if found else 0


def snapshot(options: argparse.Namespace) -> int:
    """`verify-mappings snapshot`."""
    library: Literal["torch", "paddle"] = "torch" if options.torch else "paddle"
    root = find_root(options.root)
    if options.paddle and not options.python:
        python = environment_of(root, options.paddle, errors())
    else:
        python = find_interpreter(options.python, (library,))
    version = str(installed(python, library))
    if options.paddle and version != options.paddle:
        raise UsageError(f"{python} has Paddle {version}, not {options.paddle}.")
    out = DIRECTORY / f"{library}-{version}.json"
    try:
        make_snapshot(python, library, out)
    except SnapshotError as error:
        raise UsageError(str(error)) from error
    print(f"wrote {out}")
    return 0


def _wanted(chosen: Chosen, options: argparse.Namespace) -> list[ExampleCase]:
    """The chosen examples, or those of them that `check` asks for."""
    wanted: Collection[tuple[str, str]] | None = options.wanted
    return [one for one in chosen.cases if wanted is None or (one.name, one.key) in wanted]


def _setup(
    options: argparse.Namespace, torch: Path, paddles: dict[str, Path], *, drop_in: bool
) -> Setup:
    return Setup(
        *(torch, paddles, options.jobs, options.timeout, drop_in, options.unconfined),
        older_processor=options.older_processor,
    )


def _pythons(root: Path, releases: Sequence[str]) -> dict[str, Path]:
    return {release: environment_of(root, release, errors()) for release in releases}


def _interpreters(root: Path, python: Path | None, wanted: str | None) -> tuple[Path, str, Path]:
    """The interpreter of torch, the Paddle release, and the interpreter of that."""
    if python is None and wanted is not None:
        return find_interpreter(None, ("torch",)), wanted, environment_of(root, wanted, errors())
    python = find_interpreter(python, ("torch", "paddle"))
    release = str(installed(python, "paddle"))
    if wanted not in (None, release):
        raise UsageError(f"{python} has Paddle {release}, not {wanted}.")
    return python, release, python


def _check(
    chosen: Chosen,
    records: Mapping[str, Record],
    verified: Sequence[Verified],
    torch: str,
    setup: Setup,
    options: argparse.Namespace,
) -> list[Disagreement]:
    """What is not as it is recorded, if that is asked for."""
    if not options.check:
        return []
    found = list(held_against(records, verified, torch, setup.processor))
    if options.strict:
        found = [replace(one, open=False) for one in found]
    if chosen.whole:
        found += left_over(records, chosen.cases, chosen.releases)
    return found


def _is_right(verified: Sequence[Verified], records: Mapping[str, Record], setup: Setup) -> bool:
    """Whether all is as expected, but for what `records` know of this kind of processors alone."""
    wrong = (one for one in verified if not one.result.as_expected)
    return all(is_settled(records, one, setup.processor) for one in wrong)
