"""What the commands of `verify-mappings` do; each returns its exit code or raises UsageError."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Literal

from rich.console import Console

from mapping_model.corpus import Corpus
from mapping_model.snapshots import DIRECTORY, PADDLE
from verify_mappings.command.environments import environment_of
from verify_mappings.command.interpreters import find_interpreter, installed
from verify_mappings.command.matrix_report import print_matrix
from verify_mappings.command.report import print_text, to_json
from verify_mappings.command.selection import MAPPINGS, choose_cases, find_root
from verify_mappings.errors import UsageError
from verify_mappings.runs.cases import all_cases
from verify_mappings.runs.executing import KeeperOf, Setup, execute
from verify_mappings.runs.planning import completed, plan, release_order
from verify_mappings.runs.result_files import Keeper, read_kept
from verify_mappings.runs.tasks import Task
from verify_mappings.snapshot import SnapshotError, make_snapshot

_LOG_WIDTH = 180


def run(options: argparse.Namespace) -> int:
    """`verify-mappings run`."""
    root = find_root(options.root)
    corpus = _corpus(root)
    cases = choose_cases(corpus, options.names, root)
    torch, release, paddle = _interpreters(root, options.python, options.paddle)
    version = str(installed(torch, "torch"))
    if options.write:
        read_kept(root / MAPPINGS, release, version, not options.names)
    setup = Setup(torch, {release: paddle}, options.jobs, options.timeout, options.write)
    tasks = [Task(case, (release,)) for case in cases]
    verified = execute(setup, tasks, _keeping(root, corpus, options) if options.write else None)
    if options.format == "json":
        print(to_json(verified, version))
    else:
        print_text(verified, version, release, options.verbose, _output())
    return 0 if all(one.result.as_expected for one in verified) else 1


def matrix(options: argparse.Namespace) -> int:
    """`verify-mappings matrix`."""
    root = find_root(options.root)
    corpus = _corpus(root)
    cases = choose_cases(corpus, options.names, root)
    torch = find_interpreter(None, ("torch",))
    version = str(installed(torch, "torch"))
    releases = sorted(set(options.paddle or PADDLE), key=release_order)
    kept = {r: read_kept(root / MAPPINGS, r, version, not options.names) for r in releases}
    tasks = plan(cases, kept, options.fresh)
    wanted = [release for release in releases if any(release in t.releases for t in tasks)]
    pythons = {release: environment_of(root, release, _errors()) for release in wanted}
    setup = Setup(torch, pythons, options.jobs, options.timeout, drop_in=True)
    verified = execute(setup, tasks, _keeping(root, corpus, options)) if tasks else []
    found = completed(cases, kept, verified)
    if options.format == "json":
        print(to_json(found, version))
    else:
        entries = [corpus.entries[n] for n in {c.name: 0 for c in cases} if n in corpus.entries]
        results = {r: read_kept(root / MAPPINGS, r, version, not options.names) for r in releases}
        print_matrix(found, entries, results, _output())
    wrong = (one for one in found if one.release == PADDLE[-1] and not one.result.as_expected)
    return 1 if any(wrong) else 0


def snapshot(options: argparse.Namespace) -> int:
    """`verify-mappings snapshot`."""
    library: Literal["torch", "paddle"] = "torch" if options.torch else "paddle"
    root = find_root(options.root)
    if options.paddle and not options.python:
        python = environment_of(root, options.paddle, _errors())
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


def _corpus(root: Path) -> Corpus:
    """All mappings; tells of files that cannot be read."""
    corpus = Corpus.load(root / MAPPINGS)
    unreadable = len({problem.path for problem in corpus.problems})
    if unreadable:
        told = f"{unreadable} file(s) cannot be read and are left out; run lint-mappings"
        print(f"verify-mappings: {told}", file=sys.stderr)
    return corpus


def _interpreters(root: Path, python: Path | None, wanted: str | None) -> tuple[Path, str, Path]:
    """The interpreter of torch, the Paddle release, and the interpreter of that."""
    if python is None and wanted is not None:
        return find_interpreter(None, ("torch",)), wanted, environment_of(root, wanted, _errors())
    python = find_interpreter(python, ("torch", "paddle"))
    release = str(installed(python, "paddle"))
    if wanted not in (None, release):
        raise UsageError(f"{python} has Paddle {release}, not {wanted}.")
    return python, release, python


def _keeping(root: Path, corpus: Corpus, options: argparse.Namespace) -> KeeperOf:
    """What makes the keeper of a run, once the versions of the libraries are known."""
    cases = [case for found in all_cases(corpus).values() for case in found]
    return partial(Keeper, root / MAPPINGS, cases, not options.names)


def _output() -> Console:
    # Where no terminal sets the width, in logs of CI say, rows shall not be squeezed.
    return Console(highlight=False, width=None if sys.stdout.isatty() else _LOG_WIDTH)


def _errors() -> Console:
    return Console(stderr=True)
