"""Options of `verify-mappings`."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from mapping_model.conformance.states import State
from mapping_model.options import Parser
from verify_mappings.command import (
    checking,
    claims,
    commands,
    conformance,
    package,
    probes,
    releases,
)
from verify_mappings.command.selection import MAPPINGS

_EXIT_CODES = (
    "exit codes: 0 all as expected, 1 something is not, or not as recorded, 2 wrong usage, or a "
    "library or a wall is missing, 3 a bug of this program, 130 interrupted"
)

_DAY = 24 * 60 * 60


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; raise SystemExit as argparse does."""
    parser = Parser(
        prog="verify-mappings",
        description="Hold the mappings against the real libraries.",
        epilog=_EXIT_CODES,
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, told, add_options in (
        ("run", "execute examples on one Paddle release", _run_options),
        (
            "check",
            "all that a change takes: lint, run, falsify, probe",
            _check_options,
        ),
        ("matrix", "execute examples on every Paddle release, keep the results", _matrix_options),
        ("falsify", "report what examples show and do not see", _falsify_options),
        ("probe", "run mappings on inputs that nobody here chose", _probe_options),
        ("conformance", "count how far releases are torch, by the record", _conformance_options),
        (
            "claims",
            "what a wheel of PaConvert claims of torch names, against what is kept",
            _claims,
        ),
        ("package", "run the own tests of packages with Paddle as torch", _package_options),
        ("snapshot", "write down the names and signatures of a library", _snapshot_options),
        ("changes", "report what a release has changed, as Markdown", _changes_options),
        ("add-release", "do all that a new release takes, and report", _add_options),
    ):
        add_options(subparsers.add_parser(name, help=told, description=told, epilog=_EXIT_CODES))
    return parser.parse_args(argv)


def _run_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=commands.run, wanted=None)
    _common_options(parser)
    add = parser.add_argument
    add("--paddle", type=_release, metavar="RELEASE", help="default: the installed one")
    add("--python", type=Path, metavar="PATH", help="the interpreter that has torch and Paddle")
    record = parser.add_mutually_exclusive_group()
    record.add_argument(
        "--write", action="store_true", help=f"keep the results in {MAPPINGS}/results"
    )
    _check_option(record)
    told = "with --check, also fail where only other kinds of processors are recorded"
    add("--strict", action="store_true", help=told)
    told = "with --check, run the ported code alone: not torch's own with Paddle in its place"
    add("--ported", action="store_true", help=told)
    _processor_option(parser)
    add("-v", "--verbose", action="store_true", help="also print what is as expected")


def _check_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=partial(checking.check, parse), older_processor=False)
    _common_options(parser)


def _matrix_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=commands.matrix, strict=False, ported=False)
    _common_options(parser)
    add = parser.add_argument
    add("--paddle", type=_release, nargs="+", metavar="RELEASE", help="default: all supported ones")
    _processor_option(parser)
    rerun = parser.add_mutually_exclusive_group()
    rerun.add_argument("--fresh", action="store_true", help="also run what has a current result")
    _check_option(rerun)


def _falsify_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=commands.falsify, older_processor=False, wanted=None)
    _common_options(parser)
    told = "also report exemptions in `compare` that no Paddle release needs; runs all of them"
    parser.add_argument("--exemptions", action="store_true", help=told)


def _probe_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=probes.probe)
    _common_options(parser)
    add = parser.add_argument
    where = parser.add_mutually_exclusive_group()
    told = "default: the newest one"
    where.add_argument("--paddle", type=_release, nargs="+", metavar="RELEASE", help=told)
    where.add_argument("--matrix", action="store_true", help="on every supported release")
    record = parser.add_mutually_exclusive_group()
    told = f"keep what is found in {MAPPINGS}/probes"
    record.add_argument("--write", action="store_true", help=told)
    told = f"hold what is found against {MAPPINGS}/probes, and write nothing"
    record.add_argument("--check", action="store_true", help=told)
    told = "try other inputs than the recorded ones, for a review; nothing is kept"
    record.add_argument("--further", action="store_true", help=told)
    told = "look for limits whose conditions are narrower than what they are about; nothing is kept"
    record.add_argument("--narrow", action="store_true", help=told)
    told = "run the code of limits on all inputs that these speak of; nothing is kept"
    record.add_argument("--instead", action="store_true", help=told)
    told = "of these, operands of several dtypes and what is written to `out` alone"
    record.add_argument("--pairs", action="store_true", help=told)
    told = "calls whose numbers, bools, sizes and bounds are written otherwise; nothing is kept"
    record.add_argument("--literals", action="store_true", help=told)
    add("-v", "--verbose", action="store_true", help="print the code of each finding")


def _processor_option(parser: argparse.ArgumentParser) -> None:
    told = "as on a processor without AVX-512, which is a kind of processors of its own in records"
    parser.add_argument("--older-processor", action="store_true", help=told)


def _check_option(group: argparse._MutuallyExclusiveGroup) -> None:
    told = f"hold what is run against {MAPPINGS}/results, and write nothing"
    group.add_argument("--check", action="store_true", help=told)


