"""Options of `lint-mappings`, and one run of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from lint_mappings.command.explaining import explain, list_rules, vocabulary
from lint_mappings.command.settings import read_settings
from lint_mappings.reporters import AUTO, FOR_PROGRAMS, FORMATS, REPORTERS, chosen_format
from lint_mappings.reporters.summary import Summary, plural, statistics
from lint_mappings.rules import all_rules, rule_codes
from lint_mappings.rules.choosing import choose_rules
from lint_mappings.running.paths import find_root
from lint_mappings.running.project import Project, open_project
from lint_mappings.running.report import Crash, Report
from mapping_model.about import version
from mapping_model.cache import open_cache
from mapping_model.ending import bug_report, say
from mapping_model.options import Parser
from mapping_model.printable import printable
from mapping_model.stores import MAPPINGS

_EXIT_CODES = "exit codes: 0 clean, 1 problems found, 2 wrong usage, 3 a bug of the linter itself"


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; raise SystemExit as argparse does."""
    parser = Parser(
        prog="lint-mappings",
        description="Check API mappings: their form, their texts, and what they say about the "
        "real signatures of torch and Paddle.",
        epilog="`lint-mappings new API` drafts an entry, `lint-mappings show API` shows one, "
        "`lint-mappings show CODE` what becomes of torch code, `lint-mappings coverage` counts "
        f"what has an entry; {_EXIT_CODES}",
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
    told = "print all keys of entries and all words of conditions and code"
    add("--vocabulary", action="store_true", help=told)
    add("--statistics", action="store_true", help="also count the problems of each rule")
    add("--fix", action="store_true", help="fix what can be fixed with certainty, in the files")
    add("--diff", action="store_true", help="print what --fix would change, and change nothing")
    add(
        "--stdin-filename",
        metavar="PATH",
        help="lint the text on standard input as if PATH held it, with all other files as they are",
    )
    add("--no-cache", action="store_true", help="neither use nor keep what earlier runs found")
    add("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")
    add("--version", action="store_true", help="print the version")
    options = parser.parse_args(argv)
    if options.fix and (options.diff or options.stdin_filename):
        parser.error("--fix writes files; it goes neither with --diff nor with --stdin-filename")
    return options


def lint(options: argparse.Namespace) -> int:
    """Do what the options ask and print it; return the exit code. Raise UsageError."""
    if options.version:
        print(f"lint-mappings {version()}")
        return 0
    if options.explain:
        print(explain(all_rules(), options.explain))
        return 0
    if options.vocabulary:
        print(vocabulary())
        return 0
    codes = rule_codes()
    if options.list_rules:
        chosen = choose_rules(codes, options.select or (), options.ignore or ())
        print(list_rules([all_rules()[code] for code in chosen]))
        return 0
    stdin = options.stdin_filename
    root = find_root(options.root, options.paths if stdin is None else [stdin])
    settings = read_settings(root, codes)
    chosen = choose_rules(
        codes,
        settings.select if options.select is None else options.select,
        settings.ignore if options.ignore is None else options.ignore,
    )
    cache = open_cache(root, not options.no_cache)
    project, remarks = open_project(root, chosen, options.paths, stdin, cache)
    for remark in remarks:
        say(f"lint-mappings: {remark}")
    if options.diff:
        return _show_diff(project)
    if options.fix:
        from lint_mappings.running.fixed import fix  # costs what all of checking does

        sources, report, fixed = fix(project)
        done = f"{plural(fixed.applied, 'problem')} fixed in {plural(len(fixed.changed), 'file')}"
        say(f"lint-mappings: {done}.")
    else:
        sources, report = project.sources, project.report()
    name = chosen_format(options.format or settings.format)
    summary = Summary(report.files, report.told, all_rules, sources, report.fixable, report.known)
    return _print(report, summary, name, options.statistics)


def _print(report: Report, summary: Summary, name: str, counts: bool) -> int:
    """Print what a run has found in the format called `name`; return the exit code."""
    REPORTERS[name](report.problems, summary, sys.stdout)
    if counts:
        statistics(report.problems, summary, sys.stderr if name in FOR_PROGRAMS else sys.stdout)
    sys.stdout.flush()
    if report.crashes:
        say(bug_report("lint-mappings", _told(report.crashes)))
        return 3
    return 1 if report.problems else 0


def _told(crashes: Sequence[Crash]) -> str:
    """All crashes; a rule that crashed on many files is shown once."""
    first: dict[str, Crash] = {}
    for crash in crashes:
        first.setdefault(crash.code, crash)
    return "\n\n".join(
        f"rule {crash.code} ({crash.name}) on {printable(crash.path)}, "
        f"{sum(other.code == crash.code for other in crashes)} time(s)\n{crash.traceback.strip()}"
        for crash in first.values()
    )


def _show_diff(project: Project) -> int:
    """Print what --fix would change; return 1 if that is anything."""
    from lint_mappings.running.fixed import diff  # costs what all of checking does

    changes = diff(project)
    sys.stdout.write(changes)
    sys.stdout.flush()
    return 1 if changes else 0


def _codes(value: str) -> list[str]:
    return [code.strip().upper() for code in value.split(",") if code.strip()]
