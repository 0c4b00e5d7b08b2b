"""Options of `lint-mappings`, and one run of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from lint_mappings.crashes import crash_report
from lint_mappings.engine import run
from lint_mappings.explaining import explain, list_rules
from lint_mappings.known import read_known
from lint_mappings.links import version
from lint_mappings.reporters import AUTO, FOR_PROGRAMS, FORMATS, REPORTERS, chosen_format
from lint_mappings.rules import all_rules
from lint_mappings.selection import MAPPINGS, choose_rules, find_root, wanted_files
from lint_mappings.settings import read_settings
from lint_mappings.summary import Summary, statistics
from mapping_model.corpus import Corpus

_EXIT_CODES = "exit codes: 0 clean, 1 problems found, 2 wrong usage, 3 a bug of the linter itself"


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; raise SystemExit as argparse does."""
    parser = argparse.ArgumentParser(
        prog="lint-mappings",
        description="Check API mappings: their form, their texts, and what they say about the "
        "real signatures of torch and Paddle.",
        epilog=f"`lint-mappings new API` drafts an entry; {_EXIT_CODES}",
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files or folders to report on (default: all)")
    add(
        "--format",
        choices=FORMATS,
        help=f"how to print (default: {AUTO}, which is github inside GitHub Actions, else text)",
    )
    add("--select", type=_codes, metavar="CODES", help="only these rules: PM4,PM603")
    add("--ignore", type=_codes, metavar="CODES", help="all rules but these")
    add("--explain", metavar="CODE", help="explain one rule, with examples")
    add("--list-rules", action="store_true", help="list all rules")
    add("--statistics", action="store_true", help="also count the problems of each rule")
    add("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")
    add("--version", action="version", version=f"lint-mappings {version()}")
    return parser.parse_args(argv)


def lint(options: argparse.Namespace) -> int:
    """Do what the options ask and print it; return the exit code. Raise UsageError."""
    rules = all_rules()
    if options.explain:
        print(explain(rules, options.explain))
        return 0
    if options.list_rules:
        print(list_rules(choose_rules(rules, options.select or (), options.ignore or ())))
        return 0
    root = find_root(options.root)
    settings = read_settings(root, rules)
    chosen = choose_rules(
        rules,
        settings.select if options.select is None else options.select,
        settings.ignore if options.ignore is None else options.ignore,
    )
    corpus, known = Corpus.load(root / MAPPINGS), read_known(root / MAPPINGS)
    documents = {**corpus.documents, **({known.name: known} if known else {})}
    wanted, remarks = wanted_files(options.paths, root, documents)
    for remark in remarks:
        print(f"lint-mappings: {remark}", file=sys.stderr)
    report = run(corpus, chosen.values(), wanted, known)
    summary = Summary(report.files, rules, documents, report.fixes.keys(), report.known)
    name = chosen_format(options.format or settings.format)
    REPORTERS[name](report.problems, summary, sys.stdout)
    if options.statistics:
        statistics(report.problems, summary, sys.stderr if name in FOR_PROGRAMS else sys.stdout)
    sys.stdout.flush()
    if report.crashes:
        print(crash_report(report.crashes), file=sys.stderr)
        return 3
    return 1 if report.problems else 0


def _codes(value: str) -> list[str]:
    return [code.strip().upper() for code in value.split(",") if code.strip()]