def _common_options(parser: argparse.ArgumentParser) -> None:
    """What choosing and running examples takes."""
    add = parser.add_argument
    add(
        "names",
        nargs="*",
        metavar="NAME",
        help="a torch API, gotcha:<id>, a file or a folder of mappings (default: everything)",
    )
    add("--changed", metavar="BASE", help="only what has changed since a commit, as git tells it")
    add("--shard", type=_shard, metavar="I/N", help="only the I-th of N parts of the names")
    _running_options(parser)


def _running_options(parser: argparse.ArgumentParser) -> None:
    """What running examples takes."""
    add = parser.add_argument
    _root_option(parser)
    add("--format", choices=("text", "json"), default="text", help="how to print")
    add("--jobs", type=_positive, metavar="N", help="processes at a time (default: one per CPU)")
    add("--timeout", type=_seconds, default=20.0, metavar="S", help="per side (default: 20)")
    told = "also run where strangers' code cannot be kept in (never in CI)"
    add("--unconfined", action="store_true", help=told)


def _conformance_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=conformance.conformance)
    add = parser.add_argument
    add("--paddle", type=_release, nargs="+", metavar="RELEASE", help="default: all supported ones")
    add("--module", metavar="NAME", help="only the calls of this module, class or API")
    add("--set", type=_positive, metavar="N", help="the set of calls (default: the newest)")
    told = "name the APIs whose worst call came out so"
    states = [state.value for state in State]
    add("--list", type=State, nargs="+", default=[], metavar="STATE", help=f"{told}: {states}")
    told = "list the samples that come out otherwise by the mapping though no limit says so"
    add("--untold", action="store_true", help=told)
    add("--run", action="store_true", help="run the calls anew, and tell what is not as recorded")
    add(
        "--freeze",
        action="store_true",
        help="make a new set: examples as they are now, and samples of torch's own tests",
    )
    _running_options(parser)


def _claims(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=claims.claims)
    parser.add_argument("wheel", type=Path, metavar="WHEEL", help="as `pip download` leaves it")
    parser.add_argument("--write", action="store_true", help="keep it as the list of the site")


def _package_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=package.package)
    add = parser.add_argument
    told = "a package of PyPI, NAME or NAME==VERSION (default: all that are written down)"
    add("names", nargs="*", metavar="NAME", help=told)
    add("--paddle", type=_release, nargs="+", metavar="RELEASE", help="default: all supported ones")
    told = "files or folders of its source distribution"
    add("--tests", nargs="+", metavar="PATH", help=told)
    told = "further wheels that it needs; torch and numpy are there"
    add("--with", dest="beside", nargs="+", metavar="PACKAGE", help=told)
    told = "take this source distribution, and no wheel of the package"
    add("--source", type=Path, metavar="ARCHIVE", help=told)
    add("--timeout", type=_seconds, default=30.0, metavar="S", help="per test (default: 30)")
    told = "per package and release (default: 600)"
    add("--most", type=_positive, default=300, metavar="N", help="tests (default: 300)")
    add("--package-timeout", type=_seconds, default=600.0, metavar="S", help=told)
    add("--format", choices=("text", "json"), default="text", help="how to print")
    told = "also run where strangers' code cannot be kept in (never in CI)"
    add("--unconfined", action="store_true", help=told)
    record = parser.add_mutually_exclusive_group()
    record.add_argument("--write", action="store_true", help="keep what is measured for the site")
    told = "print what is kept, and how often the record of single calls had foreseen it"
    record.add_argument("--recorded", action="store_true", help=told)
    told = "hold what is run against what is kept, and write nothing"
    record.add_argument("--check", action="store_true", help=told)
    _root_option(parser)


def _snapshot_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=commands.snapshot)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--torch", action="store_true", help="of torch")
    which.add_argument("--paddle", type=_release, metavar="RELEASE", help="of this Paddle release")
    parser.add_argument("--python", type=Path, metavar="PATH", help="the interpreter that has it")
    _root_option(parser)


def _changes_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=releases.changes)
    add = parser.add_argument
    told = "the newer one, or both, the older one first (default: the newest)"
    add("releases", nargs="*", type=_final, metavar="RELEASE", help=told)
    add("--torch", action="store_true", help="of torch, by its snapshots; else of Paddle")
    add("--language", choices=("en", "zh"), default="en", help="of the texts (default: en)")
    _root_option(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=releases.add_release)
    add = parser.add_argument
    told = "default: the newest on PyPI, if it is new"
    add("release", nargs="?", type=_final, metavar="RELEASE", help=told)
    add("--torch", action="store_true", help="of torch: its snapshot, and the report")
    _root_option(parser)


def _root_option(parser: argparse.ArgumentParser) -> None:
    told = f"the directory that holds `{MAPPINGS}`"
    parser.add_argument("--root", metavar="DIR", help=told)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= _DAY:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"expected seconds, more than 0 and at most a day, not {text!r}"
    )


def _shard(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"expected a part such as 1/4, not {text!r}")
    return int(found[1]), int(found[2])


def _like(pattern: str, expected: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise argparse.ArgumentTypeError(f"expected {expected}, not {text!r}")
        return text

    return read


_final = _like(r"[0-9]+(\.[0-9]+)+", "a final release such as 3.3.1")
_release = _like(r"\d+(\.\w+)+", "a release such as 3.3.1")
