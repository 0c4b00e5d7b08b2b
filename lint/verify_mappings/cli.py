"""Options of `verify-mappings`, and its commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from mapping_model.corpus import Corpus
from mapping_model.snapshots import DIRECTORY
from verify_mappings.errors import UsageError
from verify_mappings.interpreters import find_interpreter, installed
from verify_mappings.pool import Crew, Versions, WorkerError, open_pool
from verify_mappings.report import print_text, to_json
from verify_mappings.running import Verified, run_cases
from verify_mappings.selection import MAPPINGS, Case, all_cases, choose_cases, find_root
from verify_mappings.snapshot import SnapshotError, make_snapshot
from verify_mappings.verify import Verifier
from verify_mappings.writing import merged, write

_EXIT_CODES = (
    "exit codes: 0 all as expected, 1 something is not, 2 wrong usage or a library is missing, "
    "3 a bug of this program, 130 interrupted"
)
_LOG_WIDTH = 180


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; raise SystemExit as argparse does."""
    parser = argparse.ArgumentParser(
        prog="verify-mappings",
        description="Hold the mappings against the real libraries.",
        epilog=_EXIT_CODES,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _run_options(commands.add_parser("run", help="execute examples", epilog=_EXIT_CODES))
    _snapshot_options(
        commands.add_parser("snapshot", help="write down the names and signatures of a library")
    )
    return parser.parse_args(argv)


def _run_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=run)
    add = parser.add_argument
    add(
        "names",
        nargs="*",
        metavar="NAME",
        help="a torch API, gotcha:<id>, a file or a folder of mappings (default: everything)",
    )
    add("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")
    add("--paddle", metavar="RELEASE", help="the Paddle release (default: the installed one)")
    add("--python", type=Path, metavar="PATH", help="the interpreter that has torch and Paddle")
    add("--format", choices=("text", "json"), default="text", help="how to print")
    add("--write", action="store_true", help=f"keep the results in {MAPPINGS}/results")
    add("--jobs", type=_positive, metavar="N", help="processes at a time (default: one per CPU)")
    add("--timeout", type=float, default=20.0, metavar="S", help="seconds per side (default: 20)")
    add("-v", "--verbose", action="store_true", help="also print what is as expected")


def _snapshot_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=snapshot)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--torch", action="store_true", help="of torch")
    which.add_argument("--paddle", metavar="RELEASE", help="of this Paddle release")
    parser.add_argument("--python", type=Path, metavar="PATH", help="the interpreter that has it")
    parser.add_argument("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """`verify-mappings run`; the exit code. Raises UsageError."""
    root = find_root(options.root)
    corpus = Corpus.load(root / MAPPINGS)
    unreadable = len({problem.path for problem in corpus.problems})
    if unreadable:
        told = f"{unreadable} file(s) cannot be read and are left out; run lint-mappings"
        print(f"verify-mappings: {told}", file=sys.stderr)
    cases = choose_cases(corpus, options.names, root)
    python = find_interpreter(root, options.python, options.paddle)
    verified, versions = _execute(cases, python, options.jobs, options.timeout)
    if options.write:
        names = [name for name, examples in all_cases(corpus).items() if examples]
        path = root / MAPPINGS / "results" / f"paddle-{versions['paddle'].library}.json"
        write(root / MAPPINGS, merged(path, verified, versions, names))
    if options.format == "json":
        print(to_json(verified, versions))
    else:
        # Where no terminal sets the width, in logs of CI say, rows shall not be squeezed.
        console = Console(highlight=False, width=None if sys.stdout.isatty() else _LOG_WIDTH)
        print_text(verified, versions, options.verbose, console)
    return 0 if all(one.result.as_expected for one in verified) else 1


def _execute(
    cases: list[Case], python: Path, jobs: int | None, timeout: float
) -> tuple[list[Verified], dict[str, Versions]]:
    """Run all cases, with a progress bar if somebody watches."""
    each = max(1, (jobs or os.cpu_count() or 2) // 2)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    crews = {library: Crew(python, library, each) for library in ("torch", "paddle")}
    with open_pool(crews) as pool, bar:
        task = bar.add_task("starting the libraries", total=len(cases))
        try:
            versions = pool.start()
        except WorkerError as error:
            raise UsageError(f"{python} cannot import {error}") from error
        bar.update(task, description="examples")
        verifier = Verifier(pool, timeout)
        verified = run_cases(verifier, cases, 2 * each + 1, lambda one: bar.advance(task))
    return verified, versions


def snapshot(options: argparse.Namespace) -> int:
    """`verify-mappings snapshot`; the exit code. Raises UsageError."""
    library = "torch" if options.torch else "paddle"
    root = find_root(options.root)
    python = find_interpreter(root, options.python, options.paddle, (library,))
    out = DIRECTORY / f"{library}-{installed(python, library)}.json"
    try:
        make_snapshot(python, library, out)
    except SnapshotError as error:
        raise UsageError(str(error)) from error
    print(f"wrote {out}")
    return 0
