"""What the commands of `verify-mappings` do; each returns its exit code or raises UsageError."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Literal

from rich.console import Console

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError, say
from mapping_model.records import Record, placed_records, sorted_releases
from mapping_model.snapshots import DIRECTORY, PADDLE
from verify_mappings.command.changes import changed_names
from verify_mappings.command.environments import environment_of, find_interpreter, installed
from verify_mappings.command.findings import Finding, findings_json, findings_text
from verify_mappings.command.matrix_report import print_matrix
from verify_mappings.command.report import print_check, print_text, to_json
from verify_mappings.command.selection import MAPPINGS, choose_cases, find_root, in_shard
from verify_mappings.falsify.exemptions import needless_exemptions
from verify_mappings.falsify.survivors import survivors
from verify_mappings.runs.agreement import (
    Disagreement,
    held_against,
    is_settled,
    left_over,
)
from verify_mappings.runs.cases import Case
from verify_mappings.runs.executing import KeeperOf, Setup, execute
from verify_mappings.runs.planning import Known, completed, plan
from verify_mappings.runs.processor import this_processor
from verify_mappings.runs.tasks import Task, Verified
from verify_mappings.runs.writing import Keeper, read_records
from verify_mappings.snapshot import SnapshotError, make_snapshot

_LOG_WIDTH = 180


def run(options: argparse.Namespace) -> int:
    """`verify-mappings run`."""
    this_processor(options.older_processor)  # before anything is run in vain
    root = find_root(options.root)
    corpus = loaded(root)
    cases = chosen(corpus, options, root)
    torch, release, paddle = _interpreters(root, options.python, options.paddle)
    version = str(installed(torch, "torch"))
    recording = options.write or options.check
    records = _records(root, corpus, cases, options) if recording else {}
    setup = Setup(
        torch,
        {release: paddle},
        options.jobs,
        options.timeout,
        recording,
        options.unconfined,
        older_processor=options.older_processor,
    )
    tasks = [Task(case, (release,)) for case in cases if case.is_for(release)]
    if recording:
        tasks = plan(cases, (release,), corpus)
    keeper = _keeping(root, cases, corpus, setup, options) if options.write else None
    verified = execute(setup, tasks, keeper) if tasks else []
    found = _check(records, cases, verified, version, corpus, setup, options)
    if options.format == "json":
        print(to_json(verified, version, setup.processor, found))
    else:
        print_text(verified, version, release, options.verbose, output())
        if options.check:
            print_check(found, setup.processor, output())
    excused = records if options.check and not options.strict else {}
    return 0 if _is_right(verified, excused, setup) and _is_as_recorded(found) else 1


def matrix(options: argparse.Namespace) -> int:
    """`verify-mappings matrix`."""
    root = find_root(options.root)
    corpus = loaded(root)
    cases = chosen(corpus, options, root)
    torch = find_interpreter(None, ("torch",))
    version = str(installed(torch, "torch"))
    releases = sorted_releases(set(options.paddle or PADDLE))
    # Of a kind of processors that is emulated everything is to be run once.
    processor = this_processor(older=True) if options.older_processor else None
    known = Known(_records(root, corpus, cases, options), version, corpus, processor)
    tasks = plan(cases, releases, corpus, None if options.fresh or options.check else known)
    wanted = [release for release in releases if any(release in t.releases for t in tasks)]
    pythons = {release: environment_of(root, release, errors()) for release in wanted}
    setup = Setup(
        torch,
        pythons,
        options.jobs,
        options.timeout,
        True,
        options.unconfined,
        older_processor=options.older_processor,
    )
    keeper = None if options.check else _keeping(root, cases, corpus, setup, options)
    verified = execute(setup, tasks, keeper) if tasks else []
    if keeper and not tasks:
        keeper({}).save()  # without what is recorded of examples that are gone
    shown = completed(cases, releases, known, verified)
    found = _check(known.records, cases, verified, version, corpus, setup, options)
    if options.format == "json":
        print(to_json(shown, version, setup.processor, found))
    else:
        print_matrix(shown, releases, output())
        if options.check:
            print_check(found, setup.processor, output())
    telling = [one for one in shown if one.release == PADDLE[-1] or one.case.of_limit]
    excused = known.records if options.check else {}
    return 0 if _is_right(telling, excused, setup) and _is_as_recorded(found) else 1


def falsify(options: argparse.Namespace) -> int:
    """`verify-mappings falsify`."""
    root = find_root(options.root)
    corpus = loaded(root)
    cases = [case for case in chosen(corpus, options, root) if not case.of_limit]
    torch, newest, paddle = _interpreters(root, None, None)
    setup = Setup(torch, {newest: paddle}, options.jobs, options.timeout, False, options.unconfined)
    # Changed code may well end or hang: then it is seen.
    setup = replace(setup, again=False)
    found: list[Finding] = list(survivors(cases, corpus.entries, newest, partial(execute, setup)))
    if options.exemptions:
        pythons = {release: environment_of(root, release, errors()) for release in PADDLE}
        setup = replace(setup, paddles=pythons)
        found += needless_exemptions(cases, PADDLE, partial(execute, setup))
    told = findings_json if options.format == "json" else findings_text
    print(told(found, corpus))
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


def loaded(root: Path) -> Corpus:
    """All mappings; tells of files that cannot be read."""
    corpus = Corpus.load(root / MAPPINGS)
    unreadable = len({problem.path for problem in corpus.problems})
    if unreadable:
        told = f"{unreadable} file(s) cannot be read and are left out; run lint-mappings"
        say(f"verify-mappings: {told}")
    return corpus


def _interpreters(root: Path, python: Path | None, wanted: str | None) -> tuple[Path, str, Path]:
    """The interpreter of torch, the Paddle release, and the interpreter of that."""
    if python is None and wanted is not None:
        return find_interpreter(None, ("torch",)), wanted, environment_of(root, wanted, errors())
    python = find_interpreter(python, ("torch", "paddle"))
    release = str(installed(python, "paddle"))
    if wanted not in (None, release):
        raise UsageError(f"{python} has Paddle {release}, not {wanted}.")
    return python, release, python


def chosen(corpus: Corpus, options: argparse.Namespace, root: Path) -> list[Case]:
    """The examples that a run is about."""
    names = options.names
    if options.changed is not None:
        if names:
            raise UsageError("--changed says what to run; leave the names out.")
        names = changed_names(corpus, options.changed)
        if not names:
            return []
    cases = choose_cases(corpus, names, root)
    return [case for case in cases if in_shard(case.name, options.shard)]


def _whole(corpus: Corpus, options: argparse.Namespace) -> bool:
    """Whether a run is about all there is, so that other records are of what is gone."""
    return not options.names and options.changed is None and not corpus.problems


def _records(
    root: Path, corpus: Corpus, cases: Sequence[Case], options: argparse.Namespace
) -> dict[str, Record]:
    """What is recorded of the chosen examples, read before anything is run in vain."""
    names: Iterator[str] = (case.name for case in cases)
    if _whole(corpus, options):
        found = (name for name, _ in placed_records(root / MAPPINGS))
        names = chain(names, (name for name in found if in_shard(name, options.shard)))
    return read_records(root / MAPPINGS, names)


def _check(
    records: Mapping[str, Record],
    cases: Sequence[Case],
    verified: Sequence[Verified],
    torch: str,
    corpus: Corpus,
    setup: Setup,
    options: argparse.Namespace,
) -> list[Disagreement]:
    """What is not as it is recorded, if that is asked for."""
    if not options.check:
        return []
    found = list(held_against(records, verified, torch, setup.processor))
    if options.strict:
        found = [replace(one, open=False) for one in found]
    if _whole(corpus, options):
        found += left_over(records, cases)
    return found


def _is_right(verified: Sequence[Verified], records: Mapping[str, Record], setup: Setup) -> bool:
    """Whether all is as expected, but for what `records` know of this kind of processors alone."""
    wrong = (one for one in verified if not one.result.as_expected)
    return all(is_settled(records, one, setup.processor) for one in wrong)


def _is_as_recorded(found: Sequence[Disagreement]) -> bool:
    return all(one.open for one in found)


def _keeping(
    root: Path, cases: Sequence[Case], corpus: Corpus, setup: Setup, options: argparse.Namespace
) -> KeeperOf:
    """What makes the keeper of a run, once the versions of the libraries are known."""
    whole = _whole(corpus, options) and options.shard is None
    return partial(Keeper, root / MAPPINGS, cases, whole, setup.processor)


def output() -> Console:
    # Where no terminal sets the width, in logs of CI say, rows shall not be squeezed.
    return Console(highlight=False, width=None if sys.stdout.isatty() else _LOG_WIDTH)


def errors() -> Console:
    return Console(stderr=True)
