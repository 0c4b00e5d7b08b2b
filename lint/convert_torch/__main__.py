"""The command `torch-to-paddle`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from convert_torch import report
from convert_torch.report import FileReport
from mapping_model.ending import CLEAN, PROBLEMS, UsageError, run
from mapping_model.options import Parser, release_of
from mapping_model.snapshots import PADDLE

_EPILOG = """\
Without -o or --in-place nothing is written: the report says what would remain to be done. The code
is read and never run, and neither PyTorch nor Paddle is needed. What is left stands in the
converted code as a comment at its line, too.

exit codes: 0 converted, 1 something is left that --fail-on names, or a file cannot be read,
2 wrong usage, 3 a bug of this program, 130 interrupted
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is that of the table in the help."""
    return run("torch-to-paddle", lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    options = _parser().parse_args(argv)
    from convert_torch import files, running
    from convert_torch.converting import Kind

    fail_on = {one for one in options.fail_on.split(",") if one}
    if unknown := fail_on - {*Kind}:
        raise UsageError(f"--fail-on {min(unknown)}: choose of {', '.join(Kind)}.")
    if options.in_place and options.output:
        raise UsageError("Choose either -o or --in-place.")
    job = running.Job(options.root, release_of(options.paddle), options.marks)
    paths = [Path(path) for path in options.paths]
    if options.paths == [files.STANDARD_INPUT]:
        if options.in_place or options.output:
            raise UsageError("What comes from standard input is written to standard output.")
        found = [job.convert(files.STANDARD_INPUT, files.standard_input())]
        if options.format == "text" and not options.diff:
            sys.stdout.write(found[0].code)
            running.tell_people(found, options.language, sys.stderr)
            return _code(found, fail_on)
    else:
        sources = files.sources(paths, options.exclude)
        if not sources:
            raise UsageError("There is no Python file in what was named.")
        if options.output:
            files.check_output(options.output, paths, options.force)
        if options.in_place and not options.force:
            files.check_committed(paths)
        found = [job.convert(str(one.path), files.content_of(one.path)) for one in sources]
        for source, one in zip(sources, found, strict=True):
            if options.output:
                files.write(options.output / source.inside, one.encoded)
            elif options.in_place and one.code != one.before:
                files.write(source.path, one.encoded)
        if options.output:
            files.copy_others(paths, options.output, options.exclude)
    if options.diff:
        running.print_diff(found)
    elif options.format == "json":
        print(report.as_json(found, job.release, options.language))
    else:
        running.tell_people(found, options.language, sys.stdout)
    return _code(found, fail_on)


def _code(found: Sequence[FileReport], fail_on: set[str]) -> int:
    """The exit code: whether something is left that counts."""
    kinds = {finding.kind for one in found for finding in one.findings}
    return PROBLEMS if kinds & fail_on or any(one.error for one in found) else CLEAN


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="torch-to-paddle",
        description="Convert code for PyTorch into code for Paddle, and say what is left to do.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="files or folders; - is standard input")
    add("-o", "--output", type=Path, metavar="OUT", help="write the converted files to this folder")
    add("--in-place", action="store_true", help="write them where they are")
    add("--force", action="store_true", help="write though something would be lost")
    add("--diff", action="store_true", help="print what would change in place of the report")
    add("--paddle", default=PADDLE[-1], metavar="RELEASE", help="a release (default: %(default)s)")
    add("--exclude", action="append", default=[], metavar="PATTERN", help="leave files out")
    add("--fail-on", default="undecided", metavar="KINDS", help="silent,undecided,possible")
    add("--no-marks", dest="marks", action="store_false", help="write no comments into the code")
    add("--format", choices=("text", "json"), default="text", help="of the report")
    add("--language", choices=("en", "zh"), default="en", help="of the report")
    add("--root", type=Path, metavar="DIR", help="the directory that holds other `mappings`")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
