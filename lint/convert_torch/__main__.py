"""The command `torch-to-paddle`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mapping_model.ending import CLEAN, PROBLEMS, UsageError, be_a_process, run
from mapping_model.options import Parser, release_of
from mapping_model.printable import printable
from mapping_model.problems import did_you_mean
from mapping_model.snapshots import PADDLE

FORMATS = ("text", "json", "sarif", "html")
LANGUAGES = ("en", "zh")
_EPILOG = """\
Without -o or --in-place nothing is written: the report says what would remain to be done. The code
is read and never run, and neither PyTorch nor Paddle is needed. What is left stands in the
converted code as a comment at its line, too; a comment `# torch-to-paddle: ignore` at a line, or
`ignore[silent, torch.Tensor.copy_]`, lets what is found there pass. The options may stand in
[tool.torch-to-paddle] of pyproject.toml, by their names.

What comes from standard input may be a part of a file: names that it does not import (nn, F, optim)
are taken for those of torch, which the report says.

kinds of findings: silent (written; may give something else without an error), likely (written as
of a tensor), undecided (left as it is), library (of a library built on PyTorch), possible (may be
torch's), rare (as silent, for NaN, infinities, no elements and the like)

exit codes: 0 converted, 1 something is left that --fail-on names, or a file cannot be read,
2 wrong usage, 3 a bug of this program, 130 interrupted
"""
_DEFAULTS: dict[str, Any] = {
    "exclude": [],
    "only": [],
    "fail_on": ["undecided"],
    "paddle": PADDLE[-1],
    "baseline": None,
    "format": FORMATS[0],
    "language": LANGUAGES[0],
    "marks": True,
    "rare": False,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is that of the table in the help."""
    return run("torch-to-paddle", lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    if argv is None:
        be_a_process()
    options = _with_settings(_parser().parse_args(argv))
    from convert_torch import baseline, files, running
    from convert_torch.converting import Wanted

    if options.in_place and options.output:
        raise UsageError("Choose either -o or --in-place.")
    known = baseline.read_baseline(options.baseline) if options.baseline else None
    paths = [Path(path) for path in options.paths]
    if options.paths == [files.STANDARD_INPUT]:
        if options.in_place or options.output:
            raise UsageError("What comes from standard input is written to standard output.")
        pasted = Wanted(options.marks, tuple(options.only), snippet=True)
        job = running.Job(options.root, options.paddle, pasted)
        found = [job.convert(files.STANDARD_INPUT, files.standard_input())]
    else:
        sources = files.sources(paths, options.exclude)
        if not sources:
            raise UsageError("There is no Python file and no notebook in what was named.")
        if options.output:
            files.check_output(options.output, paths, sources, options.force)
        if options.in_place and not options.force:
            files.check_committed(paths, sources)
        wanted = Wanted(options.marks, tuple(options.only), files.packages_of(sources))
        job = running.Job(options.root, options.paddle, wanted)
        found = job.convert_all(sources, options.cache, _progress(len(sources)))
        for source, one in zip(sources, found, strict=True):
            if options.output and one.encoded is not None:
                files.write(options.output / source.inside, one.encoded, source.path)
            elif options.in_place and one.encoded is not None and one.code != one.before:
                files.write(source.path, one.encoded)
        if options.output:
            files.copy_others(paths, options.output, options.exclude)
    if options.write_baseline:
        target = options.write_baseline
        files.write(target, baseline.as_baseline(found, target.parent))
    if known is not None:
        found = baseline.without_known(found, known, options.baseline.parent)
    _print(found, options)
    return _code(found, options.fail_on)


def _print(found: Sequence[Any], options: argparse.Namespace) -> None:
    """The report, or the differences, in the format that is asked for."""
    from convert_torch import report
    from convert_torch.files import STANDARD_INPUT

    if options.diff:
        for line in report.diff(found):
            print(line)
    elif options.format == "json":
        print(report.as_json(found, options.paddle, options.language))
    elif options.format == "sarif":
        from convert_torch.sarif_log import sarif

        print(sarif(found, options.language))
    elif options.format == "html":
        from convert_torch.html_page import html

        print(html(found, options.paddle, options.language))
    elif options.paths == [STANDARD_INPUT]:
        # As bytes, in the encoding and with the line ends that it had.
        sys.stdout.buffer.write(found[0].encoded)
        _tell_people(found, options, sys.stderr)
    else:
        _tell_people(found, options, sys.stdout)


def _tell_people(found: Sequence[Any], options: argparse.Namespace, stream: Any) -> None:
    """Print the report; what a terminal would obey is shown."""
    from convert_torch import report

    for line in report.text(found, options.language, options.rare):
        print(printable(line), file=stream)


def _code(found: Sequence[Any], fail_on: Sequence[str]) -> int:
    """The exit code: whether something is left that counts."""
    kinds = {finding.kind for one in found for finding in one.findings}
    return PROBLEMS if kinds & {*fail_on} or any(one.error for one in found) else CLEAN


def _progress(total: int) -> Any:
    """Tell people at a terminal how far a long run is; nothing else."""
    if not sys.stderr.isatty():
        return None
    done = 0

    def told(more: int) -> None:
        nonlocal done
        done += more
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\r{done:,} of {total:,} files{end}")
        sys.stderr.flush()

    return told


def _with_settings(options: argparse.Namespace) -> argparse.Namespace:
    """The options, those of the project where the command line has none; all of them checked."""
    from convert_torch.finding import Kind
    from convert_torch.settings import read_settings

    try:
        here = Path.cwd()
    except FileNotFoundError as error:
        raise UsageError("The folder that this runs in is gone.") from error
    settings = {**_DEFAULTS, **read_settings(here)}
    for name, value in settings.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    if isinstance(options.fail_on, str):
        options.fail_on = [one for one in options.fail_on.split(",") if one]
    for one in options.fail_on:
        _check("--fail-on", one, [*Kind])
    _check("--format", options.format, FORMATS)
    _check("--language", options.language, LANGUAGES)
    options.paddle = release_of(options.paddle)
    options.only = [name for asked in options.only for name in _apis(asked, options.root)]
    return options


def _check(option: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        hint = did_you_mean(value, known)
        raise UsageError(f"{option} {value}: choose of {', '.join(known)}.{hint}")


def _apis(asked: str, root: Path | None) -> list[str]:
    """The names that an API may be told by; a pattern is one. Raise UsageError for no such API."""
    from mapping_model.shelf import Shelf
    from mapping_model.stores import checked_root, opened

    if set(asked) & {*"*?["}:
        return [asked]
    shelf = Shelf(opened(root and checked_root(root)))
    for name in (asked, f"torch.{asked}"):
        entry = shelf.source(name)
        if entry is not None:
            return [name, entry.torch]
    raise UsageError(f"--only {asked}: there is no such API.{did_you_mean(asked, shelf.names())}")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="torch-to-paddle",
        description="Convert code for PyTorch into code for Paddle, and say what is left to do.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="files, notebooks or folders; - is standard input")
    add("-o", "--output", type=Path, metavar="OUT", help="write the converted files to this folder")
    add("--in-place", action="store_true", help="write them where they are")
    add("--force", action="store_true", help="write though something would be lost")
    add("--diff", action="store_true", help="print what would change in place of the report")
    add("--paddle", metavar="RELEASE", help=f"a release (default: {PADDLE[-1]})")
    add("--only", action="append", metavar="API", help="convert this API alone; also a pattern")
    add("--exclude", action="append", metavar="PATTERN", help="leave files out")
    add("--fail-on", metavar="KINDS", help="kinds of findings (default: undecided); see below")
    add("--baseline", type=Path, metavar="FILE", help="leave out findings that this file has")
    add("--write-baseline", type=Path, metavar="FILE", help="write such a file")
    add("--no-marks", dest="marks", action="store_false", default=None, help="write no comments")
    add("--rare", action="store_true", default=None, help="tell what few inputs meet, too")
    add("--format", metavar="FORMAT", help=f"of the report: {', '.join(FORMATS)}")
    add("--language", metavar="LANGUAGE", help=f"of the report: {', '.join(LANGUAGES)}")
    add("--no-cache", dest="cache", action="store_false", help="convert what has not changed, too")
    add("--root", type=Path, metavar="DIR", help="the directory that holds other `mappings`")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
